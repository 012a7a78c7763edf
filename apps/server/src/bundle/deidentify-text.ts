import { createHmac } from 'node:crypto';
import type { DeidentifyContext } from '../imaging/ingested-series.ts';
import type { Notice } from './problem.ts';

/** Stands where a name, number or address of a person stood. */
export const removed = '[removed]';

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const monthName = months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');
/** One pattern, so that a date that has moved is not met again: ISO, Chinese, numeric, day first, month first. */
const dates = new RegExp(
  [
    '(?<!\\d)(?<isoYear>(?:19|20)\\d{2})(?<isoMark>[-/.])(?<isoMonth>\\d{1,2})\\k<isoMark>(?<isoDay>\\d{1,2})(?!\\d)',
    '(?<!\\d)(?<hanYear>(?:19|20)\\d{2})年(?<hanMonth>\\d{1,2})月(?<hanDay>\\d{1,2})日',
    '(?<!\\d)(?<first>\\d{1,2})(?<mark>[-/.])(?<second>\\d{1,2})\\k<mark>(?<year>(?:19|20)\\d{2})(?!\\d)',
    `(?<!\\d)(?<dayBefore>\\d{1,2})(?:st|nd|rd|th)? (?<nameAfter>${monthName})\\.?,? (?<yearA>(?:19|20)\\d{2})(?!\\d)`,
    `(?<!\\p{L})(?<nameBefore>${monthName})\\.? (?<dayAfter>\\d{1,2})(?:st|nd|rd|th)?,? (?<yearB>(?:19|20)\\d{2})(?!\\d)`,
  ].join('|'),
  'giu',
);

const patterns = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  // United States social security number; Chinese resident identity number; Chinese mobile number.
  /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/g,
  /(?<!\d)\d{17}[\dXx](?!\d)/g,
  /(?<!\d)1[3-9]\d{9}(?!\d)/g,
  /(?<=(?:MRN|medical record (?:number|no\.?)|hospital (?:number|no\.?)|住院号|病历号|门诊号|身份证号)[\s:：#]{0,3})[A-Z]{0,3}\d[\w-]{3,}/gi,
  /(?<=(?:tel|phone|telephone|mobile|fax|电话|手机)[.:：]?\s{0,2})\+?[\d(][\d ()-]{6,}\d/gi,
  /(?<=\b(?:Dr|Prof|Mr|Mrs|Ms|Miss)\.? )\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?/gu,
];
const above89 = /(?<![\d.])(?:9\d|1[0-2]\d)(?=(?:[ -]years?|[ -]yrs?|[ -]?y\/?o\b|\s?岁))/gi;

const monthOf = (name: string): number =>
  months.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;

export type TextDeidentifier = {
  /** The text without what identifies a person; dates moved, ages above 89 as `90+`. */
  clean(text: string): string;
  /** How often something was taken out so far; moved dates are not counted. */
  removals(): number;
};

/** Days by which every date of a case moves back, 1 to 365, from an HMAC: intervals within a case stay. */
export const dateShift = (caseId: string, { secret }: DeidentifyContext): number =>
  1 + (createHmac('sha256', secret).update(`dates:${caseId}`).digest().readUInt32BE(0) % 365);

/** A date moved back by `days` as `YYYY-MM-DD`, or null where it is no date of the calendar. */
export function moveDate(year: number, month: number, day: number, days: number): string | null {
  const given = new Date(Date.UTC(year, month - 1, day));
  if (given.getUTCMonth() !== month - 1 || given.getUTCDate() !== day) return null;
  return new Date(Date.UTC(year, month - 1, day - days)).toISOString().slice(0, 10);
}

/**
 * Whole words or numbers, longest first; Chinese has no word borders. Shorter ones would strike ordinary words
 * and doses.
 */
function literals(terms: readonly string[]): RegExp | null {
  const usable = [...new Set(terms.map((term) => term.trim()))].filter((term) =>
    /\p{Script=Han}/u.test(term) ? term.length >= 2 : term.length >= (/\d/.test(term) ? 4 : 3),
  );
  if (usable.length === 0) return null;
  const parts = usable
    .sort((left, right) => right.length - left.length)
    .map((term) => {
      const safe = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return /\p{Script=Han}/u.test(term) ? safe : `(?<![\\p{L}\\p{N}])${safe}(?![\\p{L}\\p{N}])`;
    });
  return new RegExp(parts.join('|'), 'gu');
}

/**
 * Cleans the free texts of one case: the given `identifiers` (names, numbers, addresses of the people of the case),
 * what is an identifier by its shape (e-mail, identity and record numbers, telephone, a person after a title), and
 * dates, which move like those of the record. A date whose day and month cannot be told apart becomes `[date]`.
 */
export function textDeidentifier(
  caseId: string,
  identifiers: readonly string[],
  context: DeidentifyContext,
): TextDeidentifier {
  const days = dateShift(caseId, context);
  const own = literals(identifiers);
  let count = 0;
  const take = (): string => {
    count += 1;
    return removed;
  };
  const moved = (whole: string, groups: Record<string, string | undefined>): string => {
    const year = Number(
      groups['isoYear'] ?? groups['hanYear'] ?? groups['year'] ?? groups['yearA'] ?? groups['yearB'],
    );
    const to = (month: number, day: number): string => moveDate(year, month, day, days) ?? whole;
    if (groups['first'] !== undefined) {
      const [first, second] = [Number(groups['first']), Number(groups['second'])];
      if (second > 12) return to(first, second);
      if (first > 12 || first === second) return to(second, first);
      // 03/04/2019: day and month cannot be told apart, so it cannot be moved.
      count += 1;
      return '[date]';
    }
    const name = groups['nameAfter'] ?? groups['nameBefore'];
    const month = name === undefined ? Number(groups['isoMonth'] ?? groups['hanMonth']) : monthOf(name);
    return to(
      month,
      Number(groups['isoDay'] ?? groups['hanDay'] ?? groups['dayBefore'] ?? groups['dayAfter']),
    );
  };
  const clean = (text: string): string => {
    let out = own ? text.replace(own, take) : text;
    for (const pattern of patterns) out = out.replace(pattern, take);
    return out
      .replace(dates, (whole, ...rest: unknown[]) =>
        moved(whole, rest.at(-1) as Record<string, string | undefined>),
      )
      .replace(above89, '90+');
  };
  return { clean, removals: () => count };
}

/** What the curator is told of the texts of a case; nothing where they lost nothing. */
export function removalNotice(file: string, subject: string, texts: TextDeidentifier): Notice[] {
  const count = texts.removals();
  if (count === 0) return [];
  const places = count === 1 ? '1 place now reads' : `${count} places now read`;
  return [
    { file, text: `${subject} named a person, an institution or a number of theirs: ${places} ${removed}.` },
  ];
}
