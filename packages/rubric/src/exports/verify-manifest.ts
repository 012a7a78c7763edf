import { canonicalJson } from '../model/canonical-json.ts';

export type ManifestCheck =
  | { intact: true; expired: boolean; digest: string }
  | {
      intact: false;
      reason: 'not-a-manifest' | 'digest-differs' | 'prompt-differs';
      found?: string;
      expected?: string;
    };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a manifest is the one that was issued: recomputes the digest over everything else in it and the hash of the
 * prompt. It shows that nothing was changed since, not who issued it.
 * @param now ISO time; the manifest has expired from `expiresAt` on
 */
export function verifyManifest(
  manifest: unknown,
  digest: (text: string) => string,
  now: string,
): ManifestCheck {
  if (!isObject(manifest) || manifest['schema'] !== 'concord.manifest/1')
    return { intact: false, reason: 'not-a-manifest' };
  const { digest: expected, ...content } = manifest;
  const { grader, expiresAt } = content;
  if (typeof expected !== 'string' || !isObject(grader) || typeof expiresAt !== 'string')
    return { intact: false, reason: 'not-a-manifest' };
  const found = digest(canonicalJson(content));
  if (found !== expected) return { intact: false, reason: 'digest-differs', found, expected };
  const { prompt, promptHash } = grader;
  if (typeof prompt !== 'string' || digest(prompt) !== promptHash)
    return { intact: false, reason: 'prompt-differs' };
  return { intact: true, expired: Date.parse(now) >= Date.parse(expiresAt), digest: found };
}
