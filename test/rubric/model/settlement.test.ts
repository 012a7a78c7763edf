import { describe, expect, it } from 'vitest';
import { disputesOf } from '@concord/rubric/model/disputes';
import type { RatingContent } from '@concord/rubric/model/rating';
import type { Rubric } from '@concord/rubric/model/rubric';
import { checkSettlement } from '@concord/rubric/model/settlement';

const scale = { min: 0, max: 4, anchors: [0, 1, 2, 3, 4].map((value) => ({ value, text: `${value}` })) };
const rubric: Rubric = {
  id: 'r',
  version: '1',
  title: 'R',
  origin: 'own',
  dimensions: [
    { id: 'localisation', title: 'Localisation', weight: 1, safety: false, scale },
    { id: 'safety', title: 'Safety', weight: 1, safety: true, scale },
  ],
  askCorrectness: true,
  errors: [{ id: 'knowledge-gap', title: 'Knowledge gap', definition: 'k' }],
};
const rating = (
  localisation: number | null,
  safety: number,
  more: Partial<RatingContent> = {},
): RatingContent => ({
  scores: {
    localisation: localisation === null ? { unscored: 'cannot-assess' } : { value: localisation },
    safety: { value: safety },
  },
  correctness: 'correct',
  errors: [],
  primaryError: null,
  comment: '',
  ...more,
});
const triggers = { gap: 2, safetyGap: 1, correctness: true, primaryError: false };

describe('Raters differ', () => {
  it('where highest and lowest are as many points apart as the protocol says, on safety as it says there', () => {
    expect(disputesOf(rubric, triggers, [rating(1, 4), rating(2, 4)])).toEqual([]);
    expect(disputesOf(rubric, triggers, [rating(1, 4), rating(2, 3), rating(3, 4)])).toEqual([
      { on: 'dimension', dimension: 'localisation', gap: 2 },
      { on: 'dimension', dimension: 'safety', gap: 1 },
    ]);
  });

  it('not over an answer without a number, and not alone', () => {
    expect(disputesOf(rubric, triggers, [rating(null, 4), rating(4, 4)])).toEqual([]);
    expect(disputesOf(rubric, triggers, [rating(0, 4)])).toEqual([]);
  });

  it('when one says correct and another incorrect; cannot judge contradicts nobody', () => {
    const judged = (correctness: RatingContent['correctness']) => rating(2, 2, { correctness });
    expect(disputesOf(rubric, triggers, [judged('correct'), judged('incorrect')])).toEqual([
      { on: 'correctness' },
    ]);
    expect(disputesOf(rubric, triggers, [judged('correct'), judged('cannot-judge')])).toEqual([]);
  });

  it('over the primary error only where the protocol asks for it', () => {
    const both = [rating(2, 2), rating(2, 2, { errors: ['knowledge-gap'], primaryError: 'knowledge-gap' })];
    expect(disputesOf(rubric, triggers, both)).toEqual([]);
    expect(disputesOf(rubric, { ...triggers, primaryError: true }, both)).toEqual([{ on: 'primary-error' }]);
  });
});

describe('A settlement', () => {
  const disputes = [
    { on: 'dimension', dimension: 'localisation', gap: 3 } as const,
    { on: 'primary-error' } as const,
  ];

  it('decides everything that is disputed', () => {
    expect(
      checkSettlement(rubric, disputes, { scores: { localisation: { value: 3 } }, primaryError: null }),
    ).toEqual([]);
    expect(checkSettlement(rubric, disputes, { scores: {} })).toEqual([
      { pointer: '/scores/localisation', kind: 'open' },
      { pointer: '/primaryError', kind: 'open' },
    ]);
  });

  it('decides nothing else, and nothing off the scale or outside the taxonomy', () => {
    expect(
      checkSettlement(rubric, disputes, {
        scores: { localisation: { value: 5 }, safety: { value: 1 } },
        correctness: 'correct',
        primaryError: 'typing-error',
      }),
    ).toEqual([
      { pointer: '/scores/localisation/value', kind: 'off-scale' },
      { pointer: '/scores/safety', kind: 'not-disputed' },
      { pointer: '/correctness', kind: 'not-disputed' },
      { pointer: '/primaryError', kind: 'unknown-error' },
    ]);
  });
});
