import type { ViewerSeries } from '@concord/rubric/model/imaging';

/** Series in the order in which a stroke or tumour reader wants them; a series missing gives its place to the next. */
const preference: readonly RegExp[] = [
  /^flair/i,
  /^t2w?/i,
  /^dwi b=1000|^dwi|^trace/i,
  /^adc/i,
  /^t1w\+c/i,
  /^t1w?/i,
  /^swi/i,
];

/** Ids of the series for the four viewports, best first: FLAIR, T2w, DWI, ADC, then T1w and what else there is. */
export function defaultHanging(series: readonly ViewerSeries[]): readonly string[] {
  const shown = series.filter((s) => s.images.length > 0);
  const chosen: string[] = [];
  for (const pattern of preference) {
    const best =
      shown.find((s) => pattern.test(s.label) && /b=1000/.test(s.label) && !chosen.includes(s.seriesId)) ??
      shown.find((s) => pattern.test(s.label) && !/b=0\b/.test(s.label) && !chosen.includes(s.seriesId));
    if (best) chosen.push(best.seriesId);
  }
  for (const s of shown) if (!chosen.includes(s.seriesId)) chosen.push(s.seriesId);
  return chosen.slice(0, 4);
}
