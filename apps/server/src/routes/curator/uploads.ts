// Brings the types of multipart requests.
import '@fastify/multipart';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';

/** Files of a multipart request on disk, with its plain fields; `discard` removes them. */
export type Upload = {
  files: Map<string, { name: string; path: string }>;
  fields: Map<string, string>;
  discard: () => void;
};

/** Streams a multipart request into a temporary folder. Names are kept for messages only, never as paths. */
export async function receiveUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart())
    throw new ProblemError('invalid-request', { detail: 'Send the file as multipart form data.' });
  const folder = mkdtempSync(join(tmpdir(), 'concord-upload-'));
  const upload: Upload = {
    files: new Map(),
    fields: new Map(),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') upload.fields.set(part.fieldname, String(part.value));
      else {
        const name = basename(part.filename);
        const path = join(
          folder,
          `${upload.files.size}${/\.(zip|json|jsonl|csv|yaml|yml)$/i.exec(name)?.[0].toLowerCase() ?? ''}`,
        );
        await pipeline(part.file, createWriteStream(path));
        if (part.file.truncated) throw new ProblemError('too-large');
        upload.files.set(part.fieldname, { name, path });
      }
    }
  } catch (error) {
    upload.discard();
    throw error;
  }
  return upload;
}
