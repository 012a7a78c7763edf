import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { compareReports } from '@concord/rubric/report/compare-reports';
import { describe, expect, it } from 'vitest';
import { plantedStudy } from './planted-study.ts';

const study = plantedStudy(26, 1);
const before = calibrationReport(study);

describe('Two reports of one study', () => {
  it('that stand on the same inputs differ in nothing', () => {
    expect(compareReports(before, calibrationReport(plantedStudy(26, 1)))).toEqual({
      sameInputs: true,
      software: null,
      rule: [],
      counts: [],
      graders: [],
    });
  });

  it('differ by what came in between: a case less, another bar, a grader gone', () => {
    const kept = study.responses.filter(({ caseId }) => caseId !== 'case-000');
    const after = calibrationReport({
      ...study,
      responses: kept,
      ratings: study.ratings.filter(({ responseId }) => !responseId.startsWith('case-000')),
      graders: study.graders.filter(({ graderId }) => graderId !== 'noisy'),
      study: {
        ...study.study,
        protocol: { ...study.study.protocol, gate: { ...study.study.protocol.gate, biasMargin: 30 } },
      },
      softwareVersion: '0.2.0',
    });
    const changes = compareReports(before, after);
    expect(changes).toMatchObject({
      sameInputs: false,
      software: { before: '0.1.0', after: '0.2.0' },
      rule: ['biasMargin'],
    });
    expect(changes.counts).toContainEqual({ name: 'cases', before: 26, after: 25 });
    expect(changes.counts).toContainEqual({ name: 'ratings', before: 390, after: 375 });
    const graders = new Map(changes.graders.map((each) => [each.graderId, each]));
    expect(graders.get('noisy')?.verdict).toEqual({ before: before.graders['noisy']?.verdict, after: null });
    expect(graders.get('generous')?.verdict).toEqual({ before: 'fail', after: 'pass' });
    const pearson = graders.get('close')?.estimates.find(({ name }) => name === 'pearson');
    expect([pearson?.before?.n, pearson?.after?.n]).toEqual([130, 125]);
  });
});
