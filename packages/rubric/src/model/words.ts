/** Closed vocabularies of the field that several parts share (design §2). */

export const taskFamilies = ['differential-diagnosis', 'lesion-recognition', 'rationale-generation'] as const;
export type TaskFamily = (typeof taskFamilies)[number];

/** 1 direct, 2 complex, 3 iterative (information arrives in rounds). */
export const taskLevels = [1, 2, 3] as const;
export type TaskLevel = (typeof taskLevels)[number];

export const splits = ['tune', 'test'] as const;
export type Split = (typeof splits)[number];

export const respondentKinds = ['model', 'medical-student', 'senior-physician'] as const;
export type RespondentKind = (typeof respondentKinds)[number];

export const assignmentKinds = ['training', 'qualification', 'study', 'repeat'] as const;
export type AssignmentKind = (typeof assignmentKinds)[number];

export const correctnessAnswers = ['correct', 'incorrect', 'cannot-judge'] as const;
export type CorrectnessAnswer = (typeof correctnessAnswers)[number];

/** Why a rater gives no number for a dimension. Neither is ever a 0. */
export const unscoredReasons = ['cannot-assess', 'lacks-information'] as const;
export type UnscoredReason = (typeof unscoredReasons)[number];

/** What became of one grader call; only `scored` carries numbers. */
export const scoreStatuses = [
  'scored',
  'missing',
  'abstained',
  'unparseable',
  'failed',
  'cannot-assess',
  'lacks-information',
] as const;
export type ScoreStatus = (typeof scoreStatuses)[number];

export const roles = ['rater', 'adjudicator', 'curator'] as const;
export type Role = (typeof roles)[number];
