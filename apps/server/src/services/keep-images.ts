import type { KeepImages } from '../imaging/ingested-series.ts';
import type { Store } from '../db/open-database.ts';
import type { BlobStore } from '../store/blob-store.ts';

/**
 * Keeps the images of an import in the blob store case by case. `forget` takes away what this import brought and no
 * stored image names: call it where the import was refused.
 */
export function imageKeeper(
  store: Pick<Store, 'raw'>,
  blobs: BlobStore,
): { keepImages: KeepImages; forget: () => Promise<void> } {
  const brought = new Set<string>();
  return {
    async keepImages(series) {
      // Frames of one file share its bytes.
      const files = new Map(
        series.flatMap(({ images }) => images.map(({ sha256, bytes }) => [sha256, bytes] as const)),
      );
      for (const sha256 of await blobs.put(files)) brought.add(sha256);
      return series.map((one) => ({
        ...one,
        images: one.images.map(({ bytes, ...image }) => ({ ...image, byteCount: bytes.length })),
      }));
    },
    async forget() {
      const named = store.raw.prepare('SELECT 1 FROM image WHERE sha256 = ?');
      for (const sha256 of brought) if (named.get(sha256) === undefined) await blobs.remove(sha256);
    },
  };
}
