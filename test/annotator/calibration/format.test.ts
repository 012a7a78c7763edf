import { expect, test } from 'vitest';
import { decimalsFor, fixed, showEstimate } from '../../../apps/annotator/src/features/calibration/format.ts';

const interval = (low: number, high: number) => ({ low, high, level: 0.95, method: 'caseJackknifeZ' });
const support = { n: 240, nCases: 40, excluded: {} };

test('a correlation known to within three hundredths is printed with three decimals', () => {
  const shown = showEstimate(
    { value: 0.93412, interval: interval(0.9061, 0.9622), ...support },
    'coefficient',
  );
  expect(shown).toEqual({
    kind: 'defined',
    value: '0.934',
    interval: { low: '0.906', high: '0.962' },
    n: 240,
    nCases: 40,
  });
});

test('a bias known to within twelve points is printed without decimals', () => {
  const shown = showEstimate({ value: 3.4, interval: interval(-8.6, 15.4), ...support }, 'points');
  expect(shown).toMatchObject({ value: '3', interval: { low: '\u22129', high: '15' } });
});

test('a lower bound just above the bar is never printed as the bar itself', () => {
  expect(decimalsFor('coefficient', interval(0.9004, 0.96), 0.9)).toBe(4);
  expect(
    showEstimate({ value: 0.93, interval: interval(0.9004, 0.96), ...support }, 'coefficient', 0.9),
  ).toMatchObject({ interval: { low: '0.9004', high: '0.9600' } });
});

test('an upper bound just below the bar is never printed as the bar itself', () => {
  expect(decimalsFor('points', interval(2.1, 4.998), 5)).toBe(3);
});

test('a share is printed in per cent and its decimals follow the interval in per cent', () => {
  const shown = showEstimate({ value: 0.0125, interval: interval(0.0026, 0.0361), ...support }, 'share');
  expect(shown).toMatchObject({ value: '1.3 %', interval: { low: '0.3 %', high: '3.6 %' } });
});

test('a share without an interval has one decimal', () => {
  expect(showEstimate({ value: 1, ...support }, 'share')).toMatchObject({ value: '100.0 %', interval: null });
});

test('a negative number that rounds to zero carries no minus sign', () => {
  expect(fixed(-0.0004, 2)).toBe('0.00');
  expect(fixed(-0.0051, 2)).toBe('\u22120.01');
});

test('an estimate that has no value keeps its reason and its n, and shows no number', () => {
  expect(showEstimate({ undefined: 'no-variation', ...support }, 'coefficient')).toEqual({
    kind: 'undefined',
    reason: 'no-variation',
    n: 240,
    nCases: 40,
  });
});
