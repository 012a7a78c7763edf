import { expect, test } from 'vitest';
import { activeTime } from '../../../apps/annotator/src/features/reading/active-time.ts';

const here = { visible: true, focused: true, secondsSinceInput: 0 };

test('lunch, a hidden tab and another window do not count; the minute after the last key does', () => {
  const time = activeTime('visit');
  for (let second = 0; second < 10; second += 1) time.tick(here, ['flair']);
  for (let second = 0; second < 3600; second += 1)
    time.tick({ ...here, secondsSinceInput: second }, ['flair']);
  expect(time.seconds()).toBe(10 + 60);
  for (let second = 0; second < 300; second += 1) time.tick({ ...here, visible: false }, ['flair']);
  for (let second = 0; second < 300; second += 1) time.tick({ ...here, focused: false }, ['flair']);
  expect(time.seconds()).toBe(70);
});

test('is sent every half minute as the count of the visit so far, by series, and not again without news', () => {
  const time = activeTime('visit');
  const due = Array.from({ length: 61 }, (_, second) =>
    time.tick(here, second < 20 ? ['flair', 't2', 'flair'] : ['t2']) ? [second, time.take()] : [],
  ).filter((each) => each.length > 0);
  const of = (activeSeconds: number, flair: number) => ({
    visit: 'visit',
    activeSeconds,
    series: [
      { seriesId: 'flair', activeSeconds: flair },
      { seriesId: 't2', activeSeconds },
    ],
  });
  expect(due).toEqual([
    [29, of(30, 20)],
    [59, of(60, 20)],
  ]);
  expect(time.take()).toEqual(of(61, 20));
  expect(time.take()).toBeNull();
});
