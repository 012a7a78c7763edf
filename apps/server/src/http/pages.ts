import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const readerPages = ['/', '/read', '/read/*', '/sign-in', '/link'];
const benchPages = ['/bench', '/bench/*'];

/** The two pages of the browser program, and their hashed assets, which never change under one name. */
export async function registerPages(app: FastifyInstance, webRoot: string): Promise<void> {
  if (!existsSync(join(webRoot, 'assets'))) return;
  await app.register(fastifyStatic, {
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
  });
  const page =
    (file: string) =>
    async (
      _request: unknown,
      reply: {
        header: (
          name: string,
          value: string,
        ) => { type: (type: string) => { send: (body: Buffer) => unknown } };
      },
    ) =>
      reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(await readFile(join(webRoot, file)));
  for (const path of readerPages) app.get(path, page('reader.html'));
  for (const path of benchPages) app.get(path, page('bench.html'));
}
