import type { StudyHome } from '@concord/rubric/contract/curator/study';
import { expect, test } from 'vitest';
import { nextStep } from '../../../apps/annotator/src/features/curation/next-step.ts';

const rater = (assigned: number, submitted: number) => ({
  raterId: `r${assigned}-${submitted}`,
  invited: true,
  specialty: 'neurology',
  years: '10',
  assigned,
  submitted,
  drafts: 0,
  repeatsAssigned: 0,
  repeatsSubmitted: 0,
  trainingAssigned: 0,
  trainingSubmitted: 0,
});
const home = (change: Partial<StudyHome>): StudyHome => ({
  studyId: 's',
  title: 'S',
  synthetic: true,
  lockedAt: null,
  counts: { cases: 40, testCases: 40, tasks: 40, responses: 240, images: 1000, ratings: 0 },
  raters: [rater(240, 240), rater(240, 240)],
  openFindings: 0,
  openFlags: [],
  graders: [],
  reports: [],
  history: [],
  ...change,
});
const grader = (graderId: string) => ({
  graderId,
  title: graderId,
  model: 'm',
  synthetic: true,
  lines: { scored: 240 },
});
const report = (...verdicts: ['pass' | 'fail' | 'inconclusive', string][]) => ({
  reportId: 'p',
  createdAt: '2026-01-01T00:00:00Z',
  inputsDigest: 'd',
  verdicts: verdicts.map(([verdict, graderId]) => ({ verdict, graderId, approximate: false })),
});
const locked = '2026-01-01T00:00:00Z';

test('a study without cases asks for a bundle', () => {
  expect(
    nextStep(home({ counts: { cases: 0, testCases: 0, tasks: 0, responses: 0, images: 0, ratings: 0 } })),
  ).toEqual({ step: 'import' });
});

test('readers who have answers but no account are invited before anyone waits', () => {
  const raters = [rater(240, 240), { ...rater(240, 0), invited: false }];
  expect(nextStep(home({ raters }))).toEqual({ step: 'invite', count: 1 });
  // Whose readings came with the bundle needs no account.
  expect(nextStep(home({ raters: [{ ...rater(240, 240), invited: false }] }))).toEqual({ step: 'lock' });
});

test('open masking findings come before assigning, because they hold answers back', () => {
  expect(nextStep(home({ openFindings: 3, raters: [rater(0, 0)] }))).toEqual({ step: 'findings', count: 3 });
});

test('a rater who joined later and has nothing to read leads to assigning again', () => {
  expect(nextStep(home({ raters: [rater(240, 240), rater(0, 0)] }))).toEqual({ step: 'assign' });
});

test('while readings are open the study waits and says how many', () => {
  expect(nextStep(home({ raters: [rater(240, 200), rater(240, 239)] }))).toEqual({ step: 'wait', count: 41 });
});

test('a study that is read completely is ready to lock', () => {
  expect(nextStep(home({}))).toEqual({ step: 'lock' });
});

test('after lock come grader scores, then the report', () => {
  expect(nextStep(home({ lockedAt: locked }))).toEqual({ step: 'scores' });
  expect(nextStep(home({ lockedAt: locked, graders: [grader('a')] }))).toEqual({ step: 'report' });
});

test('a grader that the latest report lacks asks for another report', () => {
  expect(
    nextStep(
      home({ lockedAt: locked, graders: [grader('a'), grader('b')], reports: [report(['pass', 'a'])] }),
    ),
  ).toEqual({ step: 'rerun' });
});

test('export is offered only where a grader passed', () => {
  const graders = [grader('a'), grader('b')];
  const passed = report(['pass', 'a'], ['fail', 'b']);
  const none = report(['inconclusive', 'a'], ['fail', 'b']);
  expect(nextStep(home({ lockedAt: locked, graders, reports: [passed] }))).toEqual({ step: 'export' });
  expect(nextStep(home({ lockedAt: locked, graders, reports: [none] }))).toEqual({ step: 'read' });
});
