import type { Catalogue, MessagesOf } from './language.tsx';

const en = {
  studies: 'Your studies',
  noStudies: 'Your account is not yet a reader of any study. Ask the curator of your study to add you.',
  role: { rater: 'Reader', adjudicator: 'Adjudicator', curator: 'Curator' },
  openList: 'Open the reading list',
  openBench: 'Open the bench',
  openQueue: 'Open the adjudication queue',
  list: 'Reading list',
  counts: (open: number, draft: number, submitted: number, paused: number) =>
    `${open} unread · ${draft} in draft · ${submitted} submitted · ${paused} paused`,
  progress: (done: number, all: number) => `${done} of ${all} submitted`,
  next: 'Next unread',
  allRead: 'You have read everything on your list. Thank you.',
  allPaused: 'What is left is paused while the curator looks at it. Come back later.',
  empty: 'Nothing is on your list yet: the curator has not assigned any answers to you.',
  locked: 'The study is locked. Your answers can be read but no longer changed.',
  columns: { position: 'No.', case: 'Case', task: 'Task', state: 'State', saved: 'Last saved' },
  caseNumber: (number: number) => `Case ${number}`,
  training: 'Training',
  state: { unread: 'Unread', draft: 'Draft', submitted: 'Submitted', paused: 'Paused' },
  unsent: 'Unsent changes on this computer',
  family: {
    'differential-diagnosis': 'Differential diagnosis',
    'lesion-recognition': 'Lesion recognition',
    'rationale-generation': 'Rationale',
  },
  read: (position: number) => `Read answer ${position}`,
};

const zh: MessagesOf<typeof en> = {
  studies: '您的研究',
  noStudies: '您的账户尚未加入任何研究。请联系研究负责人添加。',
  role: { rater: '评阅者', adjudicator: '裁定者', curator: '研究负责人' },
  openList: '打开评阅列表',
  openBench: '打开工作台',
  openQueue: '打开裁定列表',
  list: '评阅列表',
  counts: (open, draft, submitted, paused) =>
    `未读 ${open} · 草稿 ${draft} · 已提交 ${submitted} · 暂停 ${paused}`,
  progress: (done, all) => `已提交 ${done} / ${all}`,
  next: '下一份未读',
  allRead: '您已读完列表中的全部回答。谢谢。',
  allPaused: '剩余内容已暂停，等待研究负责人处理。请稍后再来。',
  empty: '列表为空：研究负责人尚未给您分配回答。',
  locked: '研究已锁定。您的评分可以查看，但不能再更改。',
  columns: { position: '序号', case: '病例', task: '任务', state: '状态', saved: '最近保存' },
  caseNumber: (number) => `病例 ${number}`,
  training: '培训',
  state: { unread: '未读', draft: '草稿', submitted: '已提交', paused: '暂停' },
  unsent: '本机有未发送的更改',
  family: {
    'differential-diagnosis': '鉴别诊断',
    'lesion-recognition': '病灶识别',
    'rationale-generation': '推理说明',
  },
  read: (position) => `评阅第 ${position} 份回答`,
};

export const workListMessages: Catalogue<MessagesOf<typeof en>> = { en, zh };
