import type { ViewerSeries } from '@concord/rubric/model/imaging';

const planes = {
  en: { axial: 'axial', coronal: 'coronal', sagittal: 'sagittal', oblique: 'oblique' },
  zh: { axial: '轴位', coronal: '冠状位', sagittal: '矢状位', oblique: '斜位' },
} as const;
const words = {
  en: { unlabelled: 'unlabelled', localiser: 'localiser' },
  zh: { unlabelled: '未标注', localiser: '定位像' },
} as const;

/**
 * What each series of a case is called, by its id: its label, with the plane where that is not axial or where labels
 * are equal, and a number where that leaves two alike.
 */
export function seriesNames(
  series: readonly ViewerSeries[],
  language: 'en' | 'zh',
): ReadonlyMap<string, string> {
  const word = (label: string): string => (words[language] as Record<string, string>)[label] ?? label;
  const named = series.map(({ seriesId, label, plane }) => {
    const alike = series.filter((other) => other.label === label).length > 1;
    const told = plane !== null && (alike || plane !== 'axial') ? ` ${planes[language][plane]}` : '';
    return { seriesId, name: `${word(label)}${told}` };
  });
  return new Map(
    named.map(({ seriesId, name }, at) => {
      const same = named.filter((other) => other.name === name);
      const number = named.slice(0, at + 1).filter((other) => other.name === name).length;
      return [seriesId, same.length > 1 ? `${name} ${number}` : name];
    }),
  );
}
