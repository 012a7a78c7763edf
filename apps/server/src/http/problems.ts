import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Problem, type ProblemType, problemCatalogue } from '@concord/rubric/contract/problem';
import { ProblemError } from './problem-error.ts';

/** What a thrown thing is in the closed catalogue. Messages of exceptions never leave the server. */
function classify(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code?.startsWith('SQLITE_BUSY')) return new ProblemError('busy');
  const byStatus: Record<number, ProblemType> = {
    400: 'invalid-request',
    404: 'not-found',
    413: 'too-large',
    415: 'invalid-request',
    429: 'too-many-requests',
  };
  return new ProblemError((statusCode !== undefined && byStatus[statusCode]) || 'unexpected');
}

function send(request: FastifyRequest, reply: FastifyReply, error: ProblemError): FastifyReply {
  const { status, title } = problemCatalogue[error.type];
  const problem: Problem = {
    type: `/problems/${error.type}`,
    title,
    status,
    instance: `/requests/${request.id}`,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...(error.errors === undefined ? {} : { errors: [...error.errors] }),
    ...(error.current === undefined ? {} : { current: error.current }),
  };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

/** Answers what Fastify refuses before any route is found, such as an address that cannot be decoded. */
export function sendFrameworkProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void send(request, reply, classify(error));
}

/** Every answer that is not a success is a problem (RFC 9457), 404 and 500 included. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = classify(error);
    if (problem.type === 'unexpected') request.log.error(error);
    return send(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) => send(request, reply, new ProblemError('not-found')));
}
