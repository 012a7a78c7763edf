import type { StudyContent } from './study.ts';

const weights: Record<string, number> = {
  diagnosis: 0.3,
  findings: 0.25,
  integration: 0.2,
  differential: 0.15,
  'next-step': 0.1,
};

const total = (scoreOf: (id: string) => number): number =>
  Object.entries(weights).reduce((sum, [id, weight]) => sum + weight * scoreOf(id), 0) * 20;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Agreement of one planted grader with the mean of the readers on test cases: Pearson r and bias (0 to 100 points). */
export type PlantedAgreement = { grader: string; n: number; r: number; bias: number };

/** A quick look at what was planted; the product's own report is the real computation. */
export function checkPlanted(content: StudyContent): PlantedAgreement[] {
  const test = new Set(content.cases.filter((item) => item.split === 'test').map(({ id }) => id));
  const caseOf = new Map(content.tasks.map((task) => [task.id, task.case]));
  const inTest = new Set(
    content.responses.filter(({ task }) => test.has(caseOf.get(task) ?? '')).map(({ id }) => id),
  );
  const totals = new Map<string, number[]>();
  for (const { response, content: rating } of content.ratings) {
    const value = total((id) => {
      const answer = rating.scores[id];
      return answer && 'value' in answer ? answer.value : 0;
    });
    totals.set(response, [...(totals.get(response) ?? []), value]);
  }
  return content.graders.map(({ id: grader }) => {
    const pairs = content.graderScores
      .filter((line) => line.grader === grader && inTest.has(line.response))
      .map((line) => ({ x: total((id) => line.scores[id] ?? 0), y: mean(totals.get(line.response) ?? []) }));
    const mx = mean(pairs.map(({ x }) => x));
    const my = mean(pairs.map(({ y }) => y));
    const sum = (term: (pair: { x: number; y: number }) => number): number =>
      pairs.reduce((all, pair) => all + term(pair), 0);
    const r =
      sum(({ x, y }) => (x - mx) * (y - my)) /
      Math.sqrt(sum(({ x }) => (x - mx) ** 2) * sum(({ y }) => (y - my) ** 2));
    return { grader, n: pairs.length, r, bias: mx - my };
  });
}
