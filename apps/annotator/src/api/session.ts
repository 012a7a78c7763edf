import type { Session } from '@concord/rubric/contract/session/routes';
import {
  choosePassword,
  getSession,
  signIn,
  signInWithLink,
  signOut,
} from '@concord/rubric/contract/session/routes';
import { call } from './client.ts';
import { setCsrfToken } from './csrf-token.ts';
import { isProblem } from './problem-error.ts';

function keep(session: Session): Session {
  setCsrfToken(session.csrfToken);
  return session;
}

/** Who is signed in, or null. */
export async function currentSession(): Promise<Session | null> {
  const { session } = await call(getSession, {});
  return session && keep(session);
}

export const enterWithPassword = async (username: string, password: string): Promise<Session> =>
  keep(await call(signIn, { body: { username, password } }));

export const enterWithLink = async (token: string): Promise<Session> =>
  keep(await call(signInWithLink, { body: { token } }));

/** Chooses a password; `current` where the account has one already. */
export const takePassword = async (password: string, current?: string): Promise<Session> =>
  keep(await call(choosePassword, { body: { password, ...(current !== undefined && { current }) } }));

/** Ends the session on the server; a session that has ended already is as good. */
export async function leave(): Promise<void> {
  try {
    await call(signOut, {});
  } catch (error) {
    if (!isProblem(error, 'not-signed-in')) throw error;
  }
  setCsrfToken('');
}
