/** Whether the bytes begin as a PNG or JPEG file does, damaged or not. */
export function looksLikeRaster(bytes: Uint8Array): boolean {
  const png = bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
  return png || (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff);
}

/** A PNG or JPEG slice told by its bytes, without its text and EXIF parts; null for anything else or a damaged file. */
export function cleanRaster(
  bytes: Uint8Array,
): { kind: 'png' | 'jpeg'; rows: number; columns: number; bytes: Uint8Array } | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length > 33 && data.readUInt32BE(0) === 0x89504e47) return cleanPng(data);
  if (data.length > 4 && data.readUInt16BE(0) === 0xffd8) return cleanJpeg(data);
  return null;
}

const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'sBIT']);

function cleanPng(data: Buffer): ReturnType<typeof cleanRaster> {
  const kept = [data.subarray(0, 8)];
  let position = 8;
  while (position + 12 <= data.length) {
    const end = position + 12 + data.readUInt32BE(position);
    const name = data.toString('latin1', position + 4, position + 8);
    if (end > data.length) return null;
    if (pngChunks.has(name)) kept.push(data.subarray(position, end));
    position = end;
    if (name === 'IEND') {
      const columns = data.readUInt32BE(16);
      const rows = data.readUInt32BE(20);
      return rows > 0 && columns > 0 ? { kind: 'png', rows, columns, bytes: Buffer.concat(kept) } : null;
    }
  }
  return null;
}

function cleanJpeg(data: Buffer): ReturnType<typeof cleanRaster> {
  const kept = [data.subarray(0, 2)];
  let position = 2;
  let size: { rows: number; columns: number } | null = null;
  while (position + 4 <= data.length && data[position] === 0xff) {
    const marker = data[position + 1] ?? 0;
    const end = position + 2 + data.readUInt16BE(position + 2);
    if (end > data.length) return null;
    if (
      marker >= 0xc0 &&
      marker <= 0xcf &&
      ![0xc4, 0xc8, 0xcc].includes(marker) &&
      position + 9 <= data.length
    )
      size = { rows: data.readUInt16BE(position + 5), columns: data.readUInt16BE(position + 7) };
    // APP14 says how colours are coded; the other application parts and comments may name people.
    const personal = marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee);
    if (marker === 0xda) {
      const last = data.lastIndexOf(Buffer.from([0xff, 0xd9]));
      kept.push(last > position ? data.subarray(position, last + 2) : data.subarray(position));
      return size && size.rows > 0 && size.columns > 0
        ? { kind: 'jpeg', ...size, bytes: Buffer.concat(kept) }
        : null;
    }
    if (!personal) kept.push(data.subarray(position, end));
    position = end;
  }
  return null;
}
