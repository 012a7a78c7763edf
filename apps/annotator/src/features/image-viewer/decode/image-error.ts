/** A picture that cannot be shown. The message is one sentence for the reader, without file or patient names. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/** The sentence of whatever was thrown; codecs throw bare numbers, parsers bare strings. */
export function errorSentence(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  if (typeof thrown === 'string') return thrown;
  if (typeof thrown === 'object' && thrown !== null && 'exception' in thrown) {
    return String(thrown.exception);
  }
  return 'The decoder stopped with an internal error.';
}
