import type { RouteContract } from '@concord/rubric/contract/define-route';
import { problemSchema } from '@concord/rubric/contract/problem';
import type { z } from 'zod';
import { urlOf } from '../../api/client.ts';
import { csrfToken } from '../../api/csrf-token.ts';
import { ProblemError, UnexpectedReplyError, UnreachableError } from '../../api/problem-error.ts';

/**
 * Sends files to a multipart route and gives its parsed answer. Text fields must stand before files in the
 * form, so that the server knows them when the bytes arrive.
 * @throws {ProblemError} refused, with its list; {UnreachableError} no answer; {UnexpectedReplyError}
 */
export async function sendForm<Reply extends z.ZodType>(
  route: RouteContract & { reply: Reply },
  params: Readonly<Record<string, string>>,
  form: FormData,
  signal?: AbortSignal,
): Promise<z.output<Reply>> {
  let response: Response;
  try {
    response = await fetch(urlOf(route as RouteContract, { params }), {
      method: route.method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', 'x-csrf-token': csrfToken() },
      body: form,
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnreachableError(error);
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const problem = problemSchema.safeParse(body);
    if (problem.success) throw new ProblemError(problem.data);
    throw new UnexpectedReplyError(`${route.path}: ${response.status}`);
  }
  const parsed = route.reply.safeParse(body);
  if (!parsed.success) throw new UnexpectedReplyError(`${route.path}: ${parsed.error.message}`);
  return parsed.data;
}
