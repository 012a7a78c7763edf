import { ImageError } from './image-error.ts';

/** What a codec says about a decoded frame. */
interface FrameInfo {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
}

interface Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getFrameInfo(): FrameInfo;
  getDecodedBuffer(): Uint8Array;
  getInterleaveMode?(): number;
  delete(): void;
}

type DecoderName = 'JpegLSDecoder' | 'J2KDecoder' | 'HTJ2KDecoder' | 'JPEGDecoder';
type CodecModule = Readonly<Partial<Record<DecoderName, new () => Decoder>>>;
export type CodecFactory = (options: { locateFile: () => string }) => Promise<CodecModule>;

/** Decoded samples, little endian, `bits` (8 or 16) each. */
export interface CodecFrame {
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16;
  readonly samples: number;
  /** Samples lie plane after plane instead of pixel after pixel. */
  readonly planar: boolean;
  readonly bytes: Uint8Array;
}

interface CodecSource {
  readonly decoder: DecoderName;
  readonly label: string;
  readonly load: () => Promise<readonly [{ default: CodecFactory }, { default: string }]>;
}

const jpegLs: CodecSource = {
  decoder: 'JpegLSDecoder',
  label: 'JPEG-LS',
  load: () =>
    Promise.all([
      import('@cornerstonejs/codec-charls/decodewasmjs'),
      import('@cornerstonejs/codec-charls/decodewasm?url'),
    ]),
};
const jpeg2000: CodecSource = {
  decoder: 'J2KDecoder',
  label: 'JPEG 2000',
  load: () =>
    Promise.all([
      import('@cornerstonejs/codec-openjpeg/decodewasmjs'),
      import('@cornerstonejs/codec-openjpeg/decodewasm?url'),
    ]),
};
const highThroughput: CodecSource = {
  decoder: 'HTJ2KDecoder',
  label: 'HTJ2K',
  load: () =>
    Promise.all([
      import('@cornerstonejs/codec-openjph/wasmjs'),
      import('@cornerstonejs/codec-openjph/wasm?url'),
    ]),
};
const jpegBaseline: CodecSource = {
  decoder: 'JPEGDecoder',
  label: 'JPEG',
  load: () =>
    Promise.all([
      import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs'),
      import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasm?url'),
    ]),
};

const prefix = '1.2.840.10008.1.2.4.';
const sources: Readonly<Record<string, CodecSource>> = {
  [`${prefix}50`]: jpegBaseline,
  [`${prefix}51`]: jpegBaseline,
  [`${prefix}80`]: jpegLs,
  [`${prefix}81`]: jpegLs,
  [`${prefix}90`]: jpeg2000,
  [`${prefix}91`]: jpeg2000,
  [`${prefix}201`]: highThroughput,
  [`${prefix}202`]: highThroughput,
  [`${prefix}203`]: highThroughput,
};

const modules = new Map<CodecSource, Promise<CodecModule>>();

function loadModule(source: CodecSource): Promise<CodecModule> {
  const known = modules.get(source);
  if (known) return known;
  const loading = source.load().then(([glue, wasm]) => glue.default({ locateFile: () => wasm.default }));
  modules.set(source, loading);
  // A codec that could not be fetched may be there at the next try.
  loading.catch(() => modules.delete(source));
  return loading;
}

/** Whether a WebAssembly codec is bundled for the transfer syntax. */
export function hasWasmCodec(transferSyntax: string): boolean {
  return transferSyntax in sources;
}

/**
 * Decode one compressed frame with the bundled codec of its transfer syntax.
 * @throws ImageError with a sentence; codecs themselves throw bare numbers.
 */
export async function decodeWithCodec(transferSyntax: string, frame: Uint8Array): Promise<CodecFrame> {
  const source = sources[transferSyntax];
  if (!source) throw new ImageError(`Pictures of transfer syntax ${transferSyntax} are not supported.`);
  let codec: CodecModule;
  try {
    codec = await loadModule(source);
  } catch {
    throw new ImageError(`The ${source.label} decoder could not be loaded.`);
  }
  const Decoder = codec[source.decoder];
  if (!Decoder) throw new ImageError(`The ${source.label} decoder could not be loaded.`);
  const decoder = new Decoder();
  try {
    decoder.getEncodedBuffer(frame.length).set(frame);
    decoder.decode();
    const info = decoder.getFrameInfo();
    const samples = info.componentCount;
    return {
      width: info.width,
      height: info.height,
      bits: info.bitsPerSample <= 8 ? 8 : 16,
      samples,
      planar: samples > 1 && decoder.getInterleaveMode?.() === 0,
      // The buffer lies in the codec's memory and is gone after delete().
      bytes: decoder.getDecodedBuffer().slice(),
    };
  } catch (thrown) {
    if (thrown instanceof ImageError) throw thrown;
    throw new ImageError(`The ${source.label} data of this picture are damaged and could not be decoded.`);
  } finally {
    decoder.delete();
  }
}
