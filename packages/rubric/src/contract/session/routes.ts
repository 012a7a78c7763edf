import { z } from 'zod';
import { roles } from '../../model/words.ts';
import { defineRoute } from '../define-route.ts';

export const sessionSchema = z.strictObject({
  /** Names the account to its own browser, for what is kept there; opaque, the same at every sign-in. */
  accountKey: z.string().min(8),
  username: z.string(),
  displayName: z.string(),
  /** False where the account can only come in by a one-time link. */
  hasPassword: z.boolean(),
  isAdmin: z.boolean(),
  memberships: z.array(
    z.strictObject({
      studyId: z.string(),
      studyTitle: z.string(),
      synthetic: z.boolean(),
      role: z.enum(roles),
    }),
  ),
  csrfToken: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;

export const getSession = defineRoute({
  audience: 'anyone',
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in, and the token that writes must carry in x-csrf-token; null where nobody is',
  reply: z.strictObject({ session: sessionSchema.nullable() }),
});
export const signIn = defineRoute({
  audience: 'anyone',
  method: 'POST',
  path: '/api/session',
  summary: 'Sign in with name and password',
  body: z.strictObject({ username: z.string().min(1).max(200), password: z.string().min(1).max(1000) }),
  reply: sessionSchema,
});
export const signInWithLink = defineRoute({
  audience: 'anyone',
  method: 'POST',
  path: '/api/session/link',
  summary: 'Sign in with a one-time link',
  body: z.strictObject({ token: z.string().min(10).max(200) }),
  reply: sessionSchema,
});
export const passwordLength = { min: 12, max: 1000 } as const;

export const choosePassword = defineRoute({
  audience: 'anyone',
  method: 'PUT',
  path: '/api/session/password',
  summary: 'Choose a password, or another one; every other session of the account ends',
  body: z.strictObject({
    password: z.string().min(passwordLength.min).max(passwordLength.max),
    /** The password so far; needed where the account has one. */
    current: z.string().max(passwordLength.max).optional(),
  }),
  reply: sessionSchema,
});
export const signOut = defineRoute({
  audience: 'anyone',
  method: 'DELETE',
  path: '/api/session',
  summary: 'Sign out',
  reply: z.strictObject({ signedOut: z.literal(true) }),
});
