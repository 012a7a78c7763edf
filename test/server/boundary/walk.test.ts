import { afterEach, describe, expect, it } from 'vitest';
import { raterRoutes } from '@concord/rubric/contract/rater/routes';
import { buildTestApp, memoryLogger, type TestApp } from '../../harness/build-test-app.ts';
import { walkRaterRoutes } from '../../harness/walk-rater-routes.ts';

/** Columns that a rater's traffic may carry, or that hold no words (ids, times, closed vocabularies, hashes). */
const open = new Set(
  `setting.name setting.value account.password_hash account.created_at account.disabled_at
   sign_in_link.token_hash sign_in_link.expires_at sign_in_link.used_at
   web_session.session_id web_session.data web_session.expires_at
   rubric_version.rubric_hash rubric_version.content rubric_version.created_at
   study.study_id study.title study.language study.rubric_hash study.imported_at study.locked_at
   membership.study_id membership.role curator_sight.study_id curator_sight.first_seen_at
   study_case.study_id study_case.split study_case.purpose study_case.summary study_case.record_entries study_case.notes
   image_series.label image_series.geometry image.sha256 image.format image.patient_position
   task.study_id task.family task.question task.rounds respondent.study_id respondent.kind
   response.study_id response.shown_answers
   mask_finding.study_id mask_finding.kind mask_finding.decision mask_finding.decided_at
   rater.study_id rater_case.alias assignment.kind assignment.alias assignment.withdrawn_at
   round_rating.rubric_hash round_rating.at protocol_version.study_id protocol_version.at reading_time.visit series_view.visit
   draft_save.rubric_hash draft_save.outcome draft_save.saved_at rating.status rating.rubric_hash rating.at
   adjudication.rubric_hash adjudication.at case_flag.kind case_flag.at case_flag.resolved_at grader.study_id grader.added_at
   grader_score.status grader_score.added_at report.study_id report.created_at
   audit_entry.at audit_entry.action audit_entry.study_id audit_entry.subject audit_entry.payload
   audit_entry.previous_hash audit_entry.hash schema_migration.name schema_migration.sha256 schema_migration.applied_at`.split(
    /\s+/,
  ),
);
const sentinel = (column: string): string => `canary<${column}>`;
/** As it may be written: plain, inside JSON, or percent-encoded. */
const marks = /canary(<|%3C|\\u003c|&lt;)/i;

const tests: TestApp[] = [];
const openApp = async (options: Parameters<typeof buildTestApp>[0]): Promise<TestApp> => {
  const test = await buildTestApp(options);
  tests.push(test);
  return test;
};
afterEach(async () => {
  for (const test of tests.splice(0)) await test.close();
});

describe('A walk over everything that a rater’s browser may ask', () => {
  it('starts from a study with a sentinel in every text column that is not listed as open', async () => {
    const { store } = await openApp({ hidden: sentinel });
    store.raw
      .prepare(
        "INSERT INTO audit_entry VALUES (1, 't', ?, 'a', 'small', 's', '{}', 'p', 'h') ON CONFLICT DO NOTHING",
      )
      .run(sentinel('audit_entry.actor'));
    const tables = store.raw
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all() as { name: string }[];
    const bare: string[] = [];
    for (const { name: table } of tables)
      for (const { name, type } of store.raw.pragma(`table_info(${table})`) as {
        name: string;
        type: string;
      }[]) {
        if (type !== 'TEXT' || open.has(`${table}.${name}`)) continue;
        const planted = store.raw
          .prepare(`SELECT count(*) AS n FROM ${table} WHERE ${name} LIKE '%canary<%'`)
          .get() as { n: number };
        if (planted.n === 0) bare.push(`${table}.${name}`);
      }
    expect(bare).toEqual([]);
  });

  it.each(['never', 'after-submit', 'always'] as const)(
    'lets no sentinel out, signed in or not, of raters or curators (reference shown: %s)',
    async (referenceShown) => {
      const { logger, lines } = memoryLogger();
      const test = await openApp({ hidden: sentinel, referenceShown, logger });
      const exchanges = await walkRaterRoutes(test, raterRoutes);
      const statuses = new Set(exchanges.map(({ status }) => status));
      for (const status of [200, 400, 401, 403, 404, 409, 422, 500]) expect(statuses).toContain(status);
      const hashes = (
        test.store.raw.prepare('SELECT DISTINCT sha256 FROM image').all() as { sha256: string }[]
      ).map(({ sha256 }) => sha256);
      const shown = sentinel('task.reference.answer');
      const leaks = exchanges.flatMap(({ request, status, headers, body }) => {
        const text = `${headers}\n${body.toString('utf8')}`;
        const seen = referenceShown === 'never' ? text : text.replaceAll(shown, '');
        return marks.test(seen) || hashes.some((hash) => text.includes(hash))
          ? [`${request} → ${status}: ${/canary[^"]*/.exec(seen)?.[0] ?? 'an image hash'}`]
          : [];
      });
      expect(leaks).toEqual([]);
      if (referenceShown === 'after-submit')
        for (const { request, body } of exchanges.slice(
          0,
          exchanges.findIndex((exchange) => exchange.request.endsWith('/submission')),
        ))
          expect(body.toString(), request).not.toContain(shown);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter((line) => marks.test(line))).toEqual([]);
    },
  );

  it('finds a sentinel where a rater does see one', async () => {
    const test = await openApp({ hidden: sentinel });
    test.store.raw.prepare('UPDATE study_case SET summary = ?').run(sentinel('study_case.summary'));
    const exchanges = await walkRaterRoutes(test, raterRoutes);
    expect(exchanges.some(({ body }) => marks.test(body.toString()))).toBe(true);
  });

  it('is the same, byte for byte, for two studies that differ in model names and grader scores only', async () => {
    const now = (): Date => new Date('2026-01-06T09:00:00.000Z');
    const traffic = async (modelNames: readonly [string, string], graderScore: number): Promise<string[]> => {
      const test = await openApp({ modelNames, graderScore, now });
      const exchanges = await walkRaterRoutes(test, raterRoutes);
      // Request ids, session cookies and tokens are random, dates are of today.
      const plain = (text: string): string =>
        text
          .replace(/\/requests\/[0-9a-f-]{36}/g, '/requests/')
          .replace(/"set-cookie":"[^"]*"/, '')
          .replace(/"date":"[^"]*"/, '')
          .replace(/"csrfToken":"[^"]*"/, '')
          // An id that every store draws for itself.
          .replace(/"accountKey":"[^"]*"/, '');
      return exchanges.map(({ request, status, headers, body }) =>
        plain([request, status, headers, body.toString('latin1')].join('\n')),
      );
    };
    const first = await traffic(['Model A', 'Model B'], 0);
    const second = await traffic(['A model with a much longer name', 'B'], 2);
    expect(first).toEqual(second);
  });
});
