import type { KeepImages } from '../imaging/ingested-series.ts';
import type { Store } from '../db/open-database.ts';
import type { BlobStore } from '../store/blob-store.ts';

/**
 * Keeps the images of an import in the blob store case by case. `forget` takes away what this import brought and no
 * stored image names: call it where the import was refused.
 */
export function imageKeeper(
  store: Pick<Store, 'db'>,
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
      await store.db.transaction().execute(async (transaction) => {
        // Writes nothing, but takes the write lock: no import can name one of these images meanwhile.
        await transaction.deleteFrom('image').where('sha256', '=', '').execute();
        for (const sha256 of brought) {
          const named = await transaction
            .selectFrom('image')
            .select('sha256')
            .where('sha256', '=', sha256)
            .executeTakeFirst();
          if (!named) await blobs.remove(sha256);
        }
      });
    },
  };
}
