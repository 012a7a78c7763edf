import type { Problem, ProblemType } from '@concord/rubric/contract/problem';
import type { ExportRefusal } from '@concord/rubric/exports/manifest';

const titles: Readonly<Record<ProblemType, string>> = {
  'invalid-request': '请求无效',
  'not-signed-in': '您尚未登录',
  'sign-in-failed': '用户名或密码不正确',
  'csrf-failed': '页面已过期，请重新加载',
  'not-allowed': '您的账户无权执行此操作',
  'not-found': '此处没有可供您查看的内容',
  'draft-conflict': '该草稿同时在别处被保存',
  'ratings-changed': '该回答的评分在此期间有变动',
  'protocol-changed': '方案在此期间已被更改',
  'assignment-state': '该阅读任务的状态不允许此操作',
  'already-submitted': '该回答已提交',
  'correction-closed': '该评分已不能更正',
  'round-open': '当前开放的是另一轮',
  'rating-incomplete': '评分不完整',
  'rating-invalid': '评分与评分表不符',
  'study-locked': '研究已锁定',
  'study-not-locked': '研究尚未锁定',
  'case-paused': '管理者查看期间，该病例已暂停',
  'bundle-refused': '导入被拒绝，未存储任何内容',
  'scores-refused': '评分器分数被拒绝，未存储任何内容',
  'export-refused': '该评分器未通过验证，不能导出',
  'decision-open': '仍有未决定的遮蔽项',
  'too-many-requests': '尝试次数过多，请等待一分钟',
  'too-large': '文件过大',
  busy: '存储正忙，请重试',
  unexpected: '服务器出错',
};

const reasons: Readonly<Record<ExportRefusal, string>> = {
  'study-not-locked': '研究尚未锁定：请先锁定并运行报告。',
  'unknown-grader': '研究中没有该评分器。',
  'verdict-fail': '结论为未通过：未通过已登记规则的评分器不能导出。',
  'verdict-inconclusive': '结论为无定论：只有通过的评分器才能导出。',
  'prompt-changed': '提示词与校准时不同。',
  'grader-changed': '评分器与校准时不同。',
};

/** What went wrong: the detail where there is one, else the title. In Chinese an untranslated detail follows the title. */
export function problemText(problem: Problem, language: 'en' | 'zh'): string {
  if (language === 'en') return problem.detail ?? problem.title;
  const title = (titles as Record<string, string>)[problem.type.replace(/^.*\//u, '')] ?? problem.title;
  const reason = (reasons as Record<string, string>)[problem.reason ?? ''];
  return reason ?? (problem.detail === undefined ? title : `${title}（${problem.detail}）`);
}
