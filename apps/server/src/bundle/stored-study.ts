import type { StudyFile } from '@concord/rubric/contract/bundle/study';
import type { Rubric } from '@concord/rubric/model/rubric';

/** What the store holds of a study, for a bundle that adds to it: answers, raters or grader scores alone. */
export type StoredStudy = {
  study: StudyFile;
  rubric: Rubric;
  caseIds: string[];
  /** Case and number of rounds by task. */
  tasks: ReadonlyMap<string, { caseId: string; rounds: number | undefined }>;
  responses: ReadonlySet<string>;
  raters: ReadonlySet<string>;
  graders: ReadonlySet<string>;
};
