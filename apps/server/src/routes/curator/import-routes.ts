import {
  cancelJob,
  getJob,
  importedKinds,
  importGraderScores as importGraderScoresRoute,
  startImport,
} from '@concord/rubric/contract/curator/routes';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { taskFamilies } from '@concord/rubric/model/words';
import { ProblemError } from '../../http/problem-error.ts';
import { route } from '../../http/route.ts';
import { importGraderScores } from '../../services/import-grader-scores.ts';
import { importNeuralMedBench, importStudy } from '../../services/import-study.ts';
import { addMembership } from '../../store/accounts.ts';
import { mayImport, requireCurator } from '../../store/curator/access.ts';
import type { CuratorDeps } from './deps.ts';
import { receiveUpload } from './uploads.ts';

/** Import of bundles and of grader scores, and the jobs that imports and reports run as. */
export function importRoutes(app: FastifyInstance, { store, blobs, jobs, now }: CuratorDeps): void {
  route(app, startImport, async ({ account, request }) => {
    if (!(await mayImport(store, account.accountId))) throw new ProblemError('not-allowed');
    const upload = await receiveUpload(request);
    const file = upload.files.get('bundle');
    if (!file) {
      upload.discard();
      throw new ProblemError('invalid-request', { detail: 'Choose a file to import.' });
    }
    return jobs.start(account.accountId, 'import', async (progress, signal) => {
      try {
        const input = { actor: account.username, now, progress, signal, fileName: file.name };
        const isJson = file.name.toLowerCase().endsWith('.json');
        const family = taskFamilies.find((name) => name === upload.fields.get('family'));
        const level = ([1, 2] as const).find((value) => String(value) === upload.fields.get('level'));
        if (isJson && (!family || !level))
          throw new ProblemError('bundle-refused', {
            errors: [
              {
                where: file.name,
                field: 'family, level',
                expected: 'a task family and level 1 or 2 for the Neural-MedBench file',
              },
            ],
          });
        const outcome =
          isJson && family && level
            ? await importNeuralMedBench(store, blobs, file.path, { ...input, family, level })
            : await importStudy(store, blobs, file.path, input);
        await addMembership(store, {
          studyId: outcome.studyId,
          accountId: account.accountId,
          role: 'curator',
        });
        const counts = importedKinds.flatMap((kind) => {
          const count = outcome.counts[kind];
          return count ? [{ kind, ...count }] : [];
        });
        return { resultId: outcome.studyId, counts, notices: outcome.notices };
      } finally {
        upload.discard();
      }
    });
  });
  route(app, getJob, ({ params, account }) => {
    const job = jobs.get(account.accountId, params.jobId);
    if (!job) throw new ProblemError('not-found');
    return job;
  });
  route(app, cancelJob, ({ params, account }) => {
    const job = jobs.cancel(account.accountId, params.jobId);
    if (!job) throw new ProblemError('not-found');
    return job;
  });
  route(app, importGraderScoresRoute, async ({ params, account, request }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const upload = await receiveUpload(request);
    try {
      const bytesOf = async (field: string) => {
        const file = upload.files.get(field);
        return file ? { name: file.name, bytes: await readFile(file.path) } : undefined;
      };
      const scores = await bytesOf('scores');
      const grader = await bytesOf('grader');
      if (!scores) throw new ProblemError('invalid-request', { detail: 'Choose a file of grader scores.' });
      return await importGraderScores(store, {
        studyId: params.studyId,
        scores,
        ...(grader ? { grader } : {}),
        actor: account.username,
        now,
      });
    } finally {
      upload.discard();
    }
  });
}
