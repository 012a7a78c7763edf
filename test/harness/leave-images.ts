import type { KeepImages } from '../../apps/server/src/imaging/ingested-series.ts';

/** For tests of reading alone: counts the bytes and keeps them nowhere. */
export const leaveImages: KeepImages = async (series) =>
  series.map((one) => ({
    ...one,
    images: one.images.map(({ bytes, ...image }) => ({ ...image, byteCount: bytes.length })),
  }));
