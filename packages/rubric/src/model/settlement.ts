import { z } from 'zod';
import type { Dispute } from './disputes.ts';
import { dimensionAnswerSchema } from './rating.ts';
import type { Rubric } from './rubric.ts';
import { correctnessAnswers } from './words.ts';

/** What an adjudicator decides: exactly what the raters dispute, nothing else. */
export const settlementSchema = z.strictObject({
  scores: z.record(z.string(), dimensionAnswerSchema),
  correctness: z.enum(correctnessAnswers).optional(),
  /** Id of an error of the taxonomy; null where the answer has none. */
  primaryError: z.string().nullable().optional(),
});
export type Settlement = z.infer<typeof settlementSchema>;

/** One thing that is wrong with a settlement; `open` is a dispute without a decision. */
export type SettlementFault = {
  /** JSON Pointer into the settlement. */
  pointer: string;
  kind: 'open' | 'not-disputed' | 'off-scale' | 'unknown-error';
};

/** What is missing from a settlement, or does not belong in it. */
export function checkSettlement(
  rubric: Rubric,
  disputes: readonly Dispute[],
  settlement: Settlement,
): SettlementFault[] {
  const faults: SettlementFault[] = [];
  const disputed = new Set(disputes.flatMap((one) => (one.on === 'dimension' ? [one.dimension] : [])));
  for (const id of disputed)
    if (!Object.hasOwn(settlement.scores, id)) faults.push({ pointer: `/scores/${id}`, kind: 'open' });
  for (const [id, answer] of Object.entries(settlement.scores)) {
    const scale = rubric.dimensions.find((dimension) => dimension.id === id)?.scale;
    if (!disputed.has(id) || !scale) faults.push({ pointer: `/scores/${id}`, kind: 'not-disputed' });
    else if ('value' in answer && (answer.value < scale.min || answer.value > scale.max))
      faults.push({ pointer: `/scores/${id}/value`, kind: 'off-scale' });
  }
  for (const [on, key] of [
    ['correctness', 'correctness'],
    ['primary-error', 'primaryError'],
  ] as const) {
    const isDisputed = disputes.some((one) => one.on === on);
    if (isDisputed !== (settlement[key] !== undefined))
      faults.push({ pointer: `/${key}`, kind: isDisputed ? 'open' : 'not-disputed' });
  }
  const { primaryError } = settlement;
  if (typeof primaryError === 'string' && !rubric.errors.some(({ id }) => id === primaryError))
    faults.push({ pointer: '/primaryError', kind: 'unknown-error' });
  return faults;
}
