import { createHmac } from 'node:crypto';
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

type Geometry = Omit<ViewerSeries, 'seriesId' | 'label' | 'images'>;

/** Studies imported before windows were kept in full have no others. */
const geometryOf = ({ geometry }: SeriesRow): Geometry => ({
  otherWindows: [],
  ...(JSON.parse(geometry) as Partial<Geometry> & Omit<Geometry, 'otherWindows'>),
});

/** What an image route sends for one opaque id. */
export type OpaqueImage = { sha256: string; format: 'dicom' | 'raster'; etag: string };

/** An id that means nothing without the study's secret. */
export const opaqueId = (secret: string, ...parts: (string | number)[]): string =>
  createHmac('sha256', secret).update(parts.join('|')).digest('base64url').slice(0, 22);

/**
 * Series and images of a case under ids that differ from reader to reader. `reader` names who looks, in words that no
 * other kind of reader has.
 */
export function caseImages({ raw }: Pick<Store, 'raw'>) {
  const seriesRows = raw.prepare(
    'SELECT series_id AS seriesId, label, geometry FROM image_series WHERE case_id = ? ORDER BY position',
  );
  const imageRows = raw.prepare(
    `SELECT i.series_id AS seriesId, i.image_id AS imageId, i.format, i.frame, i.patient_position AS position, i.sha256
       FROM image i JOIN image_series s ON s.series_id = i.series_id WHERE s.case_id = ? ORDER BY i.position`,
  );
  return {
    series: (caseId: number, reader: string | number, secret: string): ViewerSeries[] => {
      const images = imageRows.all(caseId) as ImageRow[];
      return (seriesRows.all(caseId) as SeriesRow[]).map((row) => ({
        ...geometryOf(row),
        seriesId: opaqueId(secret, 'series', reader, row.seriesId),
        label: row.label,
        images: images
          .filter(({ seriesId }) => seriesId === row.seriesId)
          .map(({ imageId, format, frame, position }) => ({
            imageId: opaqueId(secret, 'image', reader, imageId),
            format,
            frame,
            position: position === null ? null : (JSON.parse(position) as [number, number, number]),
          })),
      }));
    },
    /** The series behind the opaque ids of a reader. */
    seriesIds: (caseId: number, reader: string | number, secret: string): Map<string, number> =>
      new Map(
        (seriesRows.all(caseId) as SeriesRow[]).map(({ seriesId }) => [
          opaqueId(secret, 'series', reader, seriesId),
          seriesId,
        ]),
      ),
    images: (caseId: number, reader: string | number, secret: string): Map<string, OpaqueImage> =>
      new Map(
        (imageRows.all(caseId) as ImageRow[]).map((row) => [
          opaqueId(secret, 'image', reader, row.imageId),
          {
            sha256: row.sha256,
            format: row.format,
            etag: `"${opaqueId(secret, 'etag', reader, row.sha256)}"`,
          },
        ]),
      ),
  };
}
