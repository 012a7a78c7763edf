import { calibrationEn } from './calibration-en.ts';
import { calibrationZh } from './calibration-zh.ts';
import type { Catalogue, MessagesOf } from './language.tsx';

export type CalibrationMessages = MessagesOf<typeof calibrationEn>;
export const calibrationMessages: Catalogue<CalibrationMessages> = { en: calibrationEn, zh: calibrationZh };
