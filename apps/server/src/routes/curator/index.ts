import type { FastifyInstance } from 'fastify';
import type { Store } from '../../db/open-database.ts';
import { openJobs } from '../../services/jobs.ts';
import type { BlobStore } from '../../store/blob-store.ts';
import { importRoutes } from './import-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { studyRoutes } from './study-routes.ts';

/** Registers everything that curators use. */
export function curatorRoutes(
  app: FastifyInstance,
  deps: { store: Store; blobs: BlobStore; now: () => Date },
): void {
  const jobs = openJobs((error) => app.log.error(error));
  importRoutes(app, { ...deps, jobs });
  studyRoutes(app, { ...deps, jobs });
  peopleRoutes(app, { ...deps, jobs });
  reportRoutes(app, { ...deps, jobs });
}
