import { decodeFrame } from '../decode/decode-frame.ts';
import type { DicomHeader } from '../decode/dicom-header.ts';
import { readHeader } from '../decode/dicom-header.ts';
import { errorSentence } from '../decode/image-error.ts';
import type { DecodeReply, DecodeRequest } from './decode-protocol.ts';
import { toDisplayFrame } from './display-frame.ts';
import { fetchPicture } from './fetch-picture.ts';

/** The last files read, so that the frames of a multi-frame file are fetched once. */
const files = new Map<string, Promise<DicomHeader>>();
const FILES_KEPT = 4;

async function fetchFile(url: string): Promise<DicomHeader> {
  return readHeader(new Uint8Array(await (await fetchPicture(url)).arrayBuffer()));
}

function file(url: string): Promise<DicomHeader> {
  const known = files.get(url);
  if (known) return known;
  const loading = fetchFile(url);
  files.set(url, loading);
  loading.catch(() => files.delete(url));
  for (const oldest of files.keys()) {
    if (files.size <= FILES_KEPT) break;
    files.delete(oldest);
  }
  return loading;
}

function reply(message: DecodeReply, transfer: Transferable[] = []): void {
  globalThis.postMessage(message, { transfer });
}

globalThis.addEventListener('message', (event: MessageEvent<DecodeRequest>) => {
  const { id, url, frame } = event.data;
  void (async () => {
    try {
      const header = await file(url);
      reply({ id, type: 'decoding' });
      const shown = toDisplayFrame(await decodeFrame(header, frame));
      const bytes = shown.kind === 'grey' ? shown.pixels : shown.rgba;
      // Uncompressed 8-bit pixels may be a view of the kept file, which must not be given away.
      const own = bytes.buffer !== header.dataSet.byteArray.buffer;
      reply({ id, type: 'done', frame: shown }, own ? [bytes.buffer as ArrayBuffer] : []);
    } catch (thrown) {
      reply({ id, type: 'failed', message: errorSentence(thrown) });
    }
  })();
});
