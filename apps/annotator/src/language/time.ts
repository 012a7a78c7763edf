import type { Language } from '@concord/rubric/model/local-text';

const locale = { en: 'en-GB', zh: 'zh-CN' } as const;

/** Clock time in the reader's own zone: `14:03`. */
export const clockTime = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locale[language], { hour: '2-digit', minute: '2-digit' }).format(new Date(iso));

/** Day and clock time in the reader's own zone, with the zone named. */
export const dayAndTime = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locale[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));
