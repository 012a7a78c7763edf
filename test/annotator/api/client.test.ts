import { getReading, getWorkList, saveDraft } from '@concord/rubric/contract/rater/routes';
import { emptyRatingContent } from '@concord/rubric/model/rating';
import { afterEach, expect, test, vi } from 'vitest';
import { call, urlOf } from '../../../apps/annotator/src/api/client.ts';
import { setCsrfToken } from '../../../apps/annotator/src/api/csrf-token.ts';
import {
  ProblemError,
  UnexpectedReplyError,
  UnreachableError,
} from '../../../apps/annotator/src/api/problem-error.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers the requests in order; what was asked is kept. */
function answering(...answers: (Response | Error)[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    const answer = answers[asked.length - 1];
    if (!answer || answer instanceof Error) throw answer ?? new TypeError('no answer');
    return answer;
  });
  return asked;
}
const problem = (type: string, status: number): Response =>
  Response.json({ type: `/problems/${type}`, title: type, status }, { status });
const save = {
  params: { itemId: 'a' },
  body: {
    baseRevision: 0,
    rubricHash: 'h',
    idempotencyKey: '11111111-1111-4111-8111-111111111111',
    content: emptyRatingContent,
  },
};

test('an id is escaped in the address', () => {
  expect(urlOf(getReading, { params: { itemId: 'a/b ?' } })).toBe('/api/rater/items/a%2Fb%20%3F');
});

test('a refusal keeps its kind from the catalogue', async () => {
  answering(problem('not-found', 404));
  const error = await call(getReading, { params: { itemId: 'a' } }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProblemError);
  expect((error as ProblemError).type).toBe('not-found');
});

test('a network that is away is told apart from a refusal', async () => {
  answering(new TypeError('failed to fetch'));
  await expect(call(getReading, { params: { itemId: 'a' } })).rejects.toBeInstanceOf(UnreachableError);
});

test('an answer with a key that the contract does not know is not accepted', async () => {
  answering(
    Response.json({ studyId: 's', studyTitle: 't', synthetic: true, locked: false, items: [], model: 'x' }),
  );
  await expect(call(getWorkList, { params: { studyId: 's' } })).rejects.toBeInstanceOf(UnexpectedReplyError);
});

test('a page that stood idle renews its token and sends the save again, unchanged', async () => {
  setCsrfToken('old');
  const asked = answering(
    problem('csrf-failed', 403),
    Response.json({
      session: {
        accountKey: 'account-of-r',
        username: 'r',
        hasPassword: true,
        displayName: 'R',
        isAdmin: false,
        memberships: [],
        csrfToken: 'new',
      },
    }),
    Response.json({ revision: 1, savedAt: '2026-03-01T14:03:00Z' }),
  );
  expect(await call(saveDraft, save)).toEqual({ revision: 1, savedAt: '2026-03-01T14:03:00Z' });
  expect(asked.map(({ init }) => new Headers(init.headers).get('x-csrf-token'))).toEqual([
    'old',
    null,
    'new',
  ]);
  expect(asked[2]?.init.body).toBe(asked[0]?.init.body);
});
