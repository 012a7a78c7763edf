import { caseBootstrap, chunkSize, drawnCases, replicateValues } from '@concord/rubric/stats/case-bootstrap';
import { randomNormal } from '@concord/rubric/stats/random-normal';
import { describe, expect, it } from 'vitest';

const cases = Array.from({ length: 37 }, (_, i) => [1 + (i % 3), (i * 7) % 11]);
const mean = ([n = 0, sum = 0]: ArrayLike<number> & Iterable<number>): number => sum / n;
const replicates = 3 * chunkSize + 20;

describe('case bootstrap', () => {
  it('gives the same replicates whole or in chunks, in whatever order the chunks are made', () => {
    const [whole = []] = replicateValues(cases, [mean], drawnCases(37, replicates, 5));
    const chunks = [3, 1, 0, 2].map((chunk) => {
      const [values = []] = replicateValues(cases, [mean], drawnCases(37, replicates, 5, chunk, chunk + 1));
      return { chunk, values };
    });
    expect(whole).toHaveLength(replicates);
    expect(chunks.sort((a, b) => a.chunk - b.chunk).flatMap(({ values }) => values)).toEqual(whole);
  });

  it('has the standard error of a ratio that the delta method gives', () => {
    const { standardError } = caseBootstrap(cases, mean, { replicates: 10_000, seed: 1 });
    const total = cases.reduce((sum, [n = 0]) => sum + n, 0);
    const ratio = cases.reduce((sum, [, value = 0]) => sum + value, 0) / total;
    const squares = cases.reduce((sum, [n = 0, value = 0]) => sum + (value - ratio * n) ** 2, 0);
    expect((standardError ?? 0) / (Math.sqrt(squares) / total)).toBeCloseTo(1, 1);
  });

  it('gives no interval of one case', () => {
    expect(caseBootstrap(cases.slice(0, 1), mean, { replicates: 100, seed: 1 })).toEqual({
      undefinedReplicates: 0,
      replicates: 0,
    });
  });
});

it('draws normal numbers with mean 0, variance 1 and as many beyond 1.96 as there should be', () => {
  const normal = randomNormal(3, 0);
  const values = Array.from({ length: 100_000 }, normal);
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value * value, 0);
  // Bounds of four standard errors.
  expect(Math.abs(sum / 100_000)).toBeLessThan(4 / Math.sqrt(100_000));
  expect(Math.abs(squares / 100_000 - 1)).toBeLessThan(4 * Math.sqrt(2 / 100_000));
  const beyond = values.filter((value) => Math.abs(value) > 1.959964).length / 100_000;
  expect(Math.abs(beyond - 0.05)).toBeLessThan(4 * Math.sqrt((0.05 * 0.95) / 100_000));
});
