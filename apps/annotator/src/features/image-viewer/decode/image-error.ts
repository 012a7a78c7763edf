/** A picture that cannot be shown. The message is one sentence for the reader, without file or patient names. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/**
 * The sentence for whatever was thrown while a picture was fetched and decoded. Only our own sentences pass:
 * codecs throw bare numbers, parsers and the browser texts that mean nothing to a reader.
 */
export function errorSentence(thrown: unknown): string {
  if (thrown instanceof ImageError) return thrown.message;
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'TimeoutError' || name === 'AbortError') {
    return 'This picture did not arrive within a minute. Check the connection, then scroll away and back.';
  }
  if (thrown instanceof RangeError) return 'This picture is too large for the memory of this browser.';
  if (thrown instanceof TypeError) {
    return 'This picture could not be fetched. Check the connection, then scroll away and back.';
  }
  return 'This picture is damaged and could not be decoded.';
}
