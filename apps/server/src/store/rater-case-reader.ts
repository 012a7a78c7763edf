import { LRUCache } from 'lru-cache';
import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { Store } from '../db/open-database.ts';
import { caseImages, type OpaqueImage } from './case-images.ts';

/**
 * Reads what a rater may see of a case: never its key, split, disease group or file names. Ids of series and images
 * are keyed hashes that differ from rater to rater.
 */
export function raterCaseReader({ raw }: Store) {
  const pictures = caseImages({ raw });
  const caseRow = raw.prepare(
    `SELECT c.summary, c.record_entries AS record, c.notes, rc.alias FROM study_case c
       JOIN rater_case rc ON rc.case_id = c.case_id AND rc.rater_id = ? WHERE c.case_id = ?`,
  );
  const taskRow = raw.prepare(
    `SELECT t.family, t.question, t.rounds, p.shown_answers AS answers, s.protocol, rv.content AS rubric, s.title, s.synthetic
       FROM task t JOIN response p ON p.task_id = t.task_id JOIN study s ON s.study_id = t.study_id
       JOIN rubric_version rv ON rv.rubric_hash = s.rubric_hash WHERE t.task_id = ? AND p.response_id = ?`,
  );
  const referenceRow = raw.prepare('SELECT reference FROM task WHERE task_id = ?');
  const ownCase = raw.prepare(
    `SELECT rc.rater_id AS raterId, rc.case_id AS caseId, s.secret FROM rater_case rc
       JOIN rater r ON r.rater_id = rc.rater_id JOIN study s ON s.study_id = r.study_id
       JOIN membership m ON m.study_id = s.study_id AND m.account_id = r.account_id AND m.role = 'rater'
      WHERE r.account_id = ? AND rc.alias = ?
        AND NOT EXISTS (SELECT 1 FROM curator_sight c WHERE c.study_id = s.study_id AND c.account_id = r.account_id)`,
  );
  const imagesOfCase = new LRUCache<string, Map<string, OpaqueImage>>({ max: 200 });
  return {
    case: (raterId: number, caseId: number) =>
      caseRow.get(raterId, caseId) as
        | { summary: string; record: string; notes: string; alias: string }
        | undefined,
    task: (taskId: number, responseId: number) =>
      taskRow.get(taskId, responseId) as {
        family: string;
        question: string;
        rounds: string | null;
        answers: string;
        protocol: string;
        rubric: string;
        title: string;
        synthetic: 0 | 1;
      },
    /** The hidden reference; ask only where the protocol shows it. */
    reference: (taskId: number): string | null => {
      const { reference } = referenceRow.get(taskId) as { reference: string | null };
      return reference === null ? null : (JSON.parse(reference) as { answer: string }).answer;
    },
    series: (raterId: number, caseId: number, secret: string): ViewerSeries[] =>
      pictures.series(caseId, raterId, secret),
    seriesIds: (raterId: number, caseId: number, secret: string): Map<string, number> =>
      pictures.seriesIds(caseId, raterId, secret),
    /** The image behind an opaque id, where case and image are the account's own. */
    image: (accountId: number, caseAlias: string, imageAlias: string): OpaqueImage | undefined => {
      const own = ownCase.get(accountId, caseAlias) as
        | { raterId: number; caseId: number; secret: string }
        | undefined;
      if (!own) return undefined;
      let images = imagesOfCase.get(caseAlias);
      if (!images) {
        images = pictures.images(own.caseId, own.raterId, own.secret);
        imagesOfCase.set(caseAlias, images);
      }
      return images.get(imageAlias);
    },
  };
}
export type RaterCaseReader = ReturnType<typeof raterCaseReader>;
