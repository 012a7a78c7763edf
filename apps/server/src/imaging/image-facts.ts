import {
  type DicomFile,
  type Elements,
  decimalsOf,
  doubleOf,
  elementsOf,
  textOf,
  unsignedOf,
} from './dicom-file.ts';

/** Geometry and physics of one frame. Lengths in mm (LPS), b-value in s/mm². */
export type FrameFacts = {
  position: [number, number, number] | null;
  orientation: [number, number, number, number, number, number] | null;
  pixelSpacing: [number, number] | null;
  window: { center: number; width: number } | null;
  /** Further windows of a header that gives several. */
  otherWindows: { center: number; width: number }[];
  bValue: number | null;
  /** Unit vector of the diffusion gradient as it is written, or null. */
  direction: string | null;
  /** Values of FrameType, else of ImageType. */
  imageType: string[];
  /** Magnitude, phase, real, imaginary or mixed, where an Enhanced object tells. */
  component: string | null;
  /** AcquisitionContrast of an Enhanced object. */
  contrast: string | null;
  stack: string | null;
  /** Times in ms. */
  echoTime: number | null;
  repetitionTime: number | null;
  inversionTime: number | null;
};

/** Facts of a picture that tells none. */
export const noFacts: FrameFacts = {
  position: null,
  orientation: null,
  pixelSpacing: null,
  window: null,
  otherWindows: [],
  bValue: null,
  direction: null,
  imageType: [],
  component: null,
  contrast: null,
  stack: null,
  echoTime: null,
  repetitionTime: null,
  inversionTime: null,
};

const group = (elements: Elements, tag: string): Elements | null => {
  const item = elements.get(tag)?.items?.[0];
  return item ? elementsOf(item) : null;
};

/** Facts of each frame: from its own functional groups, else the shared ones, else the data set. */
export function frameFacts(file: DicomFile): FrameFacts[] {
  const frames = Math.max(1, Math.min(100_000, decimalsOf(file, file.elements, '00280008')?.[0] ?? 1));
  const shared = group(file.elements, '52009229');
  const own = file.elements.get('52009230')?.items ?? [];
  return Array.from({ length: frames }, (_, frame) => {
    const item = own[frame];
    const groups = [...(item ? [elementsOf(item)] : []), ...(shared ? [shared] : [])];
    const levels = (tag: string): Elements[] => [
      ...groups.flatMap((level) => group(level, tag) ?? []),
      file.elements,
    ];
    const text = (sequence: string, tag: string): string | null =>
      levels(sequence)
        .map((level) => textOf(file, level, tag))
        .find((value) => value !== null) ?? null;
    const double = (sequence: string, tag: string): number | null =>
      levels(sequence)
        .map((level) => doubleOf(file, level, tag))
        .find((value) => value !== null) ?? null;
    const gradient = levels('00189117')
      .map((level) => group(level, '00189076'))
      .find((value) => value !== null);
    const directions = [gradient, file.elements].flatMap((level) => (level ? [vectorOf(file, level)] : []));
    const numbers = (sequence: string, tag: string, count: number): number[] | null => {
      for (const level of levels(sequence)) {
        const found = decimalsOf(file, level, tag);
        if (found && found.length >= count) return found;
      }
      return null;
    };
    const p = numbers('00209113', '00200032', 3);
    const o = numbers('00209116', '00200037', 6);
    const s = numbers('00289110', '00280030', 2);
    const centers = numbers('00289132', '00281050', 1) ?? [];
    const widths = numbers('00289132', '00281051', 1) ?? [];
    const windows = centers.flatMap((center, at) => {
      const width = widths[at];
      return width !== undefined && width > 0 ? [{ center, width }] : [];
    });
    // The first pair is the header's window or nothing: another must not take its place.
    const usable = (widths[0] ?? 0) > 0 && centers.length > 0;
    return {
      // A classic multi-frame file states one position only, which is that of its first frame.
      position: p && (frame === 0 || own.length > 0) ? (p.slice(0, 3) as [number, number, number]) : null,
      orientation: o ? (o.slice(0, 6) as [number, number, number, number, number, number]) : null,
      pixelSpacing: s && s[0] && s[1] && s[0] > 0 && s[1] > 0 ? [s[0], s[1]] : null,
      window: usable ? (windows[0] ?? null) : null,
      otherWindows: usable ? windows.slice(1) : windows,
      bValue: double('00189117', '00189087') ?? privateBValue(file),
      direction: directions.find((value) => value !== null) ?? null,
      imageType: (text('00189226', '00089007') ?? text('00189226', '00080008'))?.split('\\') ?? [],
      component: text('00189226', '00089208'),
      contrast: text('00189226', '00089209'),
      stack: text('00209111', '00209056'),
      echoTime: double('00189114', '00189082') ?? numbers('00189114', '00180081', 1)?.[0] ?? null,
      repetitionTime: numbers('00189112', '00180080', 1)?.[0] ?? null,
      inversionTime: double('00189115', '00189079') ?? numbers('00189115', '00180082', 1)?.[0] ?? null,
    };
  });
}

/** DiffusionGradientOrientation to three decimals. */
function vectorOf(file: DicomFile, elements: Elements): string | null {
  const element = elements.get('00189089');
  if (!element || element.length < 24) return null;
  const at = new DataView(file.body.buffer, file.body.byteOffset + element.dataOffset, 24);
  return [0, 8, 16].map((offset) => at.getFloat64(offset, file.littleEndian).toFixed(3)).join(' ');
}

/** The b-value where vendors keep it: Siemens 0019,100C; GE 0043,1039 (modulo 1e9); UIH 0065,1009; Philips 2001,1003. */
function privateBValue(file: DicomFile): number | null {
  const usable = (value: number | null | undefined): number | null =>
    value !== null && value !== undefined && Number.isFinite(value) && value >= 0 && value < 20_000
      ? value
      : null;
  const maker = (textOf(file, file.elements, '00080070') ?? '').toUpperCase();
  if (maker.includes('SIEMENS')) return usable(decimalsOf(file, file.elements, '0019100c')?.[0]);
  if (maker.startsWith('GE ')) {
    const raw = Number(textOf(file, file.elements, '00431039')?.split('\\')[0] ?? Number.NaN);
    return usable(raw % 1_000_000_000);
  }
  if (maker.includes('UIH')) return usable(doubleOf(file, file.elements, '00651009'));
  if (maker.includes('PHILIPS')) {
    const element = file.elements.get('20011003');
    if (!element || element.length !== 4) return null;
    return usable(
      new DataView(file.body.buffer, file.body.byteOffset + element.dataOffset, 4).getFloat32(
        0,
        file.littleEndian,
      ),
    );
  }
  return null;
}

/** Rows and columns in pixels, or null where the header has no usable ones. */
export function matrixOf(file: DicomFile): { rows: number; columns: number } | null {
  const rows = unsignedOf(file, file.elements, '00280010');
  const columns = unsignedOf(file, file.elements, '00280011');
  return rows && columns ? { rows, columns } : null;
}
