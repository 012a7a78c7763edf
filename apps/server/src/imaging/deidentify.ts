import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Element } from 'dicom-parser';
import { z } from 'zod';
import { type DicomFile, elementsOf, textOf } from './dicom-file.ts';
import type { Mosaic } from './split-mosaic.ts';
import type { DeidentifyContext } from './ingested-series.ts';

const tableSchema = z.object({
  edition: z.string(),
  method: z.string(),
  keep: z.array(z.string()),
  remapUid: z.array(z.string()),
});
const table = tableSchema.parse(
  JSON.parse(
    readFileSync(new URL('../../../../data/deidentification/dicom-keep.json', import.meta.url), 'utf8'),
  ),
);
const keep = new Set(table.keep);
const remap = new Set(table.remapUid);
const ownUid = /^2\.25\.[0-9]{1,39}$/;
const longForm = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);

/** The UID that stands for another one within a study: 2.25 with 128 bits of an HMAC. */
export function remapUid(context: DeidentifyContext, uid: string): string {
  const digest = createHmac('sha256', context.secret).update(`uid:${uid}`).digest('hex').slice(0, 32);
  return `2.25.${BigInt(`0x${digest}`)}`;
}

/** True for a file that carries the mark of this table. */
export const isDeidentified = (file: DicomFile): boolean =>
  textOf(file, file.elements, '00120062') === 'YES' &&
  textOf(file, file.elements, '00120063') === table.method;

/**
 * Writes a file anew with the attributes of the table only; values stay byte for byte in their transfer
 * syntax, UIDs are remapped. `label` goes to SeriesDescription and `bValue` (s/mm²) to 0018,9087, because
 * the texts and private attributes that they came from are left out; a cut `mosaic` becomes a multi-frame file.
 */
export function deidentify(
  file: DicomFile,
  derived: { label: string; bValue: number | null; mosaic?: Mosaic },
  context: DeidentifyContext,
): Uint8Array {
  const marked = isDeidentified(file);
  const uidFor = (uid: string): string => (marked && ownUid.test(uid) ? uid : remapUid(context, uid));
  const writer = makeWriter(file, uidFor);
  const out = new Map<string, Uint8Array[]>();
  for (const [tag, element] of file.elements) {
    const parts = writer.element(tag, element);
    if (parts) out.set(tag, parts);
  }
  const text = (value: string): Buffer => Buffer.from(value.length % 2 ? `${value} ` : value, 'latin1');
  out.set('0008103e', writer.value('0008103e', 'LO', text(derived.label)));
  out.set('00100010', writer.value('00100010', 'PN', Buffer.alloc(0)));
  out.set('00100020', writer.value('00100020', 'LO', Buffer.alloc(0)));
  out.set('00120062', writer.value('00120062', 'CS', text('YES')));
  out.set('00120063', writer.value('00120063', 'LO', text(table.method)));
  if (derived.bValue !== null) {
    const value = Buffer.alloc(8);
    if (file.littleEndian) value.writeDoubleLE(derived.bValue);
    else value.writeDoubleBE(derived.bValue);
    out.set('00189087', writer.value('00189087', 'FD', value));
  }
  if (derived.mosaic) for (const [tag, parts] of mosaicElements(derived.mosaic, writer)) out.set(tag, parts);
  const sopInstance = textOf(file, file.elements, '00080018');
  const meta = metaOf(file, sopInstance === null ? null : uidFor(sopInstance));
  const body = [...out].sort(([left], [right]) => (left < right ? -1 : 1)).flatMap(([, parts]) => parts);
  return Buffer.concat([meta, ...body]);
}

/** What makes a multi-frame file of a mosaic: matrix, number of frames, pixels and the position of every frame. */
function mosaicElements(
  { rows, columns, positions, pixels }: Mosaic,
  writer: ReturnType<typeof makeWriter>,
): [string, Uint8Array[]][] {
  const text = (tag: string, vr: string, content: string): Uint8Array[] =>
    writer.value(tag, vr, Buffer.from(content.length % 2 ? `${content} ` : content, 'latin1'));
  // A decimal string holds 16 characters.
  const decimal = (value: number): string => value.toFixed(6).slice(0, 16);
  return [
    ['00280008', text('00280008', 'IS', String(positions.length))],
    ['00280010', writer.value('00280010', 'US', writer.u16(rows))],
    ['00280011', writer.value('00280011', 'US', writer.u16(columns))],
    ['7fe00010', writer.value('7fe00010', 'OW', pixels)],
    [
      '52009230',
      writer.sequence(
        '52009230',
        positions.map((position) =>
          writer.sequence('00209113', [text('00200032', 'DS', position.map(decimal).join('\\'))]),
        ),
      ),
    ],
  ];
}

function makeWriter(file: DicomFile, uidFor: (uid: string) => string) {
  const u16 = (value: number): Buffer => {
    const out = Buffer.alloc(2);
    if (file.littleEndian) out.writeUInt16LE(value);
    else out.writeUInt16BE(value);
    return out;
  };
  const u32 = (value: number): Buffer => {
    const out = Buffer.alloc(4);
    if (file.littleEndian) out.writeUInt32LE(value);
    else out.writeUInt32BE(value);
    return out;
  };
  const tagBytes = (tag: string): Buffer =>
    Buffer.concat([u16(Number.parseInt(tag.slice(0, 4), 16)), u16(Number.parseInt(tag.slice(4), 16))]);
  const head = (tag: string, vr: string, length: number): Buffer => {
    if (!file.explicit) return Buffer.concat([tagBytes(tag), u32(length)]);
    const vrBytes = Buffer.from(vr, 'latin1');
    return longForm.has(vr)
      ? Buffer.concat([tagBytes(tag), vrBytes, Buffer.alloc(2), u32(length)])
      : Buffer.concat([tagBytes(tag), vrBytes, u16(length)]);
  };
  const value = (tag: string, vr: string, bytes: Uint8Array): Uint8Array[] => [
    head(tag, vr, bytes.length),
    bytes,
  ];
  const element = (tag: string, source: Element): Uint8Array[] | null => {
    const vr = source.vr ?? 'UN';
    const bytes = file.body.subarray(source.dataOffset, source.dataOffset + source.length);
    if (remap.has(tag)) {
      const uid = Buffer.from(bytes)
        .toString('latin1')
        .replace(/[\0 ]+$/, '');
      if (uid === '') return null;
      const mapped = uidFor(uid);
      return value(tag, 'UI', Buffer.from(mapped.length % 2 ? `${mapped}\0` : mapped, 'latin1'));
    }
    if (!keep.has(tag)) return null;
    if (source.items) {
      const items = source.items.flatMap((item) => {
        const content = [...elementsOf(item)]
          .sort(([left], [right]) => (left < right ? -1 : 1))
          .flatMap(([inner, child]) => element(inner, child) ?? []);
        const length = content.reduce((sum, part) => sum + part.length, 0);
        return [Buffer.concat([tagBytes('fffee000'), u32(length), ...content])];
      });
      return value(tag, 'SQ', Buffer.concat(items));
    }
    if (source.hadUndefinedLength) {
      // Encapsulated pixels: fragments stay as they are; the delimiter is put where it was missing.
      const end = Buffer.concat([tagBytes('fffee0dd'), u32(0)]);
      const whole = bytes.length >= 8 && Buffer.compare(bytes.subarray(-8), end) === 0;
      return [head(tag, vr, 0xffffffff), bytes, ...(whole ? [] : [end])];
    }
    // Nothing that is a sequence by its VR passes without its items having been looked into.
    if (vr === 'SQ') return null;
    return value(tag, vr, bytes);
  };
  /** A sequence of defined length from the contents of its items. */
  const sequence = (tag: string, items: Uint8Array[][]): Uint8Array[] =>
    value(
      tag,
      'SQ',
      Buffer.concat(
        items.flatMap((content) => [
          tagBytes('fffee000'),
          u32(content.reduce((sum, part) => sum + part.length, 0)),
          ...content,
        ]),
      ),
    );
  return { value, element, sequence, u16 };
}

function metaOf(file: DicomFile, sopInstance: string | null): Buffer {
  const entry = (element: number, vr: string, bytes: Buffer): Buffer => {
    const long = vr === 'OB';
    const out = Buffer.alloc(long ? 12 : 8);
    out.writeUInt16LE(2, 0);
    out.writeUInt16LE(element, 2);
    out.write(vr, 4, 'latin1');
    if (long) out.writeUInt32LE(bytes.length, 8);
    else out.writeUInt16LE(bytes.length, 6);
    return Buffer.concat([out, bytes]);
  };
  const uid = (text: string): Buffer => Buffer.from(text.length % 2 ? `${text}\0` : text, 'latin1');
  const sopClass = textOf(file, file.elements, '00080016');
  const rest = Buffer.concat([
    entry(1, 'OB', Buffer.from([0, 1])),
    ...(sopClass ? [entry(2, 'UI', uid(sopClass))] : []),
    ...(sopInstance ? [entry(3, 'UI', uid(sopInstance))] : []),
    entry(0x10, 'UI', uid(file.transferSyntax)),
    entry(0x12, 'UI', uid('2.25.221089325470915847214532976201846703911')),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(rest.length);
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), entry(0, 'UL', length), rest]);
}
