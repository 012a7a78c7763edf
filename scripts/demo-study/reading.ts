import type { AssignmentLine, RatingLine } from '@concord/rubric/contract/bundle/reading';
import { dimensionIds, observe, planted } from './latent.ts';
import type { Vector } from './latent.ts';
import { randomFor } from './random.ts';
import type { Random } from './random.ts';

/** A response with what was planted in it. */
export type PlantedResponse = { id: string; case: string; quality: Vector; errors: readonly string[] };

/** An order in which answers to one case lie at least about half of the cases apart. */
export function spacedOrder<T extends { case: string }>(items: readonly T[], random: Random): T[] {
  const perCase = new Map<string, T[]>();
  for (const item of random.shuffle(items)) perCase.set(item.case, [...(perCase.get(item.case) ?? []), item]);
  const last = new Map<string, number>();
  const gap = Math.ceil(perCase.size / 2);
  const order: T[] = [];
  while (order.length < items.length) {
    // One pass takes one answer of every case that still has one.
    let open = random.shuffle([...perCase.keys()].filter((key) => (perCase.get(key)?.length ?? 0) > 0));
    while (open.length > 0) {
      const age = (key: string): number => order.length - (last.get(key) ?? -1e6);
      const chosen = open.find((key) => age(key) >= gap) ?? open.toSorted((a, b) => age(b) - age(a))[0];
      if (chosen === undefined) break;
      const item = perCase.get(chosen)?.pop();
      if (item) order.push(item);
      last.set(chosen, order.length - 1);
      open = open.filter((key) => key !== chosen);
    }
  }
  return order;
}

const comments = [
  'Good use of the ADC map.',
  'The side is stated clearly.',
  'Too sure for what the images show.',
  'Findings are right, the conclusion is thin.',
  'Would have liked vessel imaging to be mentioned earlier.',
  'Concise and safe.',
];

/** Assignments and submitted ratings of the three readers over all study responses. */
export function readStudy(responses: readonly PlantedResponse[], seed: number) {
  const assignments: AssignmentLine[] = [];
  const ratings: RatingLine[] = [];
  Object.entries(planted.raters).forEach(([rater, severity], index) => {
    const random = randomFor(seed, 'reading', rater);
    let clock = Date.UTC(2025, 2, 3 + index, 8, 0, 0);
    spacedOrder(responses, random).forEach((response, position) => {
      assignments.push({ rater, response: response.id, position, kind: 'study' });
      const scores = observe(response.quality, severity, planted.raterSd, random);
      const errors = response.errors.filter(() => random.uniform() < 0.85);
      // A long session ends after 25 readings; the next one starts two days later.
      clock += position > 0 && position % 25 === 0 ? 165_600_000 : (150 + random.below(420)) * 1000;
      ratings.push({
        rater,
        response: response.id,
        kind: 'study',
        content: {
          scores: Object.fromEntries(dimensionIds.map((id, at) => [id, { value: scores[at] ?? 0 }])),
          correctness: (scores[0] ?? 0) >= 3 ? 'correct' : 'incorrect',
          errors,
          primaryError: errors.length > 0 ? random.pick(errors) : null,
          comment: random.uniform() < 0.12 ? random.pick(comments) : '',
        },
        submittedAt: new Date(clock).toISOString(),
      });
    });
  });
  return { assignments, ratings };
}
