import type { GreyLevels } from './grey-levels.ts';

/** Window in units after the modality transform; width in DICOM's sense (>= 1 for LINEAR). */
export interface Window {
  readonly center: number;
  readonly width: number;
}

/** Window whose DICOM LINEAR ramp runs from `low` (black) to `high` (white). */
export function windowOver(low: number, high: number): Window {
  const width = Math.max(high - low, 1e-6) + 1;
  return { center: (low + high) / 2 + 0.5, width };
}

/**
 * What cornerstone-core must be given to draw DICOM's LINEAR function (PS3.3 C.11.2.1.2.1): its own ramp is
 * ((x − c)/w + 0.5)·255, DICOM's ((x − (c − 0.5))/(w − 1) + 0.5)·255. A width of 1 is a step and stays tiny, not 0.
 */
export function rendererWindow(window: Window): { windowCenter: number; windowWidth: number } {
  return { windowCenter: window.center - 0.5, windowWidth: Math.max(window.width - 1, 1e-6) };
}

export const windowPresets = ['header', 'auto', 'brain', 'wide'] as const;
export type WindowPreset = (typeof windowPresets)[number];

/** Share of the robust range [p1, p99.5] that the `brain` preset spreads over black to white, by series label. */
const brainShare: readonly (readonly [RegExp, number, number])[] = [
  [/flair/i, 0.15, 0.9],
  [/dwi|trace/i, 0.1, 0.75],
  [/t2/i, 0.05, 0.75],
  [/t1/i, 0.1, 0.8],
];

/** ADC in 10⁻⁶ mm²/s: from below acute ischaemia (about 300) to free fluid (about 3000) with brain mid-grey. */
const adcWindow: Window = windowOver(200, 1800);

function brainWindow(label: string, levels: GreyLevels): Window {
  if (/adc/i.test(label) && levels.p995 > 1000 && levels.p995 < 6000) return adcWindow;
  const range = levels.p995 - levels.p1;
  const [, from, to] = brainShare.find(([pattern]) => pattern.test(label)) ?? [null, 0.1, 0.85];
  return windowOver(levels.p1 + from * range, levels.p1 + to * range);
}

/** Whether the header gives a window that can be used: GE writes 0/0 where none is meant. */
export function usableHeader(header: Window | null): header is Window {
  return header !== null && Number.isFinite(header.center) && header.width >= 1;
}

/** Window of a preset; without a usable header window `header` is the automatic one. Null: no levels known yet. */
export function presetWindow(
  preset: WindowPreset,
  label: string,
  header: Window | null,
  levels: GreyLevels | null,
): Window | null {
  if (preset === 'header' && usableHeader(header)) return header;
  if (levels === null) return usableHeader(header) ? header : null;
  if (preset === 'brain') return brainWindow(label, levels);
  if (preset === 'wide') return windowOver(levels.min, levels.max);
  return windowOver(levels.p1, levels.p995);
}
