/** One DICOM element of an explicit-VR little-endian data set; numbers of DS and IS are written as text. */
export type Element = {
  tag: number;
  vr: 'UI' | 'LO' | 'CS' | 'DA' | 'TM' | 'DS' | 'IS' | 'US' | 'FD' | 'PN' | 'SH' | 'UL' | 'OW' | 'OB' | 'AS';
  value: string | number | readonly number[] | readonly string[] | Uint8Array;
};

const explicitLe = '1.2.840.10008.1.2.1';
export const mrImageStorage = '1.2.840.10008.5.1.4.1.1.4';

/** A decimal string of at most 16 characters (PS3.5 table 6.2-1). */
function decimal(value: number): string {
  const text = String(Math.round(value * 1e6) / 1e6 + 0);
  return text.length <= 16 ? text : value.toPrecision(9);
}

function encode({ vr, value }: Element): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const list = Array.isArray(value) ? (value as readonly (string | number)[]) : [value as string | number];
  if (vr === 'US' || vr === 'UL' || vr === 'FD') {
    const size = { US: 2, UL: 4, FD: 8 }[vr];
    const bytes = Buffer.alloc(size * list.length);
    list.forEach((item, index) => {
      if (vr === 'US') bytes.writeUInt16LE(Number(item), index * size);
      else if (vr === 'UL') bytes.writeUInt32LE(Number(item), index * size);
      else bytes.writeDoubleLE(Number(item), index * size);
    });
    return bytes;
  }
  const text = list.map((item) => (typeof item === 'number' ? decimal(item) : item)).join('\\');
  const odd = Buffer.byteLength(text, 'latin1') % 2 === 1;
  return Buffer.from(odd ? text + (vr === 'UI' ? '\0' : ' ') : text, 'latin1');
}

function writeElement(element: Element): Buffer[] {
  const body = encode(element);
  const long = element.vr === 'OW' || element.vr === 'OB';
  const head = Buffer.alloc(long ? 12 : 8);
  head.writeUInt16LE(element.tag >>> 16, 0);
  head.writeUInt16LE(element.tag & 0xffff, 2);
  head.write(element.vr, 4, 'latin1');
  if (long) head.writeUInt32LE(body.length, 8);
  else head.writeUInt16LE(body.length, 6);
  return [head, body];
}

/** A DICOM Part 10 file: preamble, file meta information, then the elements in order of their tags. */
export function writeDicom(instanceUid: string, elements: readonly Element[]): Buffer {
  const meta = [
    { tag: 0x00020001, vr: 'OB', value: Uint8Array.of(0, 1) },
    { tag: 0x00020002, vr: 'UI', value: mrImageStorage },
    { tag: 0x00020003, vr: 'UI', value: instanceUid },
    { tag: 0x00020010, vr: 'UI', value: explicitLe },
    { tag: 0x00020012, vr: 'UI', value: '2.25.48230518473202163410226841' },
  ] satisfies Element[];
  const metaBytes = Buffer.concat(meta.flatMap(writeElement));
  const length = Buffer.concat(writeElement({ tag: 0x00020000, vr: 'UL', value: metaBytes.length }));
  const sorted = elements.toSorted((left, right) => left.tag - right.tag);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM', 'latin1'),
    length,
    metaBytes,
    ...sorted.flatMap(writeElement),
  ]);
}
