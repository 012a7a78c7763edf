import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { Store } from '../db/open-database.ts';

type ImageRow = {
  seriesId: number;
  imageId: number;
  format: 'dicom' | 'raster';
  frame: number;
  position: string | null;
  sha256: string;
};
type SeriesRow = { seriesId: number; label: string; geometry: string };

/** What the image route sends for one opaque id. */
export type RaterImage = { sha256: string; format: 'dicom' | 'raster'; etag: string };

const opaque = (secret: string, ...parts: (string | number)[]): string =>
  createHmac('sha256', secret).update(parts.join('|')).digest('base64url').slice(0, 22);

/**
 * Reads what a rater may see of a case: never its key, split, disease group or file names. Ids of series and images
 * are keyed hashes that differ from rater to rater.
 */
export function raterCaseReader({ raw }: Store) {
  const caseRow = raw.prepare(
    `SELECT c.summary, c.record_entries AS record, c.notes, rc.alias FROM study_case c
       JOIN rater_case rc ON rc.case_id = c.case_id AND rc.rater_id = ? WHERE c.case_id = ?`,
  );
  const seriesRows = raw.prepare(
    'SELECT series_id AS seriesId, label, geometry FROM image_series WHERE case_id = ? ORDER BY position',
  );
  const imageRows = raw.prepare(
    `SELECT i.series_id AS seriesId, i.image_id AS imageId, i.format, i.frame, i.patient_position AS position, i.sha256
       FROM image i JOIN image_series s ON s.series_id = i.series_id WHERE s.case_id = ? ORDER BY i.position`,
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
  const imagesOfCase = new LRUCache<string, Map<string, RaterImage>>({ max: 200 });
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
    series: (raterId: number, caseId: number, secret: string): ViewerSeries[] => {
      const images = imageRows.all(caseId) as ImageRow[];
      return (seriesRows.all(caseId) as SeriesRow[]).map((row) => ({
        ...(JSON.parse(row.geometry) as Omit<ViewerSeries, 'seriesId' | 'label' | 'images'>),
        seriesId: opaque(secret, 'series', raterId, row.seriesId),
        label: row.label,
        images: images
          .filter(({ seriesId }) => seriesId === row.seriesId)
          .map(({ imageId, format, frame, position }) => ({
            imageId: opaque(secret, 'image', raterId, imageId),
            format,
            frame,
            position: position === null ? null : (JSON.parse(position) as [number, number, number]),
          })),
      }));
    },
    /** The image behind an opaque id, where case and image are the account's own. */
    image: (accountId: number, caseAlias: string, imageAlias: string): RaterImage | undefined => {
      const own = ownCase.get(accountId, caseAlias) as
        | { raterId: number; caseId: number; secret: string }
        | undefined;
      if (!own) return undefined;
      let images = imagesOfCase.get(caseAlias);
      if (!images) {
        const rows = imageRows.all(own.caseId) as ImageRow[];
        images = new Map(
          rows.map((row) => [
            opaque(own.secret, 'image', own.raterId, row.imageId),
            {
              sha256: row.sha256,
              format: row.format,
              etag: `"${opaque(own.secret, 'etag', own.raterId, row.sha256)}"`,
            },
          ]),
        );
        imagesOfCase.set(caseAlias, images);
      }
      return images.get(imageAlias);
    },
  };
}
export type RaterCaseReader = ReturnType<typeof raterCaseReader>;
