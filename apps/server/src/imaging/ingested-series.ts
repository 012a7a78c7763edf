import type { ViewerSeries } from '@concord/rubric/model/imaging';

/** Secret of one study; UIDs, dates and patient keys are derived from it by HMAC-SHA-256. */
export type DeidentifyContext = {
  secret: string;
  /** `whole`: Siemens mosaics stay one picture, as they lie in their files; else they are cut into slices. */
  mosaics?: 'whole';
};

export type IngestedImage = {
  /** De-identified file; frames of one multi-frame file share the same array. */
  bytes: Uint8Array;
  /** SHA-256 of `bytes`, lower-case hexadecimal. */
  sha256: string;
  format: 'dicom' | 'raster';
  /** 0-based frame inside `bytes`. */
  frame: number;
  /** ImagePositionPatient in mm (LPS), or null where unknown. */
  position: [number, number, number] | null;
};

/** One series in reading order, ready to be stored. */
export type IngestedSeries = {
  viewer: Omit<ViewerSeries, 'seriesId' | 'images'>;
  /** Which rule decided the label, for the curator. */
  labelRule: string;
  images: IngestedImage[];
  notices: string[];
};

/** An image whose bytes lie in the blob store. */
export type KeptImage = Omit<IngestedImage, 'bytes'> & { byteCount: number };
export type KeptSeries = Omit<IngestedSeries, 'images'> & { images: KeptImage[] };

/** Puts the bytes of a case's images away, so that a study is never in memory as a whole. */
export type KeepImages = (series: readonly IngestedSeries[]) => Promise<KeptSeries[]>;
