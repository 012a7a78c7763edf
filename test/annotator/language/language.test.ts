import { expect, test } from 'vitest';
import { preferredLanguage } from '../../../apps/annotator/src/language/language.tsx';
import { readingMessages } from '../../../apps/annotator/src/language/reading.ts';
import { sessionMessages } from '../../../apps/annotator/src/language/session.ts';
import { workListMessages } from '../../../apps/annotator/src/language/work-list.ts';

test('a stored choice wins over the languages of the browser', () => {
  expect(preferredLanguage('zh', ['en-GB'])).toBe('zh');
});

test('without a stored choice the first known language of the browser is taken', () => {
  expect(preferredLanguage(null, ['fr-FR', 'zh-Hans-CN', 'en-US'])).toBe('zh');
});

test('with nothing known, or a stored value of another version, the page is in English', () => {
  expect(preferredLanguage('{"v":2}', ['fr'])).toBe('en');
});

/** Every text of a catalogue, by its path; functions are called with stand-ins. */
function texts(messages: unknown, path = ''): [string, string][] {
  if (typeof messages === 'string') return [[path, messages]];
  if (typeof messages === 'function') return [[path, String(messages(1, '一', 1, 1))]];
  return Object.entries(messages as object).flatMap(([key, value]) => texts(value, `${path}/${key}`));
}

test.each([
  ['reading', readingMessages],
  ['session', sessionMessages],
  ['work list', workListMessages],
])('every Chinese message of the %s screens is written in Chinese', (_, { en, zh }) => {
  expect(texts(zh).map(([path]) => path)).toEqual(texts(en).map(([path]) => path));
  expect(texts(zh).filter(([, text]) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});
