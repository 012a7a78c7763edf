import type { ConditionId, ConditionReason, Outcome, Verdict, VerdictReason } from '../gate/gate.ts';
import type { Language } from '../model/local-text.ts';
import type { UndefinedReason } from '../stats/estimate.ts';
import type { NoConsensusReason } from './consensus.ts';

/** All words of the printed report in one language. */
export type ReportWords = {
  title: string;
  researchUse: string;
  synthetic: string;
  to: string;
  undefinedWord: string;
  undefinedReason: Record<UndefinedReason, string>;
  verdict: Record<Verdict, string>;
  approximate: string;
  verdictReason: Record<VerdictReason, string>;
  condition: Record<ConditionId, string>;
  outcome: Record<Outcome, string>;
  conditionReason: Record<ConditionReason, string>;
  bar: Record<ConditionId, string>;
  noConsensus: Record<NoConsensusReason, string>;
  heads: Record<
    | 'condition'
    | 'estimate'
    | 'bar'
    | 'outcome'
    | 'reason'
    | 'measure'
    | 'dimension'
    | 'ceiling'
    | 'bias'
    | 'mae'
    | 'agreement'
    | 'verdict'
    | 'stratum'
    | 'n'
    | 'cases'
    | 'responses'
    | 'raters'
    | 'ratings'
    | 'step',
    string
  >;
  measures: Record<
    | 'pearson'
    | 'pearsonFisher'
    | 'bias'
    | 'mae'
    | 'rmse'
    | 'ccc'
    | 'limitLow'
    | 'limitHigh'
    | 'effective'
    | 'iccA1'
    | 'percentile'
    | 'like'
    | 'spearman'
    | 'slope'
    | 'alpha'
    | 'iccHuman'
    | 'ceiling',
    string
  >;
  flow: Record<'imported' | 'test' | 'read' | 'withConsensus' | 'analysed', string>;
  sections: Record<
    | 'study'
    | 'flow'
    | 'human'
    | 'estimates'
    | 'dimensions'
    | 'strata'
    | 'influence'
    | 'cells'
    | 'limits'
    | 'digest',
    string
  >;
  estimand: string;
  limits: string[];
  withheld: string;
  noCells: string;
  more: string;
  tooClose: string;
  minimum: string;
  scatter: { title: string; description: string; x: string; y: string; identity: string };
  blandAltman: { title: string; description: string; x: string; y: string; bias: string; limits: string };
};

const en: ReportWords = {
  title: 'Calibration report',
  researchUse: 'Research use, not for diagnosis.',
  synthetic: 'Synthetic demonstration data: no number here says anything of a real grader.',
  to: 'to',
  undefinedWord: 'undefined',
  undefinedReason: {
    'no-data': 'no data',
    'too-few-items': 'too few responses',
    'too-few-cases': 'too few cases',
    'too-few-raters': 'too few raters',
    'no-variation': 'scores do not vary',
    'no-overlap': 'no shared responses',
    'single-category': 'a single category',
    'scale-not-declared': 'scale not declared',
    'scales-differ': 'scales differ',
    'not-estimable': 'not estimable',
  },
  verdict: { pass: 'PASS', fail: 'FAIL', inconclusive: 'INCONCLUSIVE' },
  approximate: 'approximate interval (fewer than 40 cases)',
  verdictReason: {
    'all-conditions-hold': 'Every registered condition holds.',
    'a-condition-fails': 'At least one registered condition fails.',
    'a-condition-is-undecided': 'No condition fails, but at least one is undecided.',
    'too-few-cases': 'Fewer than 25 test cases: no verdict is given.',
    'r-undefined': 'Agreement r is undefined.',
    'r-without-interval': 'Agreement r has no interval.',
  },
  condition: {
    r: 'Agreement r with the consensus',
    bias: 'Mean bias (grader − consensus), points',
    coverage: 'Coverage (share of responses scored)',
    'dangerous-cells': 'Dangerous cells (share of responses)',
  },
  outcome: { holds: 'holds', fails: 'fails', undecided: 'undecided' },
  conditionReason: {
    'interval-clear': 'whole interval within',
    'interval-beyond': 'whole interval beyond',
    'interval-spans-bar': 'interval spans the bar',
    census: 'counted, no interval',
    'no-safety-dimension': 'the rubric has no safety dimension',
    undefined: 'undefined',
    'no-interval': 'no interval',
  },
  bar: {
    r: 'lower bound above',
    bias: 'whole interval inside ±',
    coverage: 'at least',
    'dangerous-cells': 'at most',
  },
  noConsensus: {
    'no-rating': 'not rated',
    'too-few-ratings': 'too few ratings',
    'unscored-dimension': 'a dimension without enough scores',
  },
  heads: {
    condition: 'Condition',
    estimate: 'Estimate (interval)',
    bar: 'Bar',
    outcome: 'Outcome',
    reason: 'Why',
    measure: 'Measure',
    dimension: 'Dimension',
    ceiling: 'Human ceiling',
    bias: 'Bias',
    mae: 'Mean absolute error',
    agreement: 'r (interval)',
    verdict: 'Same rule',
    stratum: 'Stratum',
    n: 'n',
    cases: 'Cases',
    responses: 'Responses',
    raters: 'Raters',
    ratings: 'Ratings',
    step: 'Step',
  },
  measures: {
    pearson: 'Pearson r (cases are the unit)',
    pearsonFisher: 'Pearson r, textbook interval (assumes independent responses)',
    bias: 'Mean bias, points',
    mae: 'Mean absolute error, points',
    rmse: 'Root mean square error, points',
    ccc: 'Lin’s concordance (CCC)',
    limitLow: 'Lower limit of agreement, points',
    limitHigh: 'Upper limit of agreement, points',
    effective: 'Effective sample size, responses',
    percentile: 'Pearson r, case bootstrap, percentile',
    like: 'Grader with the same raters left out in turn, mean r',
    iccA1: 'ICC(A,1) of grader and consensus',
    spearman: 'Spearman rank correlation',
    slope: 'Slope of grader on consensus (Deming)',
    alpha: 'Krippendorff’s alpha among clinicians, interval',
    iccHuman: 'ICC(A,1) among clinicians',
    ceiling: 'Human ceiling: r of a rater with the others, mean',
  },
  flow: {
    imported: 'Imported',
    test: 'In the test split',
    read: 'Read by at least one rater',
    withConsensus: 'With a consensus',
    analysed: 'Analysed: scored by',
  },
  sections: {
    study: 'Study',
    flow: 'From import to analysis',
    human: 'Clinicians among themselves',
    estimates: 'Estimates on the total',
    dimensions: 'By dimension',
    strata: 'By stratum',
    influence: 'Cases that drive the interval',
    cells: 'Dangerous cells',
    limits: 'What r cannot show',
    digest: 'Digest',
  },
  estimand:
    'Agreement r is the correlation of the grader’s total with the mean total of these raters, over cases like these and with this mix of respondents. Raters are fixed: uncertainty about the panel is outside the interval.',
  limits: [
    'r ignores bias: a grader that is one point too kind everywhere has the same r. Read bias and limits of agreement beside it.',
    'r rises with the number of raters behind the consensus and with the spread of quality among the answers.',
    'r of the total says nothing of a dimension, a family or a level by itself.',
    'Rare dangerous errors barely move r; they are counted apart.',
    'The human ceiling is the agreement of one clinician with the others on the same responses.',
  ],
  withheld: 'No grader number exists before the study is locked.',
  noCells: 'None.',
  more: 'further cases: about {even} for even odds of a decision, about {four} for four in five.',
  tooClose: 'Too close to the bar to settle by adding cases.',
  minimum: 'At least {n} further cases are needed for any verdict.',
  blandAltman: {
    title: 'Difference against mean',
    description:
      'Grader minus consensus against the mean of the two; {n} responses in {cases} cases. Lines: mean difference and 95% limits of agreement.',
    x: 'Mean of grader and consensus (points)',
    y: 'Grader minus consensus (points)',
    bias: 'mean',
    limits: 'limit',
  },
  scatter: {
    title: 'Grader against consensus',
    description: '{n} responses to {cases} cases; points on the dashed line agree exactly.',
    x: 'Consensus of the clinicians, total (0–100)',
    y: 'Grader, total (0–100)',
    identity: 'exact agreement',
  },
};

const zh: ReportWords = {
  title: '校准报告',
  researchUse: '仅供研究使用，不用于诊断。',
  synthetic: '合成演示数据：此处的数字不代表任何真实评分模型。',
  to: '至',
  undefinedWord: '无定义',
  undefinedReason: {
    'no-data': '无数据',
    'too-few-items': '回答过少',
    'too-few-cases': '病例过少',
    'too-few-raters': '评分者过少',
    'no-variation': '分数无变化',
    'no-overlap': '无共同回答',
    'single-category': '仅一个类别',
    'scale-not-declared': '未声明量表',
    'scales-differ': '量表不同',
    'not-estimable': '无法估计',
  },
  verdict: { pass: '通过', fail: '不通过', inconclusive: '无定论' },
  approximate: '近似区间（少于 40 例）',
  verdictReason: {
    'all-conditions-hold': '所有登记条件均成立。',
    'a-condition-fails': '至少一项登记条件不成立。',
    'a-condition-is-undecided': '没有条件不成立，但至少一项未定。',
    'too-few-cases': '测试病例少于 25 例，不作结论。',
    'r-undefined': '一致性 r 无定义。',
    'r-without-interval': '一致性 r 无区间。',
  },
  condition: {
    r: '与共识的一致性 r',
    bias: '平均偏差（评分模型 − 共识），分',
    coverage: '覆盖率（已评分回答比例）',
    'dangerous-cells': '危险格（占回答比例）',
  },
  outcome: { holds: '成立', fails: '不成立', undecided: '未定' },
  conditionReason: {
    'interval-clear': '整个区间在界内',
    'interval-beyond': '整个区间在界外',
    'interval-spans-bar': '区间跨越界限',
    census: '全数计数，无区间',
    'no-safety-dimension': '评分标准无安全维度',
    undefined: '无定义',
    'no-interval': '无区间',
  },
  bar: { r: '下限高于', bias: '整个区间在 ±', coverage: '至少', 'dangerous-cells': '至多' },
  noConsensus: {
    'no-rating': '未评分',
    'too-few-ratings': '评分数不足',
    'unscored-dimension': '某维度分数不足',
  },
  heads: {
    condition: '条件',
    estimate: '估计值（区间）',
    bar: '界限',
    outcome: '结果',
    reason: '原因',
    measure: '指标',
    dimension: '维度',
    ceiling: '人类上限',
    bias: '偏差',
    mae: '平均绝对误差',
    agreement: 'r（区间）',
    verdict: '同一规则',
    stratum: '分层',
    n: 'n',
    cases: '病例',
    responses: '回答',
    raters: '评分者',
    ratings: '评分',
    step: '步骤',
  },
  measures: {
    pearson: 'Pearson r（以病例为单位）',
    pearsonFisher: 'Pearson r，教科书区间（假定回答相互独立）',
    bias: '平均偏差，分',
    mae: '平均绝对误差，分',
    rmse: '均方根误差，分',
    ccc: 'Lin 一致性系数（CCC）',
    limitLow: '一致性下限，分',
    limitHigh: '一致性上限，分',
    effective: '有效样本量，回答数',
    percentile: 'Pearson r，按病例自助法，百分位区间',
    like: '评分模型在同样逐一排除评分者时的平均 r',
    iccA1: '评分模型与共识的 ICC(A,1)',
    spearman: 'Spearman 秩相关',
    slope: '评分模型对共识的斜率（Deming）',
    alpha: '医生之间的 Krippendorff alpha（区间）',
    iccHuman: '医生之间的 ICC(A,1)',
    ceiling: '人类上限：单个评分者与其余评分者的 r，均值',
  },
  flow: {
    imported: '导入',
    test: '测试集',
    read: '至少一人评分',
    withConsensus: '有共识',
    analysed: '纳入分析：评分者为',
  },
  sections: {
    study: '研究',
    flow: '从导入到分析',
    human: '医生之间的一致性',
    estimates: '总分的估计',
    dimensions: '按维度',
    strata: '按分层',
    influence: '主导区间的病例',
    cells: '危险格',
    limits: 'r 不能说明什么',
    digest: '摘要值',
  },
  estimand:
    '一致性 r 是评分模型总分与这些评分者平均总分的相关，针对同类病例与同样的回答者组合。评分者视为固定：评分者组成的不确定性不在区间之内。',
  limits: [
    'r 不反映偏差：处处多给一分的评分模型 r 相同。请同时查看偏差与一致性界限。',
    'r 随共识背后的评分者人数及回答质量的离散程度而升高。',
    '总分的 r 不能单独说明某一维度、任务类别或等级。',
    '罕见的危险错误几乎不影响 r，因此单独计数。',
    '人类上限是一名医生与其他医生在相同回答上的一致性。',
  ],
  withheld: '研究锁定之前不产生任何评分模型数字。',
  noCells: '无。',
  more: '所需新增病例：约 {even} 例有一半机会作出结论，约 {four} 例有五分之四机会。',
  tooClose: '过于接近界限，增加病例难以定论。',
  minimum: '至少还需 {n} 例才能作出结论。',
  blandAltman: {
    title: '差值与均值',
    description:
      '评分模型减共识之差与两者均值的关系；{cases} 个病例中的 {n} 个回答。横线为平均差与 95% 一致性界限。',
    x: '评分模型与共识的均值（分）',
    y: '评分模型减共识（分）',
    bias: '平均',
    limits: '界限',
  },
  scatter: {
    title: '评分模型与共识',
    description: '{cases} 例的 {n} 个回答；虚线上的点完全一致。',
    x: '医生共识，总分（0–100）',
    y: '评分模型，总分（0–100）',
    identity: '完全一致',
  },
};

/** The words of a language. */
export const reportWords = (language: Language): ReportWords => (language === 'zh' ? zh : en);
