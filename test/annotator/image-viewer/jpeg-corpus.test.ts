import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../../apps/annotator/src/features/image-viewer/decode/decode-frame.ts';
import { readHeader } from '../../../apps/annotator/src/features/image-viewer/decode/dicom-header.ts';

/** Checksums and samples of the stored values, written by GDCM and DCMTK, not by this decoder. */
interface Reference {
  readonly stored: { readonly sha256Int32LE: string };
  readonly samples: { readonly index: readonly number[]; readonly stored: readonly number[] };
}

const corpus = join(resolve(process.env['CONCORD_CORPUS'] ?? '../shared/corpus'), 'dicom');
const there = existsSync(join(corpus, 'REFERENCE.json'));
const unless = there ? '' : ' (skipped: the image corpus is not there, set CONCORD_CORPUS)';

function reference(file: string): Reference {
  const all = JSON.parse(readFileSync(join(corpus, 'REFERENCE.json'), 'utf8')) as Record<string, Reference>;
  const found = all[file];
  if (!found) throw new Error(`REFERENCE.json has no entry ${file}`);
  return found;
}

async function storedValues(file: string): Promise<Int32Array> {
  const frame = await decodeFrame(readHeader(new Uint8Array(readFileSync(join(corpus, file)))), 0);
  if (frame.kind !== 'grey') throw new Error(`${file} is not a grey picture`);
  return Int32Array.from(frame.pixels);
}

const sha256 = (values: Int32Array): string =>
  createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex');

const wg04 = 'robyoung__dicom-test-files/WG04';

describe.skipIf(!there)(`JPEG pictures of the corpus${unless}`, () => {
  it.each(['MR1', 'MR4', 'CT2'])(
    '%s compressed without loss is the uncompressed picture, value by value',
    async (name) => {
      const packed = await storedValues(`${wg04}/${name}_JPLL.dcm`);
      const plain = await storedValues(`${wg04}/${name}_UNC.dcm`);
      expect(packed.length).toBe(plain.length);
      expect(sha256(packed)).toBe(sha256(plain));
      expect(packed.at(-1)).toBe(plain.at(-1));
    },
  );

  it('gives the stored values that independent readers give for every lossless JPEG', async () => {
    const all = JSON.parse(readFileSync(join(corpus, 'REFERENCE.json'), 'utf8')) as Record<
      string,
      Reference & { readonly transferSyntax: string }
    >;
    const lossless = Object.entries(all).filter(([, one]) => /\.4\.(57|70)$/.test(one.transferSyntax));
    expect(lossless.length).toBeGreaterThanOrEqual(7);
    for (const [file, one] of lossless) {
      expect(sha256(await storedValues(file)), file).toBe(one.stored.sha256Int32LE);
    }
  });

  it('is within one grey level of independent readers for 12-bit extended JPEG, without the known offset of 15', async () => {
    const file = `${wg04}/MR1_JPLY.dcm`;
    const values = await storedValues(file);
    const { index, stored } = reference(file).samples;
    const differences = index.map((at, i) => Math.abs((values[at] as number) - (stored[i] as number)));
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  });

  it('applies a modality lookup table to the sum that an independent reader gives', async () => {
    const values = await storedValues('pydicom__pydicom-data/mlut_18.dcm');
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(16_265_041_144);
  });
});
