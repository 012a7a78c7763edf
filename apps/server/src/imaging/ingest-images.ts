import { createHash } from 'node:crypto';
import { deidentify, isDeidentified } from './deidentify.ts';
import { decimalsOf, looksLikeDicom, readDicomFile, textOf } from './dicom-file.ts';
import { deriveSeriesLabel } from './derive-series-label.ts';
import { groupSeries, type PlacedFrame } from './group-series.ts';
import { type FrameFacts, frameFacts, matrixOf, noFacts } from './image-facts.ts';
import type { DeidentifyContext, IngestedSeries } from './ingested-series.ts';
import { splitMosaic } from './split-mosaic.ts';
import { cleanRaster, looksLikeRaster } from './raster.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export type IngestFault = { path: string; reason: string };

/** Names, numbers and addresses of people and institutions in a header; free texts are cleaned of them. */
const identifyingTags = [
  '00080050', // AccessionNumber
  '00080080', // InstitutionName
  '00080090', // ReferringPhysicianName
  '00081048', // PhysiciansOfRecord
  '00081050', // PerformingPhysicianName
  '00081070', // OperatorsName
  '00100010', // PatientName
  '00100020', // PatientID
  '00101000', // OtherPatientIDs
  '00101001', // OtherPatientNames
  '00101040', // PatientAddress
  '00102154', // PatientTelephoneNumbers
];

/**
 * Collects the images of one case file by file, then gives its series. `add` keeps only de-identified bytes.
 * A damaged image is a fault; a file that holds no image is a notice.
 */
export function imageIngest(context: DeidentifyContext) {
  const frames: PlacedFrame[] = [];
  const faults: IngestFault[] = [];
  const notices: IngestFault[] = [];
  const identifiers = new Set<string>();
  const add = (path: string, bytes: Uint8Array): void => {
    const raster = cleanRaster(bytes);
    if (raster) {
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
      frames.push({
        key: `raster|${folder}|${raster.rows}x${raster.columns}`,
        order: [0, 0, path],
        label: { label: 'unlabelled', rule: 'PNG and JPEG slices carry no header' },
        frameOfReference: null,
        ...raster,
        image: {
          bytes: raster.bytes,
          sha256: sha256(raster.bytes),
          format: 'raster',
          frame: 0,
          position: null,
        },
        facts: noFacts,
        time: '',
      });
      return;
    }
    if (looksLikeRaster(bytes)) {
      faults.push({ path, reason: 'The PNG or JPEG picture is damaged or cut short.' });
      return;
    }
    if (!looksLikeDicom(bytes)) {
      notices.push({ path, reason: 'Left out: neither DICOM nor PNG nor JPEG.' });
      return;
    }
    const read = readDicomFile(bytes);
    if (!read.ok) {
      faults.push({ path, reason: read.reason });
      return;
    }
    const { file } = read;
    for (const tag of identifyingTags)
      for (const part of textOf(file, file.elements, tag)?.split(/[\\^=]/) ?? [])
        identifiers.add(part.trim());
    const value = (tag: string): string | null => textOf(file, file.elements, tag);
    if (!file.elements.has('7fe00010')) {
      notices.push({ path, reason: 'Left out: this DICOM file holds no pixels.' });
      return;
    }
    const modality = value('00080060');
    if (modality === 'SEG') {
      notices.push({ path, reason: 'Left out: a segmentation is not an image.' });
      return;
    }
    const matrix = matrixOf(file);
    if (!matrix) {
      faults.push({ path, reason: 'The DICOM file does not state its rows and columns.' });
      return;
    }
    if (value('00280301') === 'YES')
      notices.push({
        path,
        reason: 'The header says that text is burned into the picture: look for identifiers.',
      });
    const number = (tag: string): number | null => decimalsOf(file, file.elements, tag)?.[0] ?? null;
    const all = frameFacts(file);
    const labelOf = (facts: FrameFacts) =>
      deriveSeriesLabel({
        modality,
        description: value('0008103e') ?? value('00181030') ?? '',
        imageType: facts.imageType,
        component: facts.component,
        acquisitionContrast: facts.contrast,
        repetitionTime: facts.repetitionTime,
        echoTime: facts.echoTime,
        inversionTime: facts.inversionTime,
        bValue: facts.bValue,
        contrast: value('00180010') !== null && !/^(no|none)$/i.test(value('00180010') ?? ''),
        scanningSequence: value('00180020') ?? '',
      });
    const first = all[0] ?? noFacts;
    const bValue = all.length === 1 ? first.bValue : null;
    const cut = context.mosaics === 'whole' ? null : splitMosaic(file);
    if (cut && 'whole' in cut && !isDeidentified(file)) notices.push({ path, reason: cut.whole });
    const mosaic = cut && 'mosaic' in cut ? cut.mosaic : undefined;
    const derived = { label: labelOf(first).label, bValue, ...(mosaic && { mosaic }) };
    const clean = deidentify(file, derived, context);
    const hash = sha256(clean);
    const shown = mosaic ? mosaic.positions.map((position) => ({ ...first, position })) : all;
    const { rows, columns } = mosaic ?? matrix;
    shown.forEach((facts, frame) => {
      const orientation = facts.orientation?.map((part) => part.toFixed(2)).join(',') ?? '';
      frames.push({
        key: [
          value('0020000e'),
          orientation,
          // The number where an echo has one: times of one echo may differ in their last decimals.
          value('00180086') ?? facts.echoTime,
          facts.bValue,
          facts.imageType.join('\\'),
          facts.component,
          facts.stack,
          rows,
          columns,
        ]
          .map((part) => part ?? '')
          .join('|'),
        order: [number('00200011') ?? 0, number('00200013') ?? 0, path],
        label: labelOf(facts),
        frameOfReference: value('00200052'),
        rows,
        columns,
        image: { bytes: clean, sha256: hash, format: 'dicom', frame, position: facts.position },
        facts,
        time: [value('00200100'), value('00200012'), value('00080032')].map((part) => part ?? '').join(' '),
      });
    });
  };
  return { add, faults, notices, identifiers, finish: (): IngestedSeries[] => groupSeries(frames) };
}
