import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { afterAll, describe, expect, it } from 'vitest';
import { adcMap, axialGrid, makeSeries, renderCase } from '../../../scripts/demo-study/imaging.ts';
import { planCases } from '../../../scripts/demo-study/plan.ts';
import { writeSeries } from '../../../scripts/demo-study/series-files.ts';
import { relativeSignal } from '../../../scripts/demo-study/signal.ts';
import { loadDiseases, loadSequences, loadTissues } from '../../../scripts/demo-study/tables.ts';

const tables = { tissues: loadTissues(), sequences: loadSequences() };
const diseases = loadDiseases();
const folder = mkdtempSync(join(tmpdir(), 'concord-demo-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [plan] = planCases(diseases, 7, 1);
if (!plan) throw new Error('no plan');
const small = { ...plan, matrix: 96, slices: 20, side: 'left' as const };

describe('signal equations', () => {
  it('gives the spin-echo signal of hand arithmetic', () => {
    const tissue = { t1: 1000, t2: 100, pd: 0.8, adc: 1000, uptake: 0, fat: false };
    const sequence = {
      kind: 'se' as const,
      tr: 1000,
      te: 100,
      gain: 1,
      noise: 1,
      window: [1, 1] as [number, number],
      contrast: false,
      blur: 0,
      description: '',
    };
    // 0.8 · (1 − e⁻¹) · e⁻¹
    expect(relativeSignal(tissue, sequence)).toBeCloseTo(0.8 * (1 - 0.367879) * 0.367879, 5);
    // and with b = 1000 s/mm² at 1000·10⁻⁶ mm²/s a further factor e⁻¹
    expect(relativeSignal(tissue, { ...sequence, kind: 'dwi', b: 1000 })).toBeCloseTo(
      0.8 * (1 - 0.367879) * 0.367879 * 0.367879,
      5,
    );
  });

  it('computes the ADC in 10⁻⁶ mm²/s and masks the background', () => {
    // ln(1000/500)/1000 = 693.147·10⁻⁶
    expect([...adcMap(Uint16Array.of(1000, 20), Uint16Array.of(500, 10), 150)]).toEqual([693, 0]);
  });
});

describe('lesions look right in every contrast', () => {
  for (const disease of diseases.filter(({ signs }) => Object.keys(signs).length > 0)) {
    const keys = [...new Set(Object.values(disease.signs).flatMap((row) => Object.keys(row)))];
    const drawn = [...new Set([...keys.filter((key) => key !== 'adc'), 'b0', 'b1000'])];
    const volume = renderCase(
      tables,
      disease,
      { ...small, disease: disease.id, age: 40 },
      7,
      axialGrid(96, 20),
      drawn,
    );
    const meanOf = (key: string, where: (voxel: number) => boolean): number => {
      const signal = volume.signals[drawn.indexOf(key)];
      let sum = 0;
      let n = 0;
      signal?.forEach((value, voxel) => {
        if (!where(voxel)) return;
        sum += value;
        n += 1;
      });
      return sum / n;
    };
    const measure = (key: string, where: (voxel: number) => boolean): number =>
      key === 'adc' ? Math.log(meanOf('b0', where) / meanOf('b1000', where)) * 1000 : meanOf(key, where);
    for (const [tissue, row] of Object.entries(disease.signs)) {
      const code = volume.tissueNames.indexOf(tissue) + 1;
      it(`shows ${tissue} in ${disease.id} brighter or darker than white matter as tabulated`, () => {
        expect(volume.lesion.filter((value) => value === code).length).toBeGreaterThan(5);
        for (const [key, sign] of Object.entries(row)) {
          if (sign === '0') continue;
          const lesion = measure(key, (voxel) => volume.lesion[voxel] === code);
          const normal = measure(
            key,
            (voxel) => (volume.white[voxel] ?? 0) > 0.95 && volume.lesion[voxel] === 0,
          );
          expect(lesion > normal ? '+' : '-', `${tissue} in ${key}: ${lesion} against ${normal}`).toBe(sign);
        }
      });
    }
  }
});

describe('DICOM files', () => {
  it('carry geometry, contrast and de-identification that dicom-parser reads back', async () => {
    const disease = diseases.find(({ id }) => id === 'ms');
    if (!disease) throw new Error('no ms');
    const series = makeSeries(tables, disease, { ...small, slices: 4, disease: 'ms' }, 7);
    expect(series.map(({ key }) => key)).toEqual(['t1', 't2', 'flair', 'b0', 'b1000', 'adc', 't1c']);
    const frames = new Set<string | undefined>();
    for (const one of series) {
      const where = join(folder, one.key);
      await writeSeries(where, one, small, 7, '20240301');
      const files = readdirSync(where).map((name) => dicomParser.parseDicom(readFileSync(join(where, name))));
      expect(files).toHaveLength(4);
      const [first, second] = files;
      expect(first?.string('x00280030')?.split('\\').map(Number)[0]).toBeCloseTo(214 / 96, 5);
      expect(first?.string('x00200037')).toBe('1\\0\\0\\0\\1\\0');
      const z = (file: typeof first): number => Number(file?.string('x00200032')?.split('\\')[2]);
      expect(z(second) - z(first)).toBeCloseTo(Number(first?.string('x00180088')), 4);
      expect(first?.uint16('x00280010')).toBe(96);
      expect(first?.elements['x7fe00010']?.length).toBe(96 * 96 * 2);
      expect(first?.string('x00100010')).toBe('SYNTHETIC^CASE');
      expect(first?.string('x00120062')).toBe('YES');
      if (one.key === 'b1000') expect(first?.double('x00189087')).toBe(1000);
      if (one.key === 'adc') expect(first?.string('x00080008')).toBe('DERIVED\\PRIMARY\\DIFFUSION\\ADC');
      if (one.key === 't1c') expect(first?.string('x00180010')).toContain('Gadolinium');
      if (one.key === 'flair') expect(first?.floatString('x00180082')).toBe(2400);
      frames.add(first?.string('x00200052'));
    }
    expect(frames.size).toBe(1);
  });
});
