import { ImageError } from '../decode/image-error.ts';
import type { DecodeReply, DecodeRequest, DisplayFrame } from './decode-protocol.ts';

interface Pending {
  readonly request: DecodeRequest;
  readonly resolve: (frame: DisplayFrame) => void;
  readonly reject: (error: Error) => void;
  timer: ReturnType<typeof setTimeout> | null;
}

const DECODE_LIMIT_MS = 20_000;
const pending = new Map<number, Pending>();
let worker: Worker | null = null;
let nextId = 1;

function settle(id: number): Pending | undefined {
  const entry = pending.get(id);
  if (entry?.timer) clearTimeout(entry.timer);
  pending.delete(id);
  return entry;
}

/** End a worker that hangs or crashed; `failed` gets the message, everything else is asked again of a new worker. */
function restart(failed: readonly number[], message: string): void {
  worker?.terminate();
  worker = null;
  for (const id of failed) settle(id)?.reject(new ImageError(message));
  for (const entry of pending.values()) {
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    current().postMessage(entry.request);
  }
}

function receive(event: MessageEvent<DecodeReply>): void {
  const message = event.data;
  if (message.type === 'decoding') {
    const entry = pending.get(message.id);
    if (entry) {
      entry.timer = setTimeout(
        () => restart([message.id], 'The decoder did not finish with this picture and was stopped.'),
        DECODE_LIMIT_MS,
      );
    }
  } else if (message.type === 'done') {
    settle(message.id)?.resolve(message.frame);
  } else {
    settle(message.id)?.reject(new ImageError(message.message));
  }
}

function current(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', receive);
  worker.addEventListener('error', () => {
    restart([...pending.keys()], 'The decoder stopped unexpectedly. Scroll away and back to try again.');
  });
  return worker;
}

/** Fetch and decode one frame (0-based) in the worker. Always settles; rejects with a sentence for the reader. */
export function decodeInWorker(url: string, frame: number): Promise<DisplayFrame> {
  return new Promise((resolve, reject) => {
    const request: DecodeRequest = { id: nextId++, url: new URL(url, location.href).href, frame };
    pending.set(request.id, { request, resolve, reject, timer: null });
    current().postMessage(request);
  });
}
