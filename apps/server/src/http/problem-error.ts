import { problemCatalogue, type ProblemEntry, type ProblemType } from '@concord/rubric/contract/problem';

/** A refusal out of the closed catalogue of problems; `detail` says what happened and what to do. */
export class ProblemError extends Error {
  readonly type: ProblemType;
  readonly detail: string | undefined;
  readonly reason: string | undefined;
  readonly errors: readonly ProblemEntry[] | undefined;
  readonly current: unknown;

  constructor(
    type: ProblemType,
    options: {
      detail?: string;
      reason?: string;
      errors?: readonly ProblemEntry[];
      current?: unknown;
    } = {},
  ) {
    super(options.detail ?? problemCatalogue[type].title);
    this.type = type;
    this.detail = options.detail;
    this.reason = options.reason;
    this.errors = options.errors;
    this.current = options.current;
  }
}
