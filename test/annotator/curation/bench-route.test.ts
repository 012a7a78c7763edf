import { expect, test } from 'vitest';
import { benchRoute } from '../../../apps/annotator/src/app/bench/bench-route.ts';
import { links } from '../../../apps/annotator/src/features/curation/links.ts';

test('the link of a plotted point leads to the case of its answer, whatever signs the names hold', () => {
  const link = links.caseOf('study 1', 'case/7', 'a#1');
  expect(link).toBe('/bench/studies/study%201/cases/case%2F7#response-a%231');
  expect(benchRoute(link.split('#')[0] ?? '')).toEqual({
    page: 'case',
    studyId: 'study 1',
    caseId: 'case/7',
  });
});

test('an address that names no page of the bench is said to be unknown', () => {
  expect(benchRoute('/bench/studies/s/nowhere')).toEqual({ page: 'unknown' });
});
