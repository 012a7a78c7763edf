import { stringify } from 'yaml';
import { type GraderFile, graderFileSchema } from '@concord/rubric/contract/bundle/grader';
import { type ExportRefusal, graderManifest } from '@concord/rubric/exports/manifest';
import { promptfooConfig } from '@concord/rubric/exports/promptfoo';
import type { Store } from '../db/open-database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';
import { sha256Hex } from './opaque.ts';
import { computeReport } from './run-report.ts';

const refusals: Record<ExportRefusal, string> = {
  'study-not-locked': 'The study is not locked: lock it and run the report first.',
  'unknown-grader': 'The study has no such grader.',
  'verdict-fail': 'The verdict is fail: a grader that fails the registered rule is not exported.',
  'verdict-inconclusive': 'The verdict is inconclusive: only a pass is exported.',
  'prompt-changed': 'The prompt differs from the one that was calibrated.',
  'grader-changed': 'The grader differs from the one that was calibrated.',
};

/** Months until a manifest expires and the grader is to be calibrated anew. */
const validMonths = 12;

async function graderFile(store: Store, studyId: string, graderId: string): Promise<GraderFile> {
  const row = await store.db
    .selectFrom('grader')
    .select('content')
    .where('study_id', '=', studyId)
    .where('grader_key', '=', graderId)
    .executeTakeFirst();
  if (!row) throw new ProblemError('not-found', { detail: refusals['unknown-grader'] });
  return graderFileSchema.parse(JSON.parse(row.content));
}

export type GraderExport = { name: string; contentType: string; text: string };

/**
 * The validated grader as a file. The verdict is computed again from the tables, so that an export never rests on an
 * outdated report. Throws `export-refused` with the reason without a pass.
 */
export async function exportGrader(
  store: Store,
  input: {
    studyId: string;
    graderId: string;
    format: 'manifest' | 'promptfoo';
    actor: string;
    now: () => Date;
  },
): Promise<GraderExport> {
  const { studyId, graderId, format } = input;
  const report = await computeReport(store, studyId);
  const file = await graderFile(store, studyId, graderId);
  const issued = input.now();
  const expires = new Date(issued);
  expires.setUTCMonth(expires.getUTCMonth() + validMonths);
  const options = {
    file,
    issuedAt: issued.toISOString(),
    expiresAt: expires.toISOString(),
    digest: sha256Hex,
  };
  const made =
    format === 'manifest'
      ? graderManifest(report, graderId, options)
      : promptfooConfig(report, graderId, { file, digest: sha256Hex, language: 'en' });
  if ('refused' in made)
    throw new ProblemError('export-refused', { detail: refusals[made.refused], reason: made.refused });
  const text = format === 'manifest' ? `${JSON.stringify(made.content, null, 2)}\n` : stringify(made.content);
  await store.db.transaction().execute((transaction) =>
    appendAudit(transaction, {
      at: options.issuedAt,
      actor: input.actor,
      action: 'grader.exported',
      studyId,
      subject: graderId,
      payload: { format, inputsDigest: report.inputsDigest, sha256: sha256Hex(text) },
    }),
  );
  return format === 'manifest'
    ? { name: `${graderId}.manifest.json`, contentType: 'application/json; charset=utf-8', text }
    : { name: `${graderId}.promptfooconfig.yaml`, contentType: 'application/yaml; charset=utf-8', text };
}
