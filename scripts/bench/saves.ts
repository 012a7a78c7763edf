import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { Rubric } from '@concord/rubric/model/rubric';
import { openDatabase, type Store } from '@concord/server/db/open-database';
import { buildApp } from '@concord/server/http/app';
import { addMembership, createAccount } from '@concord/server/store/accounts';
import { openBlobStore } from '@concord/server/store/blob-store';
import { printTable, quantile } from './machine.ts';

const webRoot = fileURLToPath(new URL('../../../apps/annotator/dist', import.meta.url));
const password = 'a long enough pass phrase';
const secondsEach = 3;
const connectionCounts = [1, 10, 100];
const at = '2026-01-05T08:00:00.000Z';

const rubric: Rubric = {
  id: 'bench',
  version: '1',
  title: 'Bench',
  origin: 'made for timing',
  dimensions: ['accuracy', 'safety'].map((id) => ({
    id,
    title: id,
    weight: 1,
    safety: id === 'safety',
    scale: { min: 0, max: 2, anchors: [0, 1, 2].map((value) => ({ value, text: `earns ${value}` })) },
  })),
  askCorrectness: true,
  errors: [],
};
const rubricHash = createHash('sha256').update(canonicalJson(rubric)).digest('hex');

/** One study with one rater who has `count` answers of one case to read. Gives the aliases of the items. */
async function fillStore(store: Store, count: number): Promise<string[]> {
  const insert = (table: string, row: Record<string, string | number | null>): number => {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
    return Number(store.raw.prepare(sql).run(...Object.values(row)).lastInsertRowid);
  };
  const study_id = 'bench';
  insert('rubric_version', { rubric_hash: rubricHash, content: canonicalJson(rubric), created_at: at });
  insert('study', {
    study_id,
    title: 'Bench',
    synthetic: 1,
    language: 'en',
    seed: 1,
    protocol: canonicalJson({ minRaters: 2, referenceShown: 'never', gate: {} }),
    rubric_hash: rubricHash,
    secret: 'bench',
    bundle_digest: 'bench',
    imported_at: at,
    locked_at: null,
    locked_digest: null,
  });
  const account = { username: 'rosa', displayName: 'Rosa', password, isAdmin: false };
  const accountId = await createAccount(store, account);
  await addMembership(store, { studyId: study_id, accountId, role: 'rater' });
  const case_id = insert('study_case', {
    study_id,
    case_key: 'case',
    split: 'test',
    purpose: 'study',
    summary: 'Summary',
    disease_group: 'stroke',
    data_use: 'synthetic',
    record_entries: '[]',
    fhir: '{}',
    notes: '[]',
    content_digest: 'bench',
  });
  const task_id = insert('task', {
    study_id,
    case_id,
    task_key: 'task',
    family: 'lesion-recognition',
    level: 1,
    question: 'Where?',
    rounds: null,
    reference: '{}',
  });
  const respondent_id = insert('respondent', {
    study_id,
    respondent_key: 'model',
    kind: 'model',
    name: 'model',
    family: null,
    opaque_index: 0,
  });
  const rater_id = insert('rater', {
    study_id,
    account_id: accountId,
    pseudonym: 'R1',
    profile: '{}',
    order_seed: 1,
  });
  insert('rater_case', { rater_id, case_id, alias: 'case-alias' });
  return Array.from({ length: count }, (_, index) => {
    const response_id = insert('response', {
      study_id,
      task_id,
      respondent_id,
      response_key: `response-${index}`,
      sample: index,
      answers: '["An infarct."]',
      shown_answers: '["An infarct."]',
    });
    const alias = `item-${index}`;
    insert('assignment', { rater_id, response_id, kind: 'study', position: index, alias });
    return alias;
  });
}

type Answer = { status: number; body: string; cookie: string };
type Sent = { port: number; agent: Agent; method: string; path: string; headers: Record<string, string> };

function send({ port, agent, method, path, headers }: Sent, body: unknown): Promise<Answer> {
  const payload = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        },
      },
      (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () => {
          const cookie = (reply.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
          resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8'), cookie });
        });
      },
    );
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** Saves of drafts through the HTTP route with durable commits. Any answer but 200 ends the measurement. */
export async function measureSaves(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'concord-bench-'));
  const store = openDatabase(folder);
  const app = await buildApp({ store, blobs: openBlobStore(folder), webRoot });
  try {
    const aliases = await fillStore(store, Math.max(...connectionCounts));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
    const signIn = { port, agent, method: 'POST', path: '/api/session', headers: {} };
    const session = await send(signIn, { username: 'rosa', password });
    if (session.status !== 200) throw new Error(`sign-in: ${session.status} ${session.body}`);
    const { csrfToken } = JSON.parse(session.body) as { csrfToken: string };
    const headers = { cookie: session.cookie, 'x-csrf-token': csrfToken };
    const revisions = new Map<string, number>();

    const saveUntil = async (alias: string, end: number, times: number[]): Promise<void> => {
      while (performance.now() < end) {
        const baseRevision = revisions.get(alias) ?? 0;
        const content = {
          scores: { accuracy: { value: baseRevision % 3 } },
          correctness: null,
          errors: [],
          primaryError: null,
          comment: `Revision ${baseRevision}`,
        };
        const body = { baseRevision, rubricHash, idempotencyKey: randomUUID(), content };
        const began = performance.now();
        const path = `/api/rater/items/${alias}/draft`;
        const reply = await send({ port, agent, method: 'PUT', path, headers }, body);
        times.push(performance.now() - began);
        if (reply.status !== 200) throw new Error(`save: ${reply.status} ${reply.body}`);
        revisions.set(alias, (JSON.parse(reply.body) as { revision: number }).revision);
      }
    };

    const rows = [['connections', 'saves/s', 'median ms', 'p95 ms']];
    for (const count of connectionCounts) {
      const times: number[] = [];
      const began = performance.now();
      const end = began + secondsEach * 1000;
      await Promise.all(aliases.slice(0, count).map((alias) => saveUntil(alias, end, times)));
      const rate = times.length / ((performance.now() - began) / 1000);
      rows.push([
        `${count}`,
        rate.toFixed(0),
        quantile(times, 0.5).toFixed(1),
        quantile(times, 0.95).toFixed(1),
      ]);
    }
    agent.destroy();
    const synchronous = String(store.raw.pragma('synchronous', { simple: true }));
    printTable(
      `Saves through PUT draft, synchronous=${synchronous} (2 is FULL), ${secondsEach} s each`,
      rows,
    );
  } finally {
    await app.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
