import { describe, expect, it } from 'vitest';
import type { Evidence, EvidencePlace } from '@concord/rubric/model/evidence';
import { placeExists } from '@concord/rubric/model/evidence';
import { checkRating, evidenceFaults } from '@concord/rubric/model/rating-check';
import { completeRating, rubric } from '../../harness/seed-study.ts';

const ground = {
  answers: ['First.', '先看影像。Glioma, after all.'],
  notes: [{ noteId: 'n1', text: 'Seen on the ward.' }],
  record: [{ entryId: 'e1' }],
  slices: [20, 3],
};

describe('a place of evidence', () => {
  it.each<[string, EvidencePlace, boolean]>([
    ['words of the round', { kind: 'answer', round: 1, start: 5, end: 11, quote: 'Glioma' }, true],
    ['other words than are there', { kind: 'answer', round: 1, start: 5, end: 11, quote: 'glioma' }, false],
    ['words of another round', { kind: 'answer', round: 0, start: 5, end: 11, quote: 'Glioma' }, false],
    ['a round that is not there', { kind: 'answer', round: 2, start: 0, end: 5, quote: 'First' }, false],
    ['words past the end', { kind: 'note', noteId: 'n1', start: 12, end: 30, quote: 'ward.' }, false],
    ['words of a note', { kind: 'note', noteId: 'n1', start: 12, end: 16, quote: 'ward' }, true],
    ['an entry', { kind: 'record', entryId: 'e1' }, true],
    ['an entry that is not there', { kind: 'record', entryId: 'e2' }, false],
    ['the last slice', { kind: 'slice', series: 1, slice: 2, points: [[4, 5]], patient: null }, true],
    [
      'a slice after the last',
      { kind: 'slice', series: 1, slice: 3, points: [[4, 5]], patient: null },
      false,
    ],
    [
      'a series that is not there',
      { kind: 'slice', series: 2, slice: 0, points: [[4, 5]], patient: null },
      false,
    ],
  ])('%s', (_, place, there) => expect(placeExists(place, ground)).toBe(there));
});

it('speaks for a dimension or an error of the rubric, and is named where it does not', () => {
  const place: EvidencePlace = { kind: 'record', entryId: 'e1' };
  const of = (evidence: Evidence[]) => checkRating(rubric, { ...completeRating, evidence });
  expect(
    of([
      { target: { dimension: 'accuracy' }, place },
      { target: { error: 'knowledge-gap' }, place },
    ]),
  ).toEqual([]);
  expect(
    of([
      { target: { dimension: 'style' }, place },
      { target: { error: 'typo' }, place },
    ]),
  ).toEqual([
    { pointer: '/evidence/0/target', kind: 'unknown-dimension' },
    { pointer: '/evidence/1/target', kind: 'unknown-error' },
  ]);
  const lost: Evidence = { target: { dimension: 'accuracy' }, place: { kind: 'record', entryId: 'gone' } };
  expect(evidenceFaults({ ...completeRating, evidence: [lost] }, ground)).toEqual([
    { pointer: '/evidence/0/place', kind: 'no-such-place' },
  ]);
});
