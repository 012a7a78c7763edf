import { createHash } from 'node:crypto';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import type { CalibrationData } from '../services/calibration-data.ts';

/** Computes one calibration report; runs in a worker thread. Returns the report as JSON text. */
export default function computeReport(data: CalibrationData): string {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  return JSON.stringify(calibrationReport({ ...data, digest }));
}
