import { seededUniform, shuffled } from './seeded-order.ts';

/** One answer that needs readers; nothing here tells who wrote it or what a grader gave. */
export type AnswerToRead = {
  responseId: number;
  caseId: number;
  /** Opaque index of the respondent, drawn from the study's seed. */
  respondentIndex: number;
  family: string;
  level: number;
  /** Raters that have it already, or had it withdrawn: never chosen again. */
  closedTo: readonly number[];
  /** Of those, how many are to read it. */
  reading: number;
};

type Load = { all: number; by: Map<string, number> };

/** What a rater's reading is balanced over, beside its size. */
const groupsOf = ({ respondentIndex, family, level, caseId }: AnswerToRead): string[] => [
  `respondent ${respondentIndex}`,
  `family ${family}`,
  `level ${level}`,
  `case ${caseId}`,
];

/**
 * Chooses for every answer the raters who shall read it, so many that `wanted` do in all (every rater where that is null).
 * Each place goes to the rater with the least to read; among equals to the one who has read least of the same respondent,
 * family, level and case, then by a seeded draw. The order of the input does not matter.
 * @returns answers by rater
 */
export function chooseReaders(
  answers: readonly AnswerToRead[],
  raters: readonly { raterId: number; load: number }[],
  wanted: number | null,
  seed: number,
): Map<number, AnswerToRead[]> {
  const uniform = seededUniform(seed);
  const chosen = new Map(raters.map(({ raterId }): [number, AnswerToRead[]] => [raterId, []]));
  const loads = new Map(
    raters.map(({ raterId, load }): [number, Load] => [raterId, { all: load, by: new Map() }]),
  );
  const sorted = answers.toSorted((a, b) => a.responseId - b.responseId);
  for (const answer of shuffled(sorted, uniform)) {
    const groups = groupsOf(answer);
    const free = shuffled(
      raters.map(({ raterId }) => raterId).filter((raterId) => !answer.closedTo.includes(raterId)),
      uniform,
    );
    const need = wanted === null ? free.length : Math.max(0, wanted - answer.reading);
    const weight = (raterId: number): number[] => {
      const load = loads.get(raterId);
      return [load?.all ?? 0, groups.reduce((sum, group) => sum + (load?.by.get(group) ?? 0), 0)];
    };
    const ranked = free.sort((a, b) => {
      const [left, right] = [weight(a), weight(b)];
      return (left[0] ?? 0) - (right[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0);
    });
    for (const raterId of ranked.slice(0, need)) {
      chosen.get(raterId)?.push(answer);
      const load = loads.get(raterId);
      if (!load) continue;
      load.all += 1;
      for (const group of groups) load.by.set(group, (load.by.get(group) ?? 0) + 1);
    }
  }
  return chosen;
}
