import type { Language } from '../model/local-text.ts';
import { detailWords } from './detail-words.ts';
import { fillWords as fill } from './fill-words.ts';
import type { GraderReport } from './grader-report.ts';
import type { HumanReport } from './human-report.ts';
import type { Block } from './report-block.ts';
import { reportWords } from './report-words.ts';
import { showEstimate } from './show-number.ts';

/** What the grader alone would say of each respondent, beside what the clinicians' readings correct it to. */
export function respondentBlocks({ respondents }: GraderReport, language: Language): Block[] {
  const words = reportWords(language);
  const { respondent } = detailWords(language);
  return [
    {
      kind: 'table',
      caption: respondent.caption,
      heads: respondent.heads,
      rows: respondents.map((each) => [
        each.respondentId,
        showEstimate(each.grader, words, 1),
        showEstimate(each.clinicians, words, 1),
        showEstimate(each.corrected, words, 1),
        showEstimate(each.calledCorrect, words, 2),
        showEstimate(each.correctedCorrect, words, 2),
        each.grader.n,
        each.clinicians.n,
        each.grader.nCases,
      ]),
    },
    { kind: 'paragraph', text: respondent.note },
  ];
}

/** pass@k of each respondent by the clinicians; nothing where nobody judged correctness. */
export function passAtKBlocks({ passAtK }: HumanReport, language: Language): Block[] {
  if (passAtK.length === 0) return [];
  const words = reportWords(language);
  const { passAtK: own } = detailWords(language);
  return [
    {
      kind: 'table',
      caption: own.caption,
      heads: own.heads,
      rows: passAtK.map(({ respondentId, k, estimate }) => [
        respondentId,
        fill(own.measure, { k }),
        showEstimate(estimate, words, 2),
        estimate.n,
        estimate.nCases,
      ]),
    },
  ];
}
