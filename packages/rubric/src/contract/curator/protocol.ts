import { z } from 'zod';
import { protocolSchema } from '../bundle/study.ts';

/** One registered protocol; after the first study rating a change is an amendment, which the report prints. */
export const protocolVersionSchema = z.strictObject({
  sequence: z.int().nonnegative(),
  at: z.string(),
  actor: z.string(),
  reason: z.string(),
  /** `path: before → after`, one line a value; empty for the first. */
  changed: z.array(z.string()),
  /** Submitted study ratings at that time. */
  ratingsBefore: z.int().nonnegative(),
});
export type ProtocolVersion = z.infer<typeof protocolVersionSchema>;

export const protocolViewSchema = z.strictObject({
  protocol: protocolSchema,
  /** Number of the version in force. */
  sequence: z.int().nonnegative(),
  /** Submitted study ratings so far. */
  ratings: z.int().nonnegative(),
  /** Newest first. */
  versions: z.array(protocolVersionSchema),
});
export type ProtocolView = z.infer<typeof protocolViewSchema>;

export const protocolChangeSchema = z.strictObject({
  protocol: protocolSchema,
  /** The version that the change was made on. */
  baseSequence: z.int().nonnegative(),
  reason: z.string().trim().min(1).max(2000),
});
