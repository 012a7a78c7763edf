import { randomUUID } from 'node:crypto';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Store } from '../db/open-database.ts';
import { adjudicatorRoutes } from '../routes/adjudicator/index.ts';
import { raterRoutes } from '../routes/rater/index.ts';
import { sessionRoutes } from '../routes/session/index.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { registerPages } from './pages.ts';
import { registerProblems, sendFrameworkProblem } from './problems.ts';
import { registerSessions } from './session.ts';

export type AppDeps = {
  store: Store;
  blobs: BlobStore;
  /** Folder of the built pages. */
  webRoot: string;
  logger?: FastifyBaseLogger;
  now?: () => Date;
  behindTls?: boolean;
  /** Registers what curators use; passed in, so that nothing which serves raters imports it. */
  curatorRoutes?: (app: FastifyInstance, deps: { store: Store; blobs: BlobStore; now: () => Date }) => void;
};

const maxUploadBytes = 2 * 1024 ** 3;

/** The whole server as a Fastify application, not yet listening. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { store, blobs, webRoot, behindTls = false, now = () => new Date() } = deps;
  const app = Fastify({
    ...(deps.logger ? { loggerInstance: deps.logger } : { logger: { level: 'warn' } }),
    genReqId: () => randomUUID(),
    trustProxy: behindTls,
    bodyLimit: 1024 * 1024,
    frameworkErrors: sendFrameworkProblem,
  });
  registerProblems(app);
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        // cornerstone-core sets inline styles on its canvases.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        workerSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: behindTls,
  });
  await app.register(fastifyRateLimit, { global: false });
  await app.register(fastifyMultipart, {
    limits: { fileSize: maxUploadBytes, files: 2, fields: 10 },
    throwFileSizeLimit: false,
  });
  await registerSessions(app, { store, behindTls });
  app.get('/api/health', async () => ({ ok: true }));
  sessionRoutes(app, { store, now });
  raterRoutes(app, { store, blobs, now });
  adjudicatorRoutes(app, { store, blobs, now });
  deps.curatorRoutes?.(app, { store, blobs, now });
  await registerPages(app, webRoot);
  return app;
}
