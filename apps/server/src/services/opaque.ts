import { createHash, createHmac, randomBytes } from 'node:crypto';

/** An unguessable id for one rater's item or case: 128 random bits, URL-safe. */
export const newAlias = (): string => randomBytes(16).toString('base64url');

/** A deterministic 32-bit seed out of a study's seed and what it is for. */
export function seedFor(studySeed: number, purpose: string): number {
  return createHash('sha256').update(`${studySeed}\u0000${purpose}`).digest().readUInt32BE(0);
}

export const sha256Hex = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

/** Keyed hash for values that may leave but must not be traced back. */
export const keyedHash = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
