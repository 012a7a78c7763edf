import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Estimate } from '@concord/rubric/stats/estimate';
import { parseRatings } from '@concord/rubric/stats/table/parse-ratings';
import { statsReport } from '@concord/rubric/stats/table/stats-report';
import type { TableScale } from '@concord/rubric/stats/table/table-scale';
import { describe, expect, it } from 'vitest';

const corpus = join(process.env.CONCORD_CORPUS ?? resolve('../shared/corpus'), 'ratings');
const present = existsSync(corpus);
const tables = ['10k_prompts', 'cebab_aspects', 'lesion', 'lgbteen', 'mtbench'];
type Expected = {
  metric: string;
  epsilon: number;
  alt_test: Record<string, { winning_rate: number; advantage_probability: number; passed: boolean }>;
  pearson_vs_human_mean: Record<string, Record<string, number> & { fisher_ci95: [number, number] }>;
};

describe.skipIf(!present)(`public ratings with known figures (skipped where ${corpus} is absent)`, () => {
  it.each(tables)('%s: alt-test and correlations of every judge', (name) => {
    const expected = JSON.parse(readFileSync(join(corpus, name, 'expected.json'), 'utf8')) as Expected;
    const records = readFileSync(join(corpus, name, 'ratings.csv'), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((text, i) => ({ line: i + 1, cells: text.split(',') }));
    const categories = [...new Set(records.slice(1).map(({ cells }) => cells[5] ?? ''))];
    const scale: TableScale =
      expected.metric === 'accuracy'
        ? { kind: 'nominal', categories: categories.filter(Boolean) }
        : { kind: 'undeclared' };
    const { cells, problems } = parseRatings(records, () => scale);
    expect(problems).toEqual([]);
    const options = { replicates: 100, seed: 1, epsilon: expected.epsilon, scaleOf: () => scale };
    const { pooled } = statsReport(cells, options);
    if ('undefined' in pooled) throw new Error(pooled.undefined);
    for (const [grader, want] of Object.entries(expected.alt_test)) {
      const test = pooled.graders[grader]?.altTest;
      const valueOf = (estimate: Estimate | undefined): number =>
        estimate && 'value' in estimate ? estimate.value : Number.NaN;
      expect(valueOf(test?.winningRate)).toBeCloseTo(want.winning_rate, 9);
      expect(valueOf(test?.advantageProbability)).toBeCloseTo(want.advantage_probability, 9);
      expect(test?.passed).toBe(want.passed);
    }
    for (const [grader, want] of Object.entries(expected.pearson_vs_human_mean)) {
      const value = (key: string): { value: number; n: number; interval: { low: number; high: number } } =>
        pooled.graders[grader]?.[key] as never;
      expect(value('pearson').n).toBe(want.n);
      expect(value('pearson').value).toBeCloseTo(want.pearson_r ?? 0, 9);
      expect(value('pearsonFisher').interval.low).toBeCloseTo(want.fisher_ci95[0], 9);
      expect(value('pearsonFisher').interval.high).toBeCloseTo(want.fisher_ci95[1], 9);
      expect(value('spearman').value).toBeCloseTo(want.spearman_rho ?? 0, 9);
      expect(value('kendallTauB').value).toBeCloseTo(want.kendall_tau_b ?? 0, 9);
      expect(value('mae').value).toBeCloseTo(want.mae ?? 0, 9);
      expect(value('bias').value).toBeCloseTo(want.bias_llm_minus_human ?? 0, 9);
    }
  });
});
