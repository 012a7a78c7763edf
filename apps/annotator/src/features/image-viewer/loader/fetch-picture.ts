import { ImageError } from '../decode/image-error.ts';

const FETCH_LIMIT_MS = 60_000;

/** Fetch the whole file of a picture. @throws ImageError with a sentence for the reader, also when it takes over a minute. */
export async function fetchPicture(url: string): Promise<Blob> {
  try {
    const signal = AbortSignal.timeout(FETCH_LIMIT_MS);
    const response = await fetch(url, { credentials: 'same-origin', signal });
    if (!response.ok)
      throw new ImageError(`The server did not give this picture (answer ${response.status}).`);
    return await response.blob();
  } catch (thrown) {
    if (thrown instanceof ImageError) throw thrown;
    const late = thrown instanceof Error && thrown.name === 'TimeoutError';
    throw new ImageError(
      late
        ? 'This picture did not arrive within a minute. Check the connection, then scroll away and back.'
        : 'This picture could not be fetched. Check the connection, then scroll away and back.',
    );
  }
}
