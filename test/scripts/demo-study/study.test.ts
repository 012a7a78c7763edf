import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { planCases } from '../../../scripts/demo-study/plan.ts';
import { makeNotes, makeRecord, summaryOf } from '../../../scripts/demo-study/record.ts';
import { checkPlanted } from '../../../scripts/demo-study/self-check.ts';
import { makeStudy } from '../../../scripts/demo-study/study.ts';
import { loadClinical, loadDiseases } from '../../../scripts/demo-study/tables.ts';

const diseases = loadDiseases();
const clinical = loadClinical();
const seed = 20_261_201;
const plans = planCases(diseases, seed, 46);
const content = makeStudy(diseases, plans, seed);
const work = mkdtempSync(join(tmpdir(), 'concord-study-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

function digest(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    hash.update(name);
    try {
      hash.update(readFileSync(join(folder, name)));
    } catch {
      // A folder has a name but no bytes.
    }
  }
  return hash.digest('hex');
}

describe('the demonstration study', () => {
  it('has 40 test, 4 tune and 2 training cases over all families and levels', () => {
    const study = plans.filter(({ purpose }) => purpose === 'study');
    expect(study.filter(({ split }) => split === 'test')).toHaveLength(40);
    expect(study.filter(({ split }) => split === 'tune')).toHaveLength(4);
    expect(plans.filter(({ purpose }) => purpose === 'training')).toHaveLength(2);
    expect(new Set(plans.map(({ family, level }) => `${family} ${level}`)).size).toBe(9);
    expect(plans.filter(({ matrix, slices }) => matrix >= 192 && slices >= 20)).toHaveLength(12);
  });

  it('plants a close, a generous and a noisy grader', () => {
    const found = new Map(checkPlanted(content).map((row) => [row.grader, row]));
    expect(found.get('close')?.n).toBe(200);
    expect(found.get('close')?.r).toBeGreaterThan(0.93);
    expect(Math.abs(found.get('close')?.bias ?? 99)).toBeLessThan(3);
    expect(found.get('generous')?.bias).toBeGreaterThan(15);
    expect(found.get('noisy')?.r).toBeLessThan(0.86);
  });

  it('never states the diagnosis in a summary, note or record', () => {
    for (const plan of plans) {
      const disease = diseases.find(({ id }) => id === plan.disease);
      if (!disease) throw new Error(plan.disease);
      const shown = [
        summaryOf(disease, plan),
        ...Object.values(makeNotes(disease, plan)),
        JSON.stringify(makeRecord(disease, clinical, plan, seed)),
      ].join('\n');
      for (const term of disease.terms)
        expect(
          new RegExp(`(?<![A-Za-z])${term}(?![A-Za-z])`, term === term.toUpperCase() ? '' : 'i').test(shown),
          `${plan.id}: ${term}`,
        ).toBe(false);
    }
  });

  it('never puts two answers to one case close together in a reader order', () => {
    const caseOf = new Map(content.tasks.map((task) => [task.id, task.case]));
    const caseOfResponse = new Map(content.responses.map(({ id, task }) => [id, caseOf.get(task)]));
    for (const rater of ['reader-1', 'reader-2', 'reader-3']) {
      const last = new Map<string | undefined, number>();
      for (const line of content.assignments.filter((item) => item.rater === rater)) {
        const key = caseOfResponse.get(line.response);
        expect(line.position - (last.get(key) ?? -1000)).toBeGreaterThan(5);
        last.set(key, line.position);
      }
    }
  });

  it('gives the same bytes for the same seed', () => {
    const run = (name: string, from: string): string => {
      const out = join(work, name);
      execFileSync('node', ['scripts/dist/demo-study/main.js', '--out', out, '--cases', '2', '--seed', from]);
      return digest(out);
    };
    const first = run('a', '5');
    expect(run('b', '5')).toBe(first);
    expect(run('c', '6')).not.toBe(first);
  });
});
