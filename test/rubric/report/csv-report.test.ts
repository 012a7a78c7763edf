import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { csvReport } from '@concord/rubric/report/csv-report';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { plantedStudy } from './planted-study.ts';

const report = calibrationReport(plantedStudy(40, 1));
const read = (of = report): Record<string, string>[] =>
  parse(csvReport(of), { columns: true, record_delimiter: '\r\n' });

describe('the report as a table', () => {
  it('has the verdict, the conditions and every estimate of every grader, unrounded', () => {
    const rows = read();
    const { close } = report.graders;
    if (!close || !('value' in close.total.pearson)) throw new Error('no r');
    const [verdict] = rows.filter(
      ({ part, grader, dimension }) => part === 'verdict' && grader === 'close' && dimension === 'total',
    );
    expect(verdict?.['outcome']).toBe('pass');
    const [r] = rows.filter(
      ({ part, grader, dimension, statistic }) =>
        part === 'grader' && grader === 'close' && dimension === 'total' && statistic === 'pearson',
    );
    expect(Number(r?.['value'])).toBe(close.total.pearson.value);
    expect(Number(r?.['low'])).toBe(close.total.pearson.interval?.low);
    expect(r).toMatchObject({ n: '200', n_cases: '40', undefined: '' });
    expect(rows.filter(({ part }) => part === 'condition')).toHaveLength(
      Object.values(report.graders).reduce((sum, { conditions }) => sum + conditions.length, 0),
    );
  });

  it('leaves no row without its n, but for verdicts, and no value that is not a number', () => {
    for (const row of read().filter(({ part }) => part !== 'verdict')) {
      expect(row['n'], JSON.stringify(row)).toMatch(/^\d+$/);
      if (row['undefined'] === '') expect(Number.isFinite(Number(row['value']))).toBe(true);
      else expect(row['value']).toBe('');
    }
    expect(csvReport(report)).not.toMatch(/NaN|Infinity|\[object|undefined,undefined/);
  });

  it('says in each row that the data are synthetic', () => {
    expect(new Set(read().map(({ data }) => data))).toEqual(new Set(['synthetic demonstration data']));
  });

  it('gives no spreadsheet a formula', () => {
    const forged = {
      ...report,
      graders: { '=1+1': report.graders['close'] as NonNullable<(typeof report.graders)[string]> },
    };
    expect(read(forged).some(({ grader }) => grader === "'=1+1")).toBe(true);
  });

  it('before the lock holds the clinicians only', () => {
    const open = plantedStudy(40, 1);
    const before = calibrationReport({ ...open, study: { ...open.study, lockedAt: null } });
    expect(new Set(read(before).map(({ part }) => part))).toEqual(new Set(['human']));
  });
});
