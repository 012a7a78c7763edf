import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupSeries, type PlacedFrame } from '../../../apps/server/src/imaging/group-series.ts';
import { noFacts } from '../../../apps/server/src/imaging/image-facts.ts';
import { imageIngest } from '../../../apps/server/src/imaging/ingest-images.ts';

const corpus = join(resolve(process.env['CONCORD_CORPUS'] ?? '../shared/corpus'), 'dicom');
const ingestOf = (...paths: string[]) => {
  const ingest = imageIngest({ secret: 'a secret' });
  for (const path of paths) ingest.add(path, readFileSync(join(corpus, path)));
  return ingest.finish();
};

describe.skipIf(!existsSync(corpus))('Series of real files (skipped where the corpus is absent)', () => {
  it('tells the magnitude of an Enhanced object from its field map, which has no contrast', () => {
    const series = ingestOf('neurolabusc__dcm_qa_enh/Philips_IM_0027_fMAP.dcm');
    expect(
      series.map(({ viewer, images }) => [viewer.label, viewer.window, images.length, images[0]?.frame]),
    ).toEqual([
      ['T1w', { center: 959, width: 1667 }, 32, 0],
      ['unlabelled', { center: 0, width: 1000 }, 32, 32],
    ]);
    for (const { images, notices } of series) {
      const heights = images.map(({ position }) => position?.[2] ?? Number.NaN);
      expect(heights).toEqual(heights.toSorted((left, right) => left - right));
      expect(notices).toEqual([]);
    }
  });

  it.each([
    // By hand from the header: −624 + (384 − 64) / 2 · 3.25 = −104; the CSA normal points to the left and to the head.
    ['neurolabusc__dcm_qa/axasc35_1.dcm', 'axial', [-104, -144.8681, -62.6852], 0.10799944 * 3.6],
    ['neurolabusc__dcm_qa/sagasc35_1.dcm', 'sagittal', [-61.2, -140.3196, 78.5763], 0],
  ])('cuts the Siemens mosaic %s into its 35 slices', (path, plane, start, stepY) => {
    const [series, ...more] = ingestOf(path);
    expect(more).toEqual([]);
    expect(series?.viewer).toMatchObject({ rows: 64, columns: 64, plane });
    expect(series?.images).toHaveLength(35);
    expect(series?.notices).toEqual([]);
    const ordered = series?.images.toSorted((left, right) => left.frame - right.frame) ?? [];
    for (const [axis, part] of start.entries()) expect(ordered[0]?.position?.[axis]).toBeCloseTo(part, 3);
    expect((ordered[1]?.position?.[1] ?? 0) - (ordered[0]?.position?.[1] ?? 0)).toBeCloseTo(stepY, 3);
  });

  it('leaves a compressed mosaic whole and says so', () => {
    const ingest = imageIngest({ secret: 'a secret' });
    ingest.add('jpg1.dcm', readFileSync(join(corpus, 'neurolabusc__dcm_qa/jpg1.dcm')));
    expect(ingest.finish()[0]?.images).toHaveLength(1);
    expect(ingest.notices).toEqual([
      { path: 'jpg1.dcm', reason: 'This mosaic is compressed: it is shown whole.' },
    ]);
  });

  it('keeps every image that was read, each in one series', () => {
    const folders = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) {
      const ingest = imageIngest({ secret: 'a secret' });
      let frames = 0;
      for (const file of readdirSync(join(corpus, name), { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue;
        const bytes = readFileSync(join(file.parentPath, file.name));
        const alone = imageIngest({ secret: 'a secret' });
        alone.add(file.name, bytes);
        frames += alone.finish().reduce((sum, { images }) => sum + images.length, 0);
        ingest.add(join(file.parentPath, file.name), bytes);
      }
      expect(
        ingest.finish().reduce((sum, { images }) => sum + images.length, 0),
        name,
      ).toBe(frames);
    }
  });
});

/** An axial frame at height `z`; what else is given sets it apart. */
const frame = (z: number, number: number, more: { direction?: string; time?: string } = {}): PlacedFrame => ({
  key: 'one series',
  order: [1, number, `${number}.dcm`],
  label: { label: 'DWI b=1000', rule: 'b-value' },
  frameOfReference: null,
  rows: 4,
  columns: 4,
  image: { bytes: new Uint8Array(), sha256: `${number}`, format: 'dicom', frame: 0, position: [0, 0, z] },
  facts: {
    ...noFacts,
    position: [0, 0, z],
    orientation: [1, 0, 0, 0, 1, 0],
    pixelSpacing: [1, 1],
    bValue: 1000,
    direction: more.direction ?? null,
  },
  time: more.time ?? '',
});
const heightsOf = (frames: PlacedFrame[]): number[][] =>
  groupSeries(frames).map(({ images }) => images.map(({ position }) => position?.[2] ?? Number.NaN));

describe('A volume', () => {
  /** `count` axial slices of 240 × 240 mm at 1 mm, `gap` mm apart. */
  const volume = (count: number, gap: number): PlacedFrame[] =>
    Array.from({ length: count }, (_, slice) => ({ ...frame(slice * gap, slice), rows: 240, columns: 240 }));
  it.each([
    ['of a whole head at 1 mm', 176, 1, 1],
    ['of thick slices', 32, 5, 0],
    ['of a slab', 60, 1, 0],
  ])('%s is flagged for its face as it should be', (_what, count, gap, flags) => {
    const [series] = groupSeries(volume(count, gap));
    expect(series?.notices.filter((text) => text.includes('show a face'))).toHaveLength(flags);
  });
});

describe('A group of frames that stands several times at each position', () => {
  it('is one volume for each gradient direction', () => {
    const frames = ['1 0 0', '0 1 0', '0 0 1'].flatMap((direction, volume) =>
      [3, 1, 2].map((z, slice) => frame(z, volume * 3 + slice, { direction })),
    );
    expect(heightsOf(frames)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it('is one volume for each time of acquisition', () => {
    const frames = ['10', '20'].flatMap((time, volume) =>
      [1, 2].map((z, slice) => frame(z, volume * 2 + slice, { time })),
    );
    expect(heightsOf(frames)).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('is told apart by its order where nothing else says', () => {
    expect(heightsOf([frame(1, 1), frame(2, 2), frame(1, 3), frame(2, 4)])).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('stays one where a single slice came twice, and says so', () => {
    const series = groupSeries([frame(1, 1), frame(2, 2), frame(3, 3), frame(4, 4), frame(4, 5)]);
    expect(series).toHaveLength(1);
    expect(series[0]?.notices).toEqual(['One image shares the position of another one.']);
  });
});
