import { z } from 'zod';

const vector3 = z.tuple([z.number(), z.number(), z.number()]);

/** One slice of a series as a viewer needs it. Lengths in millimetres, patient coordinates (LPS, DICOM). */
export const viewerImageSchema = z.strictObject({
  /** Opaque id that the image route takes. */
  imageId: z.string(),
  /** `dicom`: the bytes are a DICOM file; `raster`: PNG or JPEG, without millimetres. */
  format: z.enum(['dicom', 'raster']),
  /** 0-based frame inside a multi-frame file. */
  frame: z.int().nonnegative(),
  /** ImagePositionPatient: centre of the first pixel, or null where unknown. */
  position: vector3.nullable(),
});
export type ViewerImage = z.infer<typeof viewerImageSchema>;

/** Labels that a series can have; a diffusion series carries its b-value. */
export const seriesLabelPattern =
  /^(T1w(\+C)?|T2w|FLAIR|DWI( b=\d{1,5})?|CT|ADC|SWI|PD|localiser|unlabelled)$/u;

export const planes = ['axial', 'coronal', 'sagittal', 'oblique'] as const;

/** One series in reading order (along the slice normal). */
export const viewerSeriesSchema = z.strictObject({
  seriesId: z.string(),
  /** Derived: T1w, T1w+C, T2w, FLAIR, DWI b=0, DWI b=1000, ADC, SWI, PD, localiser, or `unlabelled`. */
  label: z.string(),
  plane: z.enum(planes).nullable(),
  /** Series with equal numbers share a frame of reference; null where unknown. */
  frameOfReference: z.int().nullable(),
  rows: z.int().positive(),
  columns: z.int().positive(),
  /** [row spacing, column spacing] in mm as in PixelSpacing, or null where unknown. */
  pixelSpacing: z.tuple([z.number(), z.number()]).nullable(),
  /** ImageOrientationPatient: row direction cosines then column direction cosines, or null. */
  orientation: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** Window from the header (after modality transform), or null: the viewer then takes robust percentiles. */
  window: z.strictObject({ center: z.number(), width: z.number() }).nullable(),
  /** Further windows of a header that gives several, in its order. */
  otherWindows: z.array(z.strictObject({ center: z.number(), width: z.number() })).default([]),
  images: z.array(viewerImageSchema),
});
export type ViewerSeries = z.infer<typeof viewerSeriesSchema>;
