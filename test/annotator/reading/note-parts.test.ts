import { expect, test } from 'vitest';
import { noteParts } from '../../../apps/annotator/src/features/reading/note-parts.ts';

test('headings of a note are told from its text, which stays as it was written', () => {
  expect(
    noteParts('Back to usual.\n\n## Course\n\n- day 1: stable\n  #hashtag\n\n### Plan ###\r\nMRI'),
  ).toEqual([
    { kind: 'text', text: 'Back to usual.', start: 0 },
    { kind: 'heading', text: 'Course', start: 19 },
    { kind: 'text', text: '- day 1: stable\n  #hashtag', start: 27 },
    { kind: 'heading', text: 'Plan', start: 59 },
    { kind: 'text', text: 'MRI', start: 69 },
  ]);
  expect(noteParts('  indented first line')).toEqual([
    { kind: 'text', text: '  indented first line', start: 0 },
  ]);
  expect(noteParts(' \n')).toEqual([]);
});

test('the offset of each part finds it in the note, whatever its line ends', () => {
  for (const note of ['# A\r\n\r\none\r\ntwo\r\n## B\r\nthree', '\n\n  x\n# C #\n\ny \n', 'a\n\n\nb']) {
    const parts = noteParts(note);
    expect(parts.length).toBeGreaterThan(0);
    for (const { text, start } of parts) expect(note.slice(start, start + text.length)).toBe(text);
  }
});
