import type { Store } from '../../db/open-database.ts';
import type { Jobs } from '../../services/jobs.ts';
import type { BlobStore } from '../../store/blob-store.ts';

export type CuratorDeps = { store: Store; blobs: BlobStore; jobs: Jobs; now: () => Date };
