import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import type { Reading } from '@concord/rubric/contract/rater/reading';
import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { StudyBundle } from '@concord/server/bundle/study-bundle';
import { openDatabase } from '@concord/server/db/open-database';
import { buildApp } from '@concord/server/http/app';
import { imageIngest } from '@concord/server/imaging/ingest-images';
import { assignReading } from '@concord/server/services/assign-reading';
import { storeBundle } from '@concord/server/services/import-study';
import { imageKeeper } from '@concord/server/services/keep-images';
import { addMembership, createAccount, makeSignInLink } from '@concord/server/store/accounts';
import { openBlobStore } from '@concord/server/store/blob-store';

const webRoot = fileURLToPath(new URL('../../../apps/annotator/dist', import.meta.url));
const now = (): Date => new Date();
const by = { actor: 'conformance', now };

/** What became of one file: where its first frame is in the reading room, or why it is not there. */
export type Served =
  | { file: string; refused: string }
  | { file: string; series: ViewerSeries; slice: number; imagePath: string };

export type FileServer = {
  origin: string;
  /** Signs the browser in that opens it, once; `renewLink` makes another. */
  link: string;
  renewLink: () => Promise<void>;
  files: Served[];
  close: () => Promise<void>;
};

/**
 * Imports each file as a case of its own into a new store, as `concord import` does, and serves them to a rater.
 * Paths are relative to `root`.
 */
export async function serveFiles(root: string, paths: readonly string[]): Promise<FileServer> {
  const folder = mkdtempSync(join(tmpdir(), 'concord-conformance-'));
  const store = openDatabase(folder);
  const blobs = openBlobStore(folder);
  const refusals = new Map<string, string>();
  const cases: StudyBundle['cases'] = [];
  const hashes: (string | null)[] = [];
  const { keepImages } = imageKeeper(store, blobs);
  const secret = randomUUID();
  for (const [index, path] of paths.entries()) {
    const ingest = imageIngest({ secret, mosaics: 'whole' });
    try {
      ingest.add(path, await readFile(join(root, path)));
    } catch (error) {
      refusals.set(path, `The file could not be read: ${error instanceof Error ? error.message : 'unknown'}`);
    }
    const series = await keepImages(ingest.finish());
    const told = [...ingest.faults, ...ingest.notices][0]?.reason;
    const first = series.flatMap(({ images }) => images).find(({ frame }) => frame === 0);
    if (!first) refusals.set(path, told ?? refusals.get(path) ?? 'The file gives no picture.');
    hashes.push(first?.sha256 ?? null);
    cases.push({
      file: { id: `f${index}`, split: 'test', purpose: 'study', summary: 'A file' },
      record: [],
      fhirJson: null,
      notes: [],
      series,
    });
  }
  await storeBundle(store, blobs, bundleOf(cases), by);
  const accountId = await createAccount(store, { username: 'reader', displayName: 'Reader' });
  await addMembership(store, { studyId: 'conformance', accountId, role: 'rater' });
  store.raw.prepare('UPDATE rater SET account_id = ?').run(accountId);
  await assignReading(store, 'conformance', 'conformance', now);
  const app = await buildApp({ store, blobs, webRoot });
  app.get('/conformance', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(await readFile(join(webRoot, 'conformance.html'))),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const sign = async (): Promise<string> => makeSignInLink(store, accountId, 60);
  // The server's own answers say where each picture is, as they say it to a rater.
  const entered = await app.inject({
    method: 'POST',
    url: '/api/session/link',
    payload: { token: await sign() },
  });
  const cookie = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const aliasOf = store.raw.prepare<[string], { alias: string }>(
    'SELECT alias FROM assignment JOIN response USING (response_id) WHERE response_key = ?',
  );
  const files: Served[] = [];
  for (const [index, file] of paths.entries()) {
    const refused = refusals.get(file);
    if (refused !== undefined) {
      files.push({ file, refused });
      continue;
    }
    const { alias } = aliasOf.get(`r${index}`) ?? { alias: '' };
    const reply = await app.inject({ url: `/api/rater/items/${alias}`, headers: { cookie } });
    const reading = reply.json<Reading>();
    const place = placeOfFirstFrame(cases[index]?.series ?? [], hashes[index] ?? '');
    const series = reading.case.series[place.series];
    const image = series?.images[place.slice];
    files.push(
      series && image
        ? {
            file,
            series,
            slice: place.slice,
            imagePath: `/api/rater/cases/${reading.case.caseId}/images/${image.imageId}`,
          }
        : { file, refused: 'The reading room does not list the picture.' },
    );
  }
  const server: FileServer = {
    origin: `http://127.0.0.1:${port}`,
    link: `/link#${await sign()}`,
    renewLink: async () => {
      server.link = `/link#${await sign()}`;
    },
    files,
    close,
  };
  return server;
}

function placeOfFirstFrame(
  series: StudyBundle['cases'][number]['series'],
  sha256: string,
): { series: number; slice: number } {
  const at = series.findIndex(({ images }) =>
    images.some((image) => image.sha256 === sha256 && image.frame === 0),
  );
  const slice = series[at]?.images.findIndex((image) => image.sha256 === sha256 && image.frame === 0) ?? -1;
  return { series: at, slice };
}

function bundleOf(cases: StudyBundle['cases']): StudyBundle {
  return {
    study: {
      id: 'conformance',
      title: 'Conformance',
      synthetic: true,
      language: 'en',
      seed: 1,
      protocol: protocolSchema.parse({}),
      respondents: [{ id: 'm', kind: 'model', name: 'None', family: 'None' }],
    },
    rubric: {
      id: 'r',
      version: '1',
      title: 'None',
      origin: 'none',
      dimensions: [
        {
          id: 'd',
          title: 'None',
          weight: 1,
          safety: false,
          scale: {
            min: 0,
            max: 1,
            anchors: [
              { value: 0, text: 'no' },
              { value: 1, text: 'yes' },
            ],
          },
        },
      ],
      errors: [],
      askCorrectness: false,
    },
    cases,
    tasks: cases.map(({ file }) => ({
      id: `t${file.id.slice(1)}`,
      case: file.id,
      family: 'lesion-recognition',
      level: 1,
      question: 'Which?',
    })),
    responses: cases.map(({ file }) => ({
      id: `r${file.id.slice(1)}`,
      task: `t${file.id.slice(1)}`,
      respondent: 'm',
      sample: 0,
      answer: 'None.',
    })),
    graders: [],
    graderScores: [],
    raters: [
      {
        pseudonym: 'reader',
        specialty: '',
        years: '',
        training: '',
        conflict_of_interest: '',
        consent_date: '',
      },
    ],
    assignments: [],
    ratings: [],
    findings: [],
  };
}
