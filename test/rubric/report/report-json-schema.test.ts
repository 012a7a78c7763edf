import { readFileSync } from 'node:fs';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { reportJsonSchema, reportJsonShape } from '@concord/rubric/report/report-json-schema';
import { describe, expect, it } from 'vitest';
import { plantedStudy } from './planted-study.ts';

const published = new URL('../../../data/schemas/calibration-report.schema.json', import.meta.url);

describe('The published schema of the report', () => {
  it('is the file in data/schemas', () => {
    expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(reportJsonSchema())),
    );
  });

  it.each([
    ['a whole study', plantedStudy(40, 1)],
    ['too few cases', plantedStudy(3, 1)],
    ['no ratings', { ...plantedStudy(4, 1), ratings: [] }],
    [
      'one rater',
      {
        ...plantedStudy(6, 1),
        ratings: plantedStudy(6, 1).ratings.filter(({ raterId }) => raterId === 'rater-0'),
      },
    ],
    ['no responses', { ...plantedStudy(1, 1), responses: [], ratings: [] }],
    [
      'a study before its lock',
      { ...plantedStudy(4, 1), study: { ...plantedStudy(1, 1).study, lockedAt: null } },
    ],
  ])('holds for a report of %s, to the key and without NaN', (_what, input) => {
    // As it is written: a number that is not finite would be null there.
    const written: unknown = JSON.parse(JSON.stringify(calibrationReport(input)));
    expect(reportJsonShape.safeParse(written).error?.issues ?? []).toEqual([]);
  });
});
