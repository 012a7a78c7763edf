import { z } from 'zod';
import { roles } from '../../model/words.ts';

/** One account or one rater without an account yet, and its place in a study. */
export const personSchema = z.strictObject({
  role: z.enum(roles),
  /** The rater's pseudonym; null for curators and adjudicators. */
  pseudonym: z.string().nullable(),
  /** Sign-in name; null for a rater that nobody has been invited as. */
  username: z.string().nullable(),
  displayName: z.string().nullable(),
  /** Whether this curator may make a fresh sign-in link: the account reads only in studies that they curate. */
  mayLink: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;

export const invitationSchema = z.strictObject({
  role: z.enum(roles),
  username: z.string().min(1).max(64),
  /** Empty for an account that exists. */
  displayName: z.string().max(128),
  pseudonym: z.string().max(64).nullable(),
});
