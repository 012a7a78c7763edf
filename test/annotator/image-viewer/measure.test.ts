import { assert, boolean, constantFrom, double, integer, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  affineThrough,
  toCanvas,
  toPixel,
} from '../../../apps/annotator/src/features/image-viewer/geometry/affine.ts';
import {
  angleOf,
  lengthOf,
  regionStatistics,
  valueAt,
} from '../../../apps/annotator/src/features/image-viewer/geometry/measure.ts';
import type { GreyFrame } from '../../../apps/annotator/src/features/image-viewer/geometry/measure.ts';
import {
  distanceTo,
  fromPatient,
  referenceLine,
  toPatient,
} from '../../../apps/annotator/src/features/image-viewer/geometry/slice-plane.ts';
import type { SlicePlane } from '../../../apps/annotator/src/features/image-viewer/geometry/slice-plane.ts';
import type { Orientation } from '../../../apps/annotator/src/features/image-viewer/geometry/vector.ts';
import { isMark, markText } from '../../../apps/annotator/src/features/image-viewer/marks.ts';

const place = record({
  x: double({ min: -500, max: 1500, noNaN: true }),
  y: double({ min: -500, max: 1500, noNaN: true }),
});
const turns: readonly Orientation[] = [
  [1, 0, 0, 0, 1, 0],
  [0, 1, 0, 0, 0, -1],
  [1, 0, 0, 0, 0, -1],
  [0.8, 0.6, 0, 0, 0, -1],
];
const axial: SlicePlane = {
  position: [0, 0, 0],
  orientation: [1, 0, 0, 0, 1, 0],
  spacing: [1, 1],
  rows: 100,
  columns: 100,
};

describe('places', () => {
  it('in the image and on the canvas lead to each other, turned, flipped and with pixels that are not square', () => {
    assert(
      property(
        place,
        integer({ min: 0, max: 3 }),
        boolean(),
        double({ min: 0.05, max: 40, noNaN: true }),
        double({ min: 0.2, max: 5, noNaN: true }),
        (point, quarter, flipped, scale, aspect) => {
          const angle = (quarter * Math.PI) / 2;
          const across = flipped ? -scale : scale;
          const affine = affineThrough(
            { x: 300, y: 200 },
            { x: 300 + Math.cos(angle) * across, y: 200 + Math.sin(angle) * across },
            { x: 300 - Math.sin(angle) * scale * aspect, y: 200 + Math.cos(angle) * scale * aspect },
          );
          const back = toPixel(affine, toCanvas(affine, point));
          expect(back?.x).toBeCloseTo(point.x, 6);
          expect(back?.y).toBeCloseTo(point.y, 6);
        },
      ),
    );
  });
  it('in the image and in the patient lead to each other, in every plane', () => {
    assert(
      property(
        place,
        constantFrom(...turns),
        tuple(
          integer({ min: -200, max: 200 }),
          integer({ min: -200, max: 200 }),
          integer({ min: -200, max: 200 }),
        ),
        double({ min: 0.2, max: 5, noNaN: true }),
        (point, orientation, position, columnSpacing) => {
          const plane = { ...axial, orientation, position, spacing: [0.7, columnSpacing] as const };
          const patient = toPatient(plane, point);
          expect(distanceTo(plane, patient)).toBeCloseTo(0, 6);
          const back = fromPatient(plane, patient);
          expect(back.x).toBeCloseTo(point.x, 6);
          expect(back.y).toBeCloseTo(point.y, 6);
        },
      ),
    );
  });
  it('at the centre of the first pixel have its patient position', () => {
    expect(toPatient({ ...axial, position: [10, 20, 30] }, { x: 0.5, y: 0.5 })).toEqual([10, 20, 30]);
  });
});

describe('a reference line', () => {
  // A coronal slice 30 mm behind the first row cuts the axial picture all along row 30, whose centre is at 30.5.
  const coronal: SlicePlane = { ...axial, orientation: [1, 0, 0, 0, 0, -1], position: [0, 30, 50] };
  it('lies where the other slice cuts the picture', () => {
    const line = referenceLine(axial, coronal);
    expect(line?.map(({ y }) => y)).toEqual([30.5, 30.5]);
    expect(line?.map(({ x }) => x).sort((a, b) => a - b)).toEqual([0, 100]);
  });
  it('is not there for a parallel slice, or one that ends before the picture', () => {
    expect(referenceLine(axial, { ...axial, position: [0, 0, 5] })).toBeNull();
    expect(referenceLine(axial, { ...coronal, position: [0, 30, -10] })).toBeNull();
  });
});

describe('a length', () => {
  it('is in millimetres by the spacing of each direction, else in pixels in so many words', () => {
    const ends = [
      { x: 0, y: 0 },
      { x: 3, y: 4 },
    ] as const;
    expect(lengthOf(...ends, [1, 1])).toBe(5);
    // 3 columns of 2 mm and 4 rows of 0.5 mm.
    expect(lengthOf(...ends, [0.5, 2])).toBeCloseTo(Math.sqrt(36 + 4), 12);
    const mark = { kind: 'length', points: ends } as const;
    expect(markText(mark, { pixelSpacing: [0.5, 2] }, null, false)).toEqual(['6.3 mm']);
    for (const pixelSpacing of [null, [0, 1], [Number.NaN, 1]] as ([number, number] | null)[])
      expect(markText(mark, { pixelSpacing }, null, false)).toEqual(['5.0 px (no millimetres)']);
  });
});

describe('an angle', () => {
  it('is taken in millimetres, not in pixels', () => {
    const arms = [
      { x: 1, y: 0 },
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ] as const;
    expect(angleOf(arms, [1, 1])).toBeCloseTo(45, 10);
    expect(angleOf(arms, [Math.sqrt(3), 1])).toBeCloseTo(60, 10);
    expect(angleOf([arms[0], arms[1], arms[1]], [1, 1])).toBeNull();
  });
});

describe('a region', () => {
  // Values 0 … 15 by rows, halved and raised by 10; stored 15 is padding.
  const frame: GreyFrame = {
    rows: 4,
    columns: 4,
    pixels: Uint16Array.from({ length: 16 }, (_, at) => at),
    slope: 0.5,
    intercept: 10,
    padding: { from: 15, to: 15 },
  };
  it('has the mean and SD of the pixels with their centre inside, padding apart', () => {
    // Stored 5, 6, 9, 10: values 12.5, 13, 14.5, 15; mean 13.75, squares 4.25 / 3.
    const found = regionStatistics(
      frame,
      'rectangle',
      [
        { x: 3, y: 3 },
        { x: 1, y: 1 },
      ],
      [0.5, 2],
    );
    expect(found).toMatchObject({ n: 4, mean: 13.75, min: 12.5, max: 15, area: 4, padded: 0 });
    expect(found.sd).toBeCloseTo(Math.sqrt(4.25 / 3), 12);
    expect(
      regionStatistics(
        frame,
        'rectangle',
        [
          { x: 2, y: 2 },
          { x: 9, y: 9 },
        ],
        null,
      ),
    ).toMatchObject({
      n: 3,
      padded: 1,
    });
  });
  it('of an ellipse leaves the corners out', () => {
    const found = regionStatistics(
      frame,
      'ellipse',
      [
        { x: 0, y: 0 },
        { x: 4, y: 4 },
      ],
      [1, 1],
    );
    expect(found.n).toBe(12);
    expect(found.area).toBeCloseTo(4 * Math.PI, 12);
  });
  it('without a pixel has no mean', () => {
    const none = regionStatistics(
      frame,
      'rectangle',
      [
        { x: 1.6, y: 1.6 },
        { x: 1.7, y: 1.7 },
      ],
      [1, 1],
    );
    expect(none).toMatchObject({ n: 0, mean: null, sd: null });
  });
  it('reads single values by slope and intercept', () => {
    expect(valueAt(frame, { x: 2.9, y: 1.1 })).toBe(13);
    expect(valueAt(frame, { x: 3.5, y: 3.5 })).toBeNull();
    expect(valueAt(frame, { x: -0.1, y: 0 })).toBeNull();
  });
});

describe('a mark that comes back from storage', () => {
  it('is whole or is dropped', () => {
    const mark = {
      kind: 'length',
      seriesId: 's',
      slice: 3,
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4 },
      ],
    };
    expect(isMark(mark)).toBe(true);
    for (const broken of [
      null,
      {},
      { ...mark, kind: 'circle' },
      { ...mark, points: [{ x: 1, y: 2 }] },
      { ...mark, points: [{ x: 1 }, null] },
    ])
      expect(isMark(broken)).toBe(false);
  });
});
