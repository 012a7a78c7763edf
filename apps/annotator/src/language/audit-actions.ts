import type { Catalogue } from './language.tsx';

type AuditActions = Readonly<Record<string, string>>;

const en: AuditActions = {
  'account.added': 'Account made',
  'account.placed': 'Place in the study given',
  'account.link': 'Sign-in link made',
  'account.password': 'Password chosen',
  'case.flagged': 'Case reported by a reader',
  'draft.conflict': 'Draft refused: saved elsewhere meanwhile',
  'draft.saved': 'Draft saved',
  'finding.decided': 'Masking decided',
  'flag.resolved': 'Report of a reader resolved',
  'grader.exported': 'Grader exported',
  'rating.submitted': 'Scores submitted',
  'rating.corrected': 'Scores corrected',
  'round.locked': 'Scores of a round locked',
  'answer.adjudicated': 'Disputed answer settled',
  'reading.assigned': 'Answers assigned',
  'reading.reopen': 'Reading reopened',
  'reading.annul': 'Rating annulled',
  'reading.withdraw': 'Reading withdrawn',
  'reading.reassign': 'Reading given to another rater',
  'protocol.registered': 'Protocol registered',
  'protocol.amended': 'Protocol amended',
  'report.computed': 'Report computed',
  'series.relabelled': 'Label of a series corrected',
  'study.imported': 'Bundle imported',
  'study.locked': 'Study locked',
  'grader-scores.imported': 'Grader scores imported',
};

const zh: AuditActions = {
  'account.added': '已建立账户',
  'account.placed': '已加入研究',
  'account.link': '已生成登录链接',
  'account.password': '已设置密码',
  'case.flagged': '读者报告病例',
  'draft.conflict': '草稿被拒：期间在别处保存',
  'draft.saved': '草稿已保存',
  'finding.decided': '已决定遮蔽',
  'flag.resolved': '已处理读者报告',
  'grader.exported': '已导出评分器',
  'rating.submitted': '已提交评分',
  'rating.corrected': '已更正评分',
  'round.locked': '已锁定一轮的评分',
  'answer.adjudicated': '已裁定有争议的回答',
  'reading.assigned': '已分配回答',
  'reading.reopen': '已重新打开阅读任务',
  'reading.annul': '已作废评分',
  'reading.withdraw': '已撤回阅读任务',
  'reading.reassign': '已将阅读任务转给另一评分者',
  'protocol.registered': '已登记方案',
  'protocol.amended': '已修订方案',
  'report.computed': '已计算报告',
  'series.relabelled': '已更正序列标签',
  'study.imported': '已导入研究包',
  'study.locked': '已锁定研究',
  'grader-scores.imported': '已导入评分器分数',
};

/** What each action of the audit log is called; one without a name here is shown by its key. */
export const auditActions: Catalogue<AuditActions> = { en, zh };
