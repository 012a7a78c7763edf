import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { z } from 'zod';
import type { RouteContract } from '@concord/rubric/contract/define-route';
import type { ProblemEntry } from '@concord/rubric/contract/problem';
import type { Account } from '../store/accounts.ts';
import { ProblemError } from './problem-error.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined;
type Part<Route extends RouteContract, Key extends 'params' | 'query' | 'body'> = Key extends keyof Route
  ? Parsed<Route[Key]>
  : undefined;
type ReplyOf<Route extends RouteContract> = Route extends { reply: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : FastifyReply;

/** What a handler is given: the parsed parts of the request, and the signed-in account (null where anyone may ask). */
export type HandlerInput<Route extends RouteContract> = {
  params: Part<Route, 'params'>;
  query: Part<Route, 'query'>;
  body: Part<Route, 'body'>;
  account: Route extends { audience: 'anyone' } ? Account | null : Account;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** JSON Pointer (RFC 6901) of a place in the request. */
const pointer = (part: string, path: readonly PropertyKey[]): string =>
  ['', part, ...path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

function parsePart(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(
    (issue): ProblemEntry => ({ where: pointer(part, issue.path), expected: issue.message }),
  );
  throw new ProblemError('invalid-request', { errors });
}

/**
 * Registers a route of the contract; the only way to register one. Parts of the request are parsed without coercion of
 * bodies; a reply that does not fit the contract to the key becomes a 500, never a silent strip (design §4.4).
 */
export function route<const Route extends RouteContract>(
  app: FastifyInstance,
  contract: Route,
  handler: (input: HandlerInput<Route>) => ReplyOf<Route> | Promise<ReplyOf<Route>>,
  before?: preHandlerAsyncHookHandler,
): void {
  app.route({
    method: contract.method,
    url: contract.path,
    ...(before ? { preHandler: before } : {}),
    handler: async (request, reply) => {
      const { account } = request;
      if (contract.audience !== 'anyone' && !account) throw new ProblemError('not-signed-in');
      const input = {
        params: parsePart(contract.params, request.params, 'params'),
        query: parsePart(contract.query, request.query, 'query'),
        body: parsePart(contract.body, request.body, 'body'),
        account,
        request,
        reply,
      } as HandlerInput<Route>;
      const answer = await handler(input);
      if (!contract.reply) return answer;
      const checked = contract.reply.safeParse(answer);
      if (!checked.success) {
        // The path says what is wrong; the value may be what must not leave.
        request.log.error(
          { route: contract.path, paths: checked.error.issues.map((issue) => issue.path.join('.')) },
          'reply does not fit its contract',
        );
        throw new ProblemError('unexpected');
      }
      void reply.header('cache-control', 'no-store');
      return checked.data;
    },
  });
}
