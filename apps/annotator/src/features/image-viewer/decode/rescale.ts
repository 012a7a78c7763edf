import type { DataSet } from 'dicom-parser';
import type { DicomHeader } from './dicom-header.ts';

/** Linear modality transform: value = stored · slope + intercept. */
export interface Rescale {
  readonly slope: number;
  readonly intercept: number;
}

function rescaleIn(dataSet: DataSet | undefined): Rescale | null {
  const slope = dataSet?.floatString('x00281053');
  const intercept = dataSet?.floatString('x00281052');
  if (slope === undefined || !Number.isFinite(slope) || slope === 0) return null;
  return { slope, intercept: intercept !== undefined && Number.isFinite(intercept) ? intercept : 0 };
}

function groupItem(dataSet: DataSet, groups: string, index: number, sequence: string): DataSet | undefined {
  return dataSet.elements[groups]?.items?.[index]?.dataSet?.elements[sequence]?.items?.[0]?.dataSet;
}

/**
 * Rescale of one frame: per-frame functional group, else the shared one, else the data set's own attributes,
 * else the identity. Colour has no modality transform.
 */
export function frameRescale(header: DicomHeader, frame: number): Rescale {
  if (header.samples > 1) return { slope: 1, intercept: 0 };
  const { dataSet } = header;
  return (
    rescaleIn(groupItem(dataSet, 'x52009230', frame, 'x00289145')) ??
    rescaleIn(groupItem(dataSet, 'x52009229', 0, 'x00289145')) ??
    rescaleIn(dataSet) ?? { slope: 1, intercept: 0 }
  );
}

/**
 * Apply a Modality LUT Sequence, which takes the place of slope and intercept. Null where the header has none.
 * Values below the first mapped value take the first entry, values above the last take the last (PS3.3 C.11.1.1.1).
 */
export function applyModalityLut(header: DicomHeader, stored: ArrayLike<number>): Int32Array | null {
  const item = header.dataSet.elements['x00283000']?.items?.[0]?.dataSet;
  const data = item?.elements['x00283006'];
  if (!item || !data || data.length === 0) return null;
  const entries = item.uint16('x00283002', 0) || 65_536;
  const first = (header.signed ? item.int16('x00283002', 1) : item.uint16('x00283002', 1)) ?? 0;
  const bits = item.uint16('x00283002', 2) ?? 16;
  const wide = bits > 8 || data.length >= entries * 2;
  const last = Math.min(entries, wide ? data.length >> 1 : data.length) - 1;
  const lut = new Int32Array(last + 1);
  for (let i = 0; i <= last; i++) {
    lut[i] = wide ? (item.uint16('x00283006', i) ?? 0) : (item.byteArray[data.dataOffset + i] ?? 0);
  }
  const out = new Int32Array(stored.length);
  for (let i = 0; i < stored.length; i++) {
    const index = Math.min(Math.max((stored[i] as number) - first, 0), last);
    out[i] = lut[index] as number;
  }
  return out;
}
