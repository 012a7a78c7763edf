import type { Problem } from '@concord/rubric/contract/problem';

/** The server answered with a problem: what it is, where, and for conflicts what it holds now. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = 'ProblemError';
    this.problem = problem;
  }

  /** Key in the problem catalogue, without the `/problems/` in front. */
  get type(): string {
    return this.problem.type.replace(/^.*\//u, '');
  }
}

/** No answer came: the network is away, the server is down, or the request was cut off. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
    this.name = 'UnreachableError';
  }
}

/** The answer came but is not what the contract says; page and server are of different versions. */
export class UnexpectedReplyError extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = 'UnexpectedReplyError';
  }
}

/** True when the error is a problem of that kind from the catalogue. */
export const isProblem = (error: unknown, type: string): error is ProblemError =>
  error instanceof ProblemError && error.type === type;
