import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDicomFile, textOf } from '../../../apps/server/src/imaging/dicom-file.ts';
import { imageIngest } from '../../../apps/server/src/imaging/ingest-images.ts';

const corpus = join(resolve(process.env['CONCORD_CORPUS'] ?? '../shared/corpus'), 'dicom');
const context = { secret: 'a study secret' };
const personal = [
  '00100010',
  '00100020',
  '00080080',
  '00080090',
  '00100030',
  '00080020',
  '00080050',
  '0020000d',
];
const identifying = (value: string): boolean => value.length >= 6 && !/^0+$/.test(value);

describe.skipIf(!existsSync(corpus))('Real DICOM files (skipped where the corpus is absent)', () => {
  const files = existsSync(corpus)
    ? readdirSync(corpus, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(tsv|json|md)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
  it.each(files)('%s is read or refused in words, keeps no identifier and is stable', (path) => {
    const bytes = readFileSync(path);
    const ingest = imageIngest(context);
    ingest.add(path, bytes);
    const series = ingest.finish();
    const read = readDicomFile(bytes);
    expect(series.length + ingest.faults.length + ingest.notices.length).toBeGreaterThan(0);
    for (const image of series.flatMap((one) => one.images).slice(0, 1)) {
      const out = Buffer.from(image.bytes);
      if (read.ok)
        for (const tag of personal) {
          const value = textOf(read.file, read.file.elements, tag);
          if (value && identifying(value))
            expect(out.includes(Buffer.from(value, 'latin1')), tag).toBe(false);
        }
      const again = imageIngest(context);
      again.add(path, image.bytes);
      const second = again.finish();
      expect(Buffer.compare(out, Buffer.from(second[0]?.images[0]?.bytes ?? []))).toBe(0);
      expect(second.map((one) => one.viewer.label)).toEqual(series.map((one) => one.viewer.label));
    }
  });
});
