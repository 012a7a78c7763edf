import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mrImageStorage, writeDicom } from './dicom-writer.ts';
import type { Element } from './dicom-writer.ts';
import type { Series } from './imaging.ts';
import type { CasePlan } from './plan.ts';

/** A unique identifier under 2.25 (a 128-bit number), the same for the same names. */
export function seededUid(...names: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(names.join('/')).digest('hex').slice(0, 31);
  return `2.25.${BigInt(`0x${digest}`).toString()}`;
}

const scanning = { se: 'SE', ir: 'IR', gre: 'GR', dwi: 'EP' } as const;
const variant = { se: 'SK', ir: ['SK', 'SP'], gre: 'SP', dwi: 'SK' } as const;

function imageType(key: string): readonly string[] {
  if (key === 'adc') return ['DERIVED', 'PRIMARY', 'DIFFUSION', 'ADC'];
  if (key === 'b0' || key === 'b1000') return ['ORIGINAL', 'PRIMARY', 'DIFFUSION', 'NONE'];
  return ['ORIGINAL', 'PRIMARY', 'M', 'NONE'];
}

function seriesElements(series: Series, plan: CasePlan, seed: number, studyDate: string): Element[] {
  const { sequence, key, grid } = series;
  const down = Math.hypot(...grid.down);
  const across = Math.hypot(...grid.across);
  const orientation = [...grid.across.map((item) => item / across), ...grid.down.map((item) => item / down)];
  const diffusion = sequence.kind === 'dwi' && key !== 'adc';
  return [
    { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 100' },
    { tag: 0x00080008, vr: 'CS', value: imageType(key) },
    { tag: 0x00080016, vr: 'UI', value: mrImageStorage },
    { tag: 0x00080020, vr: 'DA', value: studyDate },
    { tag: 0x00080021, vr: 'DA', value: studyDate },
    { tag: 0x00080030, vr: 'TM', value: '090000' },
    { tag: 0x00080050, vr: 'SH', value: '' },
    { tag: 0x00080060, vr: 'CS', value: 'MR' },
    { tag: 0x00080070, vr: 'LO', value: 'Concord' },
    { tag: 0x00080090, vr: 'PN', value: '' },
    { tag: 0x0008103e, vr: 'LO', value: sequence.description },
    { tag: 0x00081090, vr: 'LO', value: 'Synthetic phantom' },
    { tag: 0x00100010, vr: 'PN', value: 'SYNTHETIC^CASE' },
    { tag: 0x00100020, vr: 'LO', value: `SYN-${plan.id}` },
    { tag: 0x00100030, vr: 'DA', value: '' },
    { tag: 0x00100040, vr: 'CS', value: plan.sex === 'female' ? 'F' : 'M' },
    { tag: 0x00101010, vr: 'AS', value: `${String(plan.age).padStart(3, '0')}Y` },
    { tag: 0x00120062, vr: 'CS', value: 'YES' },
    { tag: 0x00120063, vr: 'LO', value: 'Synthetic: never held identity' },
    ...(sequence.contrast
      ? [{ tag: 0x00180010, vr: 'LO', value: 'Gadolinium chelate (simulated)' } satisfies Element]
      : []),
    { tag: 0x00180020, vr: 'CS', value: scanning[sequence.kind] },
    { tag: 0x00180021, vr: 'CS', value: variant[sequence.kind] },
    { tag: 0x00180022, vr: 'CS', value: sequence.kind === 'dwi' ? 'FS' : '' },
    { tag: 0x00180023, vr: 'CS', value: '2D' },
    ...(diffusion ? [{ tag: 0x00180024, vr: 'SH', value: `ep_b${sequence.b ?? 0}` } satisfies Element] : []),
    { tag: 0x00180050, vr: 'DS', value: series.sliceGap * 0.9 },
    { tag: 0x00180080, vr: 'DS', value: sequence.tr },
    { tag: 0x00180081, vr: 'DS', value: sequence.te },
    ...(sequence.ti === undefined
      ? []
      : [{ tag: 0x00180082, vr: 'DS', value: sequence.ti } satisfies Element]),
    { tag: 0x00180087, vr: 'DS', value: 1.5 },
    { tag: 0x00180088, vr: 'DS', value: series.sliceGap },
    { tag: 0x00180091, vr: 'IS', value: sequence.kind === 'dwi' ? 64 : 8 },
    { tag: 0x00181314, vr: 'DS', value: sequence.flip ?? 90 },
    { tag: 0x00185100, vr: 'CS', value: 'HFS' },
    ...(diffusion ? [{ tag: 0x00189087, vr: 'FD', value: sequence.b ?? 0 } satisfies Element] : []),
    { tag: 0x0020000d, vr: 'UI', value: seededUid(seed, plan.id, 'study') },
    { tag: 0x0020000e, vr: 'UI', value: seededUid(seed, plan.id, key) },
    { tag: 0x00200010, vr: 'SH', value: '1' },
    { tag: 0x00200011, vr: 'IS', value: series.number },
    { tag: 0x00200037, vr: 'DS', value: orientation },
    { tag: 0x00200052, vr: 'UI', value: seededUid(seed, plan.id, 'frame') },
    { tag: 0x00201040, vr: 'LO', value: '' },
    { tag: 0x00280002, vr: 'US', value: 1 },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: grid.rows },
    { tag: 0x00280011, vr: 'US', value: grid.columns },
    { tag: 0x00280030, vr: 'DS', value: [down, across] },
    { tag: 0x00280100, vr: 'US', value: 16 },
    { tag: 0x00280101, vr: 'US', value: 16 },
    { tag: 0x00280102, vr: 'US', value: 15 },
    { tag: 0x00280103, vr: 'US', value: 0 },
    { tag: 0x00281050, vr: 'DS', value: series.window[0] },
    { tag: 0x00281051, vr: 'DS', value: series.window[1] },
    { tag: 0x00281052, vr: 'DS', value: 0 },
    { tag: 0x00281053, vr: 'DS', value: 1 },
    { tag: 0x00281054, vr: 'LO', value: key === 'adc' ? '10-6 mm2/s' : 'US' },
  ];
}

/** Writes a series as one DICOM MR image per slice into `folder`; returns the bytes written. */
export async function writeSeries(
  folder: string,
  series: Series,
  plan: CasePlan,
  seed: number,
  studyDate: string,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const { grid, pixels } = series;
  const common = seriesElements(series, plan, seed, studyDate);
  const plane = grid.rows * grid.columns;
  let total = 0;
  for (let slice = 0; slice < grid.slices; slice += 1) {
    const uid = seededUid(seed, plan.id, series.key, slice);
    const position = grid.origin.map((start, axis) => start + slice * (grid.through[axis] ?? 0));
    const values = pixels.subarray(slice * plane, (slice + 1) * plane);
    const bytes = writeDicom(uid, [
      ...common,
      { tag: 0x00080018, vr: 'UI', value: uid },
      { tag: 0x00200013, vr: 'IS', value: slice + 1 },
      { tag: 0x00200032, vr: 'DS', value: position },
      {
        tag: 0x7fe00010,
        vr: 'OW',
        value: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      },
    ]);
    await writeFile(join(folder, `${String(slice + 1).padStart(4, '0')}.dcm`), bytes);
    total += bytes.length;
  }
  return total;
}
