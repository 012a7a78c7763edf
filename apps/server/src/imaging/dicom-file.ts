import dicomParser, { type Element } from 'dicom-parser';
import { inflateSync } from 'fflate';

/** Elements by tag in lower-case hexadecimal, `00080018`. */
export type Elements = Map<string, Element>;

/** A DICOM file taken apart; `body` holds the data set, inflated if it was deflated. */
export type DicomFile = {
  transferSyntax: string;
  explicit: boolean;
  littleEndian: boolean;
  body: Uint8Array;
  elements: Elements;
};

export type DicomRead = { ok: true; file: DicomFile } | { ok: false; reason: string };

const implicitLittle = '1.2.840.10008.1.2';
const explicitLittle = '1.2.840.10008.1.2.1';
const deflated = '1.2.840.10008.1.2.1.99';
const explicitBig = '1.2.840.10008.1.2.2';

/** A data set is taken for DICOM without a preamble when it starts with group 0002 or 0008. */
export function looksLikeDicom(bytes: Uint8Array): boolean {
  if (hasPreamble(bytes)) return true;
  return bytes.length > 16 && (bytes[0] === 8 || bytes[0] === 2) && bytes[1] === 0 && bytes[3] === 0;
}

const hasPreamble = (bytes: Uint8Array): boolean =>
  bytes.length > 132 && bytes[128] === 68 && bytes[129] === 73 && bytes[130] === 67 && bytes[131] === 77;

/**
 * Reads a DICOM file: with or without preamble, file meta or transfer syntax; deflated ones with their
 * padding byte. Never throws: what cannot be read comes back as a sentence.
 */
export function readDicomFile(bytes: Uint8Array): DicomRead {
  try {
    return readChecked(bytes);
  } catch (error) {
    return {
      ok: false,
      reason: `The DICOM file is damaged: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function readChecked(bytes: Uint8Array): DicomRead {
  if (!looksLikeDicom(bytes)) return { ok: false, reason: 'This is not a DICOM file.' };
  const meta = readMeta(bytes, hasPreamble(bytes) ? 132 : 0);
  let body = bytes.subarray(meta.end);
  let syntax = meta.transferSyntax;
  if (syntax === deflated) {
    // A deflated data set may carry one padding byte, which fflate ignores.
    body = inflateSync(body);
    syntax = explicitLittle;
  }
  if (syntax === null) syntax = isExplicit(body) ? explicitLittle : implicitLittle;
  const explicit = syntax !== implicitLittle;
  const littleEndian = syntax !== explicitBig;
  const stream = new dicomParser.ByteStream(
    littleEndian ? dicomParser.littleEndianByteArrayParser : dicomParser.bigEndianByteArrayParser,
    body,
    0,
  );
  const elements: Elements = new Map();
  const warnings: string[] = [];
  let failure: string | null = null;
  while (stream.position + 8 <= body.length) {
    const before = stream.position;
    try {
      const element = explicit
        ? dicomParser.readDicomElementExplicit(stream, warnings)
        : dicomParser.readDicomElementImplicit(stream);
      if (stream.position <= before || element.dataOffset + element.length > body.length)
        throw new Error('an element reaches beyond the end of the file');
      elements.set(element.tag.slice(1), element);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      break;
    }
  }
  // What follows the pixels is padding or can be missed; what comes before them cannot.
  if (failure !== null && !elements.has('7fe00010'))
    return { ok: false, reason: `The DICOM file is damaged or cut short: ${failure}` };
  return { ok: true, file: { transferSyntax: syntax, explicit, littleEndian, body, elements } };
}

function readMeta(bytes: Uint8Array, start: number): { transferSyntax: string | null; end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = start;
  let transferSyntax: string | null = null;
  while (position + 8 <= bytes.length && view.getUint16(position, true) === 2) {
    const vr = String.fromCharCode(bytes[position + 4] ?? 0, bytes[position + 5] ?? 0);
    const long = ['OB', 'OW', 'UN', 'SQ', 'UT'].includes(vr);
    const offset = position + (long ? 12 : 8);
    if (offset > bytes.length) break;
    const length = long ? view.getUint32(position + 8, true) : view.getUint16(position + 6, true);
    if (view.getUint16(position + 2, true) === 0x10)
      transferSyntax = Buffer.from(bytes.subarray(offset, offset + length))
        .toString('latin1')
        .replace(/[\0 ]+$/, '');
    position = offset + length;
  }
  return {
    transferSyntax: transferSyntax === '' ? null : transferSyntax,
    end: Math.min(position, bytes.length),
  };
}

const isExplicit = (body: Uint8Array): boolean => {
  const first = body[4] ?? 0;
  const second = body[5] ?? 0;
  return first >= 65 && first <= 90 && second >= 65 && second <= 90;
};

/** Elements of one sequence item. */
export const elementsOf = (item: Element): Elements =>
  new Map(Object.entries(item.dataSet?.elements ?? {}).map(([tag, element]) => [tag.slice(1), element]));

/** A text value without padding, or null. */
export function textOf(file: DicomFile, elements: Elements, tag: string): string | null {
  const element = elements.get(tag);
  if (!element || element.length <= 0) return null;
  const value = Buffer.from(file.body.subarray(element.dataOffset, element.dataOffset + element.length))
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trim();
  return value === '' ? null : value;
}

/** Decimal or integer strings; null where one of them is not a number. */
export function decimalsOf(file: DicomFile, elements: Elements, tag: string): number[] | null {
  const values = textOf(file, elements, tag)
    ?.split('\\')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return values?.every(Number.isFinite) ? values : null;
}

const viewOf = (file: DicomFile, element: Element): DataView =>
  new DataView(file.body.buffer, file.body.byteOffset + element.dataOffset, element.length);

/** An unsigned 16-bit value, or null. */
export function unsignedOf(file: DicomFile, elements: Elements, tag: string): number | null {
  const element = elements.get(tag);
  return element && element.length >= 2 ? viewOf(file, element).getUint16(0, file.littleEndian) : null;
}

/** A 64-bit floating value, or null. */
export function doubleOf(file: DicomFile, elements: Elements, tag: string): number | null {
  const element = elements.get(tag);
  if (!element || element.length < 8) return null;
  const value = viewOf(file, element).getFloat64(0, file.littleEndian);
  return Number.isFinite(value) ? value : null;
}
