/** A picture that cannot be shown. The message is one sentence for the reader, without file or patient names. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/**
 * The sentence for whatever was thrown while a picture was decoded. Only our own sentences pass: codecs
 * throw bare numbers, parsers texts that mean nothing to a reader.
 */
export function errorSentence(thrown: unknown): string {
  if (thrown instanceof ImageError) return thrown.message;
  if (thrown instanceof RangeError && /alloc|array length/i.test(thrown.message)) {
    return 'This picture is too large for the memory of this browser.';
  }
  return 'This picture is damaged and could not be decoded.';
}
