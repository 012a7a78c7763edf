import type { ViewerSeries } from '@concord/rubric/model/imaging';
import { describe, expect, it } from 'vitest';
import { displayOrientation } from '../../../apps/annotator/src/features/image-viewer/geometry/display-orientation.ts';
import { greyLevels } from '../../../apps/annotator/src/features/image-viewer/geometry/grey-levels.ts';
import { linkedSlice } from '../../../apps/annotator/src/features/image-viewer/geometry/linked-slice.ts';
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
    images: positions.map((at, i) => ({
      imageId: `i${i}`,
      format: 'dicom',
      frame: 0,
      position: axis === 2 ? [0, 0, at] : [at, 0, 0],
    })),
  };
}

describe('radiological display', () => {
  it('puts patient right on screen left and anterior on top of an axial slice', () => {
    expect(displayOrientation(axial)).toEqual({
      rotation: 0,
      hflip: false,
      vflip: false,
      letters: { left: 'R', right: 'L', top: 'A', bottom: 'P' },
    });
  });

  it('mirrors an axial slice that is stored with patient left on screen left', () => {
    const turned = displayOrientation([-1, 0, 0, 0, 1, 0]);
    expect(turned.hflip).toBe(true);
    expect(turned.letters?.left).toBe('R');
  });

  it('turns an axial slice whose rows run from front to back', () => {
    const turned = displayOrientation([0, 1, 0, 1, 0, 0]);
    expect(turned.rotation).toBe(90);
    expect(turned.letters).toEqual({ left: 'R', right: 'L', top: 'A', bottom: 'P' });
  });

  it('shows the face on the left of a sagittal slice', () => {
    expect(displayOrientation(sagittal).letters).toEqual({ left: 'A', right: 'P', top: 'S', bottom: 'I' });
  });

  it('gives no letters where the orientation is unknown', () => {
    expect(displayOrientation(null).letters).toBeNull();
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
