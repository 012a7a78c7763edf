import { describe, expect, it } from 'vitest';
import { type AnswerToRead, chooseReaders } from '@concord/server/services/choose-readers';

const families = ['differential-diagnosis', 'lesion-recognition', 'rationale-generation'];
/** 40 cases with one answer of each of 6 respondents. */
const answers: AnswerToRead[] = Array.from({ length: 240 }, (_, at) => ({
  responseId: at,
  caseId: Math.floor(at / 6),
  respondentIndex: at % 6,
  family: families[Math.floor(at / 6) % 3] ?? '',
  level: (Math.floor(at / 6) % 2) + 1,
  closedTo: [],
  reading: 0,
}));
const raters = Array.from({ length: 8 }, (_, raterId) => ({ raterId, load: 0 }));
const spread = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts);

describe('two of eight readers an answer', () => {
  const chosen = chooseReaders(answers, raters, 2, 7);
  const lists = [...chosen.values()];

  it('gives every answer two different readers and every reader 60', () => {
    expect(lists.map((list) => list.length)).toEqual(raters.map(() => 60));
    for (const { responseId } of answers)
      expect(lists.filter((list) => list.some((own) => own.responseId === responseId))).toHaveLength(2);
  });
  it('balances respondents, families and levels within every reader', () => {
    for (const list of lists) {
      const count = (is: (answer: AnswerToRead) => boolean): number => list.filter(is).length;
      expect(
        spread([0, 1, 2, 3, 4, 5].map((each) => count((own) => own.respondentIndex === each))),
      ).toBeLessThanOrEqual(4);
      expect(spread(families.map((each) => count(({ family }) => family === each)))).toBeLessThanOrEqual(6);
      expect(spread([1, 2].map((each) => count(({ level }) => level === each)))).toBeLessThanOrEqual(6);
    }
  });
  it('comes out the same for answers in another order', () => {
    const again = chooseReaders(answers.toReversed(), raters, 2, 7);
    expect([...again].map(([id, list]) => [id, list.map(({ responseId }) => responseId)])).toEqual(
      [...chosen].map(([id, list]) => [id, list.map(({ responseId }) => responseId)]),
    );
  });
});

describe('readers that are there already', () => {
  it('count, and are not chosen again, not even where the reading was withdrawn from them', () => {
    const one = { ...answers[0], closedTo: [3, 4], reading: 1 } as AnswerToRead;
    const found = [...chooseReaders([one], raters, 2, 1)].filter(([, list]) => list.length > 0);
    expect(found).toHaveLength(1);
    expect([3, 4]).not.toContain(found[0]?.[0]);
  });
  it('with a long list get less', () => {
    const busy = raters.map(({ raterId }) => ({ raterId, load: raterId === 0 ? 100 : 0 }));
    expect(chooseReaders(answers.slice(0, 40), busy, 2, 1).get(0)).toEqual([]);
  });
});

describe('without a number', () => {
  it('every rater reads every answer', () => {
    expect([...chooseReaders(answers, raters, null, 1).values()].map((list) => list.length)).toEqual(
      raters.map(() => 240),
    );
  });
});
