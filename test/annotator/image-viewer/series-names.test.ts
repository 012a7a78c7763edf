import { expect, it } from 'vitest';
import { seriesNames } from '../../../apps/annotator/src/features/image-viewer/series-names.ts';

const series = (label: string, plane: 'axial' | 'coronal' | 'sagittal' | null, seriesId: string) => ({
  seriesId,
  label,
  plane,
  frameOfReference: null,
  rows: 4,
  columns: 4,
  pixelSpacing: null,
  orientation: null,
  window: null,
  otherWindows: [],
  images: [],
});
const study = [
  series('T1w', 'axial', 'a'),
  series('T1w', 'coronal', 'b'),
  series('T2w', 'sagittal', 'c'),
  series('FLAIR', 'axial', 'd'),
  series('unlabelled', 'axial', 'e'),
  series('unlabelled', 'axial', 'f'),
  series('unlabelled', null, 'g'),
];

it('names every series of a case so that no two are alike', () => {
  expect([...seriesNames(study, 'en').values()]).toEqual([
    'T1w axial',
    'T1w coronal',
    'T2w sagittal',
    'FLAIR',
    'unlabelled axial 1',
    'unlabelled axial 2',
    'unlabelled',
  ]);
  expect(seriesNames(study, 'zh').get('f')).toBe('未标注 轴位 2');
});
