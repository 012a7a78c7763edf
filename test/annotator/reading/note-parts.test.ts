import { expect, test } from 'vitest';
import { noteParts } from '../../../apps/annotator/src/features/reading/note-parts.ts';

test('headings of a note are told from its text, which stays as it was written', () => {
  expect(
    noteParts('Back to usual.\n\n## Course\n\n- day 1: stable\n  #hashtag\n\n### Plan ###\r\nMRI'),
  ).toEqual([
    { kind: 'text', text: 'Back to usual.' },
    { kind: 'heading', text: 'Course' },
    { kind: 'text', text: '- day 1: stable\n  #hashtag' },
    { kind: 'heading', text: 'Plan' },
    { kind: 'text', text: 'MRI' },
  ]);
  expect(noteParts('  indented first line')).toEqual([{ kind: 'text', text: '  indented first line' }]);
  expect(noteParts(' \n')).toEqual([]);
});
