import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Estimate } from '@concord/rubric/stats/estimate';
import type { StatsReport } from '@concord/rubric/stats/table/stats-report';
import { describe, expect, it } from 'vitest';

const corpus = join(process.env.CONCORD_CORPUS ?? resolve('../shared/corpus'), 'ratings');
const present = existsSync(corpus);
const tables = ['10k_prompts', 'cebab_aspects', 'lesion', 'lgbteen', 'mtbench'];
const compared = [
  'bias_llm_minus_human',
  'fisher_ci95',
  'kendall_tau_b',
  'mae',
  'n',
  'pearson_r',
  'spearman_rho',
];
type Expected = {
  metric: string;
  epsilon: number;
  alt_test: Record<string, { winning_rate: number; advantage_probability: number; passed: boolean }>;
  pearson_vs_human_mean: Record<string, Record<string, number> & { fisher_ci95: [number, number] }>;
};

describe.skipIf(!present)(`public ratings with known figures (skipped where ${corpus} is absent)`, () => {
  it.each(tables)('%s: `concord stats --json` gives alt-test and correlations of every judge', (name) => {
    const expected = JSON.parse(readFileSync(join(corpus, name, 'expected.json'), 'utf8')) as Expected;
    const file = join(corpus, name, 'ratings.csv');
    const options = ['--json', '--replicates', '100', '--epsilon', String(expected.epsilon)];
    if (expected.metric === 'accuracy') {
      const rows = readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(1);
      const categories = new Set(rows.map((row) => row.split(',')[5] ?? '').filter(Boolean));
      options.push('--scale', `nominal:${[...categories].join(',')}`);
    }
    const command = [resolve('apps/server/dist/cli/main.js'), 'stats', file, ...options];
    const printed = execFileSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 1 << 28 });
    expect(printed).not.toMatch(/NaN|Infinity|: null/);
    const { pooled } = JSON.parse(printed) as StatsReport;
    if ('undefined' in pooled) throw new Error(pooled.undefined);
    for (const [grader, want] of Object.entries(expected.alt_test)) {
      expect(Object.keys(want).sort()).toEqual(['advantage_probability', 'passed', 'winning_rate']);
      const test = pooled.graders[grader]?.altTest;
      const valueOf = (estimate: Estimate | undefined): number =>
        estimate && 'value' in estimate ? estimate.value : Number.NaN;
      expect(valueOf(test?.winningRate)).toBeCloseTo(want.winning_rate, 9);
      expect(valueOf(test?.advantageProbability)).toBeCloseTo(want.advantage_probability, 9);
      expect(test?.passed).toBe(want.passed);
    }
    for (const [grader, want] of Object.entries(expected.pearson_vs_human_mean)) {
      expect(Object.keys(want).sort()).toEqual(compared);
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
