import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BlobStore } from '../store/blob-store.ts';
import type { OpaqueImage } from '../store/case-images.ts';

/** Sends an image under its opaque tag; a browser keeps it, for the bytes of an id never change. */
export async function sendImage(
  blobs: BlobStore,
  image: OpaqueImage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'private, max-age=31536000, immutable').header('etag', image.etag);
  if (request.headers['if-none-match'] === image.etag) return reply.code(304).send();
  const bytes = await blobs.get(image.sha256);
  return reply
    .type(image.format === 'dicom' ? 'application/dicom' : bytes[0] === 0x89 ? 'image/png' : 'image/jpeg')
    .send(bytes);
}
