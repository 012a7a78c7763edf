import type { TaskFamily, TaskLevel, Split } from '@concord/rubric/model/words';
import { randomFor } from './random.ts';
import type { Disease } from './tables.ts';

/** What one case of the demonstration is, before anything is drawn or written. */
export type CasePlan = {
  id: string;
  disease: string;
  variant: number;
  split: Split;
  purpose: 'study' | 'training';
  side: 'left' | 'right';
  family: TaskFamily;
  level: TaskLevel;
  matrix: number;
  slices: number;
  age: number;
  sex: 'female' | 'male';
};

const families = ['differential-diagnosis', 'lesion-recognition', 'rationale-generation'] as const;
const tuneCases = 4;
const trainingCases = 2;

/** The first cases are large (20 slices or more of 192 pixels or more); the rest are small. */
const largeCases = 12;

/**
 * Cases in their order: test, then tune, then training. With fewer cases than the tables hold, the first ones
 * in a seeded order; from twelve cases on the last six are tune and training cases.
 */
export function planCases(diseases: readonly Disease[], seed: number, wanted: number): CasePlan[] {
  const random = randomFor(seed, 'plan');
  // The first round takes one case of each disease, so that the large cases show twelve of them.
  const rounds: { disease: Disease; variant: number }[][] = [];
  for (let variant = 0; variant < 6; variant += 1)
    rounds.push(
      random
        .shuffle(diseases.filter(({ count }) => count > variant))
        .map((disease) => ({ disease, variant })),
    );
  const all = rounds.flat();
  const chosen = all.slice(0, wanted);
  const later = chosen.length >= 12 ? tuneCases + trainingCases : 0;
  return chosen.map(({ disease, variant }, index) => {
    const own = randomFor(seed, 'case', index);
    const fromEnd = chosen.length - index;
    const training = later > 0 && fromEnd <= trainingCases;
    const tune = later > 0 && !training && fromEnd <= later;
    const large = index < largeCases;
    const vignette = disease.vignettes[variant % disease.vignettes.length];
    if (!vignette) throw new Error(`${disease.id} has no vignette`);
    const [low, high] = vignette.ages;
    return {
      id: `case-${String(index + 1).padStart(3, '0')}`,
      disease: disease.id,
      variant,
      split: tune || training ? 'tune' : 'test',
      purpose: training ? 'training' : 'study',
      side: own.uniform() < 0.5 ? 'left' : 'right',
      family: families[index % 3] ?? families[0],
      level: (((index + Math.floor(index / 3)) % 3) + 1) as TaskLevel,
      matrix: large ? 192 : 128,
      slices: large ? 20 : 12,
      age: low + own.below(high - low + 1),
      sex: vignette.sex === 'any' ? (own.uniform() < 0.5 ? 'female' : 'male') : vignette.sex,
    };
  });
}

/** Puts the side of the case into a sentence of the tables. */
export const withSide = (text: string, plan: Pick<CasePlan, 'side'>): string =>
  text.replaceAll('{side}', plan.side).replaceAll('{contra}', plan.side === 'left' ? 'right' : 'left');
