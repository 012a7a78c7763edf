import type { RouteContract } from '@concord/rubric/contract/define-route';
import { problemSchema } from '@concord/rubric/contract/problem';
import { getSession } from '@concord/rubric/contract/session/routes';
import type { z } from 'zod';
import { csrfToken, setCsrfToken } from './csrf-token.ts';
import { isProblem, ProblemError, UnexpectedReplyError, UnreachableError } from './problem-error.ts';

type Part<Route, Key extends 'params' | 'query' | 'body'> = Route extends {
  [Name in Key]: infer Schema extends z.ZodType;
}
  ? { [Name in Key]: z.input<Schema> }
  : unknown;

/** What a route needs: its path parameters, query and body, as far as its contract declares them. */
export type RouteInput<Route extends RouteContract> = Part<Route, 'params'> &
  Part<Route, 'query'> &
  Part<Route, 'body'>;

/** What a route answers, as parsed by its own schema. */
export type RouteReply<Route> = Route extends { reply: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

type Parts = { params?: unknown; query?: unknown; body?: unknown };
type Values = Readonly<Record<string, unknown>>;

/** Address of a route with its parameters and query filled in; for images, whose bytes the viewer loads itself. */
export function urlOf<Route extends RouteContract>(
  route: Route,
  input: Part<Route, 'params'> & Part<Route, 'query'>,
): string {
  const { params, query } = input as { params?: Values; query?: Values };
  const path = route.path.replace(/:(\w+)/gu, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new TypeError(`${route.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

async function asProblem(response: Response): Promise<ProblemError> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => undefined));
  return new ProblemError(
    parsed.success
      ? parsed.data
      : {
          type: '/problems/unexpected',
          title: `The server answered ${response.status}`,
          status: response.status,
        },
  );
}

async function send(route: RouteContract, input: Parts, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const body = options.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  // The browser names the boundary of a form itself.
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  if (route.method !== 'GET' && csrfToken()) headers['x-csrf-token'] = csrfToken();
  let response: Response;
  try {
    response = await fetch(urlOf(route, input), {
      method: route.method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new UnreachableError(error);
  }
  if (!response.ok) throw await asProblem(response);
  return response;
}

/** A cancel signal, and for a route that takes files (multipart) the form that holds them. */
export type CallOptions = { signal?: AbortSignal; form?: FormData };

async function renewToken(): Promise<void> {
  const response = await send(getSession, {}, {});
  const { session } = getSession.reply.parse(await response.json());
  if (!session)
    throw new ProblemError({ type: '/problems/not-signed-in', title: 'You are not signed in', status: 401 });
  setCsrfToken(session.csrfToken);
}

/**
 * Calls one route of the contract and gives its parsed answer.
 * A stale CSRF token is renewed and the request sent once more, so that an idle page loses nothing.
 * @throws {ProblemError} the server refused; {UnreachableError} no answer; {UnexpectedReplyError} not as agreed.
 */
export async function call<Route extends RouteContract>(
  route: Route,
  input: RouteInput<Route>,
  options: CallOptions = {},
): Promise<RouteReply<Route>> {
  const parts: Parts = input as Parts;
  let response: Response;
  try {
    response = await send(route, parts, options);
  } catch (error) {
    if (!isProblem(error, 'csrf-failed')) throw error;
    await renewToken();
    response = await send(route, parts, options);
  }
  if (!route.reply) return undefined as RouteReply<Route>;
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    // A connection that breaks inside the answer tells nothing about whether the work was done.
    if (error instanceof SyntaxError) throw new UnexpectedReplyError(`${route.path}: not JSON`, error);
    throw new UnreachableError(error);
  }
  const parsed = route.reply.safeParse(body);
  if (!parsed.success) throw new UnexpectedReplyError(`${route.path}: ${parsed.error.message}`, parsed.error);
  return parsed.data as RouteReply<Route>;
}
