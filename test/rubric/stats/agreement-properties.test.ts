import { adjacentAgreement } from '@concord/rubric/stats/adjacent-agreement';
import { brennanPrediger } from '@concord/rubric/stats/brennan-prediger';
import type { Pair, RatingMatrix } from '@concord/rubric/stats/data';
import { exactAgreement } from '@concord/rubric/stats/exact-agreement';
import { fleissKappa } from '@concord/rubric/stats/fleiss-kappa';
import { graderAgainstRaters } from '@concord/rubric/stats/grader-against-raters';
import { gwetAc1 } from '@concord/rubric/stats/gwet-ac1';
import { gwetAc2 } from '@concord/rubric/stats/gwet-ac2';
import { icc } from '@concord/rubric/stats/icc';
import { kendallTauB } from '@concord/rubric/stats/kendall-tau-b';
import { krippendorffAlpha } from '@concord/rubric/stats/krippendorff-alpha';
import { alphaBootstrap } from '@concord/rubric/stats/krippendorff-alpha-bootstrap';
import { linCcc } from '@concord/rubric/stats/lin-ccc';
import { pearson } from '@concord/rubric/stats/pearson';
import { percentAgreement } from '@concord/rubric/stats/percent-agreement';
import { raterUse } from '@concord/rubric/stats/rater-severity';
import { spearman } from '@concord/rubric/stats/spearman';
import type { RatingCell } from '@concord/rubric/stats/table/parse-ratings';
import { statsReport } from '@concord/rubric/stats/table/stats-report';
import { weightedKappa } from '@concord/rubric/stats/weighted-kappa';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const categories = [0, 1, 2, 3, 4, 5];
const scale = { min: 0, max: 5 };
const score = fc.integer({ min: 0, max: 5 });
const cell = fc.option(score, { freq: 4 });
const table = (raters: number) =>
  fc.array(fc.tuple(...Array.from({ length: raters }, () => cell), fc.integer({ min: 0, max: 7 })), {
    maxLength: 25,
  });
const matrixOf = (rows: readonly (readonly (number | null)[])[], raters: number): RatingMatrix => ({
  itemIds: rows.map((_, i) => `i${i}`),
  caseIds: rows.map((row) => `c${row[raters]}`),
  raterIds: Array.from({ length: raters }, (_, j) => `r${j}`),
  values: rows.map((row) => row.slice(0, raters)),
});
const matrix = fc
  .integer({ min: 1, max: 4 })
  .chain((raters) => table(raters).map((rows) => matrixOf(rows, raters)));
const pairs = fc
  .array(fc.tuple(score, score, fc.integer({ min: 0, max: 9 })), { maxLength: 30 })
  .map((rows) =>
    rows.map(
      ([consensus, grader, at], i): Pair => ({ itemId: `i${i}`, caseId: `c${at}`, consensus, grader }),
    ),
  );

const ofRaters = {
  percent: (m: RatingMatrix) => percentAgreement(m, categories),
  fleiss: (m: RatingMatrix) => fleissKappa(m, categories),
  ac1: (m: RatingMatrix) => gwetAc1(m, categories),
  ac2: (m: RatingMatrix) => gwetAc2(m, categories, 'quadratic'),
  brennanPrediger: (m: RatingMatrix) => brennanPrediger(m, categories),
  nominal: (m: RatingMatrix) => krippendorffAlpha(m, 'nominal'),
  ordinal: (m: RatingMatrix) => krippendorffAlpha(m, 'ordinal'),
  interval: (m: RatingMatrix) => krippendorffAlpha(m, 'interval'),
};
const near = (found: unknown, wanted: unknown): void => {
  const [a, b] = [found, wanted] as { value?: number; undefined?: string }[];
  expect(a?.undefined).toBe(b?.undefined);
  if (b?.value !== undefined) expect(a?.value).toBeCloseTo(b.value, 9);
};

/** Every number anywhere in a result is finite and nothing is null. */
function expectFinite(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  else expect(value).not.toBeNull();
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(expectFinite);
}

describe('agreement of raters, whatever the table', () => {
  it('does not depend on the order of items, to the last bit', () => {
    fc.assert(
      fc.property(matrix, (m) => {
        const turned: RatingMatrix = {
          itemIds: m.itemIds.toReversed(),
          caseIds: m.caseIds.toReversed(),
          raterIds: m.raterIds,
          values: m.values.toReversed(),
        };
        for (const statistic of Object.values(ofRaters)) expect(statistic(turned)).toEqual(statistic(m));
        expect(raterUse(turned)).toEqual(raterUse(m));
        const options = { replicates: 50, seed: 1 };
        expect(alphaBootstrap(turned, 'ordinal', options)).toEqual(alphaBootstrap(m, 'ordinal', options));
      }),
      { numRuns: 60 },
    );
  });

  it('does not depend on which rater stands in which column', () => {
    fc.assert(
      fc.property(matrix, (m) => {
        const turned = {
          ...m,
          raterIds: m.raterIds.toReversed(),
          values: m.values.map((row) => row.toReversed()),
        };
        for (const statistic of Object.values(ofRaters)) near(statistic(turned), statistic(m));
      }),
      { numRuns: 60 },
    );
  });

  it('is nominal: other names of the categories change nothing; ordinal: nor does any rising map', () => {
    fc.assert(
      fc.property(matrix, fc.shuffledSubarray(categories, { minLength: 6 }), (m, names) => {
        const renamed = (map: (value: number) => number): RatingMatrix => ({
          ...m,
          values: m.values.map((row) => row.map((value) => (value === null ? null : map(value)))),
        });
        const other = renamed((value) => names[value] ?? 0);
        for (const name of ['percent', 'fleiss', 'ac1', 'brennanPrediger', 'nominal'] as const)
          near(ofRaters[name](other), ofRaters[name](m));
        near(ofRaters.ordinal(renamed((value) => value ** 3 + 1)), ofRaters.ordinal(m));
        near(ofRaters.interval(renamed((value) => 3 * value - 7)), ofRaters.interval(m));
      }),
      { numRuns: 60 },
    );
  });

  it('stays within its bounds and never says NaN', () => {
    fc.assert(
      fc.property(matrix, (m) => {
        for (const statistic of Object.values(ofRaters)) {
          const found = statistic(m);
          expectFinite(found);
          if ('value' in found) expect(found.value).toBeLessThanOrEqual(1 + 1e-12);
        }
        expectFinite(icc(m));
        expectFinite(raterUse(m));
      }),
      { numRuns: 60 },
    );
  });

  it('leaves a pair of raters alone when a third one misses a cell', () => {
    fc.assert(
      fc.property(table(3), fc.nat(), (rows, at) => {
        fc.pre(rows.length > 0);
        const full = matrixOf(rows, 3);
        const values = full.values.map((row, i) =>
          i === at % rows.length ? [row[0] ?? null, row[1] ?? null, null] : row,
        );
        const grader = new Map(full.itemIds.map((itemId, i) => [itemId, (i * 7) % 6]));
        const [first, second] = graderAgainstRaters(full, grader);
        const [again, too] = graderAgainstRaters({ ...full, values }, grader);
        expect([again, too]).toEqual([first, second]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('grader against consensus, whatever the scores', () => {
  it('is the same when both sides are exchanged', () => {
    fc.assert(
      fc.property(pairs, (data) => {
        const turned = data.map((pair) => ({ ...pair, consensus: pair.grader, grader: pair.consensus }));
        for (const statistic of [pearson, spearman, kendallTauB, linCcc])
          near(statistic(turned), statistic(data));
        for (const weights of ['unweighted', 'linear', 'quadratic'] as const)
          near(weightedKappa(turned, scale, weights), weightedKappa(data, scale, weights));
      }),
    );
  });

  it('has rank correlations that no rising map moves', () => {
    fc.assert(
      fc.property(pairs, (data) => {
        const bent = data.map((pair) => ({ ...pair, grader: Math.exp(pair.grader) }));
        near(spearman(bent), spearman(data));
        near(kendallTauB(bent), kendallTauB(data));
      }),
    );
  });

  it('counts pairs for Kendall as counting them one by one does', () => {
    fc.assert(
      fc.property(pairs, (data) => {
        let [score, x, y] = [0, 0, 0];
        data.forEach((a, i) => {
          for (const b of data.slice(0, i)) {
            const dx = Math.sign(a.consensus - b.consensus);
            const dy = Math.sign(a.grader - b.grader);
            score += dx * dy;
            x += dx * dx;
            y += dy * dy;
          }
        });
        const found = kendallTauB(data);
        if ('value' in found) expect(found.value).toBeCloseTo(score / Math.sqrt(x * y), 12);
        else expect(x * y).toBe(0);
      }),
    );
  });

  it('agrees within one point at least as often as exactly', () => {
    fc.assert(
      fc.property(pairs, (data) => {
        const [exact, adjacent] = [exactAgreement(data, scale), adjacentAgreement(data, scale)];
        if ('value' in exact && 'value' in adjacent)
          expect(adjacent.value).toBeGreaterThanOrEqual(exact.value);
      }),
    );
  });
});

it('reports no NaN, Infinity or null and the same bytes for rows in another order', () => {
  fc.assert(
    fc.property(table(3), (rows) => {
      const cells = rows.flatMap((row, i) =>
        ['h1', 'h2', 'g'].flatMap((raterId, j): RatingCell[] => {
          const value = row[j] ?? null;
          return [
            {
              itemId: `i${i}`,
              caseId: `c${row[3]}`,
              dimension: 'plan',
              raterId,
              raterKind: raterId === 'g' ? 'llm' : 'human',
              repeat: 0,
              status: value === null ? 'missing' : 'scored',
              score: value,
            },
          ];
        }),
      );
      const options = {
        replicates: 100,
        seed: 1,
        epsilon: 0.2,
        scaleOf: () => ({ kind: 'ordinal', min: 0, max: 5 }) as const,
      };
      const report = statsReport(cells, options);
      expectFinite(report);
      expect(JSON.stringify(statsReport(cells.toReversed(), options))).toBe(JSON.stringify(report));
    }),
    { numRuns: 40 },
  );
});
