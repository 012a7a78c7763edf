import { fewestCases } from '../gate/gate.ts';
import type { Language } from '../model/local-text.ts';
import type { CalibrationReport } from './calibration-report.ts';
import { detailWords } from './detail-words.ts';
import { fillWords } from './fill-words.ts';
import type { Block } from './report-block.ts';

/** What the study still needs before the report can say more; nothing where nothing is missing. */
export function missingBlocks(report: CalibrationReport, language: Language): Block[] {
  const words = detailWords(language).missing;
  const { flow, study, graders, gradersWithheld } = report;
  const { cases } = flow.withConsensus;
  const items = [
    ...(flow.test.responses === 0 ? [words.noResponses] : []),
    ...(flow.test.responses > 0 && flow.read.responses === 0 ? [words.noRatings] : []),
    ...(flow.read.responses > 0 && cases === 0 ? [fillWords(words.noConsensus, { k: study.minRaters })] : []),
    ...(cases > 0 && cases < fewestCases ? [fillWords(words.fewCases, { n: cases, need: fewestCases })] : []),
    ...(gradersWithheld ? [words.notLocked] : []),
    ...(!gradersWithheld && Object.keys(graders).length === 0 ? [words.noGraders] : []),
    ...Object.entries(graders)
      .filter(([, { total }]) => total.pearson.n === 0)
      .map(([id]) => fillWords(words.unscored, { id })),
  ];
  if (items.length === 0) return [];
  return [
    { kind: 'heading', level: 2, text: words.title },
    { kind: 'list', items },
  ];
}
