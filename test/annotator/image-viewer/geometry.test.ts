import type { ViewerSeries } from '@concord/rubric/model/imaging';
import { assert, boolean, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  displayOrientation,
  edgeLetters,
} from '../../../apps/annotator/src/features/image-viewer/geometry/display-orientation.ts';
import { greyLevels } from '../../../apps/annotator/src/features/image-viewer/geometry/grey-levels.ts';
import { linkedSlice } from '../../../apps/annotator/src/features/image-viewer/geometry/linked-slice.ts';
import { scaleBar } from '../../../apps/annotator/src/features/image-viewer/geometry/scale-bar.ts';
import type { ReaderTurn } from '../../../apps/annotator/src/features/image-viewer/geometry/screen-turn.ts';
import {
  composeTurn,
  flipAcross,
  flipDown,
  quarterTurn,
} from '../../../apps/annotator/src/features/image-viewer/geometry/screen-turn.ts';
import type { Orientation } from '../../../apps/annotator/src/features/image-viewer/geometry/vector.ts';
import { rendererWindow } from '../../../apps/annotator/src/features/image-viewer/geometry/window.ts';

const axial: Orientation = [1, 0, 0, 0, 1, 0];
const sagittal: Orientation = [0, 1, 0, 0, 0, -1];

function stack(
  orientation: Orientation,
  positions: readonly number[],
  axis: 0 | 2,
  frame: number,
): ViewerSeries {
  return {
    seriesId: 's',
    label: 'T2w',
    plane: null,
    frameOfReference: frame,
    rows: 11,
    columns: 11,
    pixelSpacing: [1, 1],
    orientation: [...orientation],
    window: null,
    otherWindows: [],
    images: positions.map((at, i) => ({
      imageId: `i${i}`,
      format: 'dicom',
      frame: 0,
      position: axis === 2 ? [0, 0, at] : [at, 0, 0],
    })),
  };
}

const lettersOf = (orientation: Orientation) => edgeLetters(orientation, displayOrientation(orientation));

describe('radiological display', () => {
  it('puts patient right on screen left and anterior on top of an axial slice', () => {
    expect(displayOrientation(axial)).toEqual({ rotation: 0, hflip: false, vflip: false });
    expect(lettersOf(axial)).toEqual({ left: 'R', right: 'L', top: 'A', bottom: 'P' });
  });

  it('mirrors an axial slice that is stored with patient left on screen left', () => {
    expect(displayOrientation([-1, 0, 0, 0, 1, 0]).hflip).toBe(true);
    expect(lettersOf([-1, 0, 0, 0, 1, 0])?.left).toBe('R');
  });

  it('turns an axial slice whose rows run from front to back', () => {
    expect(displayOrientation([0, 1, 0, 1, 0, 0]).rotation).toBe(90);
    expect(lettersOf([0, 1, 0, 1, 0, 0])).toEqual({ left: 'R', right: 'L', top: 'A', bottom: 'P' });
  });

  it('shows the face on the left of a sagittal slice', () => {
    expect(lettersOf(sagittal)).toEqual({ left: 'A', right: 'P', top: 'S', bottom: 'I' });
  });

  it('gives no letters where the orientation is unknown', () => {
    expect(edgeLetters(null, displayOrientation(null))).toBeNull();
  });
});

describe('the reader turns a picture', () => {
  const asShown = { mirrored: false, rotation: 0 } as const;
  const turn = record({
    mirrored: boolean(),
    rotation: constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
  });
  const orientation = constantFrom<Orientation>(
    axial,
    sagittal,
    [-1, 0, 0, 0, 1, 0],
    [0, 1, 0, 1, 0, 0],
    [1, 0, 0, 0, 0, -1],
  );
  const lettersAfter = (own: Orientation, by: ReaderTurn) =>
    edgeLetters(own, composeTurn(displayOrientation(own), by));

  it('moves every letter clockwise with a quarter turn', () => {
    expect(lettersAfter(axial, quarterTurn(asShown))).toEqual({
      left: 'P',
      right: 'A',
      top: 'R',
      bottom: 'L',
    });
  });

  it('swaps the letters of two edges with a flip, in whatever way the picture stands', () => {
    assert(
      property(orientation, turn, (own, by) => {
        const before = lettersAfter(own, by);
        expect(lettersAfter(own, flipAcross(by))).toEqual({
          ...before,
          left: before?.right,
          right: before?.left,
        });
        expect(lettersAfter(own, flipDown(by))).toEqual({
          ...before,
          top: before?.bottom,
          bottom: before?.top,
        });
      }),
    );
  });

  it('comes back after four quarters and after two flips', () => {
    assert(
      property(turn, (by) => {
        expect(quarterTurn(quarterTurn(quarterTurn(quarterTurn(by))))).toEqual(by);
        expect(flipAcross(flipAcross(by))).toEqual(by);
        expect(flipDown(flipDown(by))).toEqual(by);
      }),
    );
  });
});

describe('the scale bar', () => {
  it('takes the longest round length within a third of the viewport', () => {
    // 2 CSS pixels a millimetre, a third of 330 is 110: 50 mm take 100.
    expect(scaleBar([0.5, 0.5], 1, 330)).toEqual({ length: 50, pixels: 100 });
  });

  it('goes by the shorter side of a pixel, which is what the scale is given for', () => {
    expect(scaleBar([2, 0.5], 1, 330)).toEqual({ length: 50, pixels: 100 });
  });

  it('is not drawn where millimetres are unknown or make no sense', () => {
    expect(scaleBar(null, 1, 300)).toBeNull();
    expect(scaleBar([0, 1], 1, 300)).toBeNull();
    expect(scaleBar([1, 1], 0, 300)).toBeNull();
  });
});

describe('linked scrolling', () => {
  it('goes to the slice nearest in millimetres, not to the same number', () => {
    expect(linkedSlice(stack(axial, [0, 5, 10], 2, 1), 2, stack(axial, [0, 2, 4, 6, 8, 10], 2, 1))).toBe(5);
  });

  it('never moves a series of another plane', () => {
    expect(linkedSlice(stack(axial, [0, 5], 2, 1), 1, stack(sagittal, [0, 5], 0, 1))).toBeNull();
  });

  it('never moves a series of another frame of reference', () => {
    expect(linkedSlice(stack(axial, [0, 5], 2, 1), 1, stack(axial, [0, 5], 2, 2))).toBeNull();
  });
});

describe('grey levels', () => {
  it('leave padding out', () => {
    const levels = greyLevels(Int16Array.from([-2000, -2000, 0, 100]), 2, 1, { from: -2000, to: -2000 });
    expect(levels).toEqual({ min: 1, p1: 1, p50: 1, p995: 201, max: 201 });
  });

  it('hand the renderer centre minus a half and width minus one', () => {
    expect(rendererWindow({ center: 40, width: 80 })).toEqual({ windowCenter: 39.5, windowWidth: 79 });
  });
});
