import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveImages } from '../../harness/leave-images.ts';
import { readBundle } from '../../../apps/server/src/bundle/read-bundle.ts';
import { tinyPng } from '../../harness/tiny-png.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-zip-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files: Record<string, Uint8Array> = {
  'study.yaml': strToU8(
    'id: s1\ntitle: A study\nrespondents:\n  - { id: m1, kind: model, name: Model One }\n',
  ),
  'rubric.yaml': strToU8(
    'id: r\nversion: "1"\ntitle: R\norigin: own\ndimensions:\n  - id: d\n    title: D\n    weight: 1\n    scale: { min: 0, max: 1, anchors: [{ value: 0, text: no }, { value: 1, text: yes it is }] }\n',
  ),
  'cases/c1/case.yaml': strToU8('id: c1\nsplit: test\nsummary: 复视的女性\n'),
  'cases/c1/notes/病程.md': strToU8('右眼外展受限。'),
  'cases/c1/imaging/1.png': tinyPng(8, 8, 80),
  'tasks.jsonl': strToU8(
    '{"id":"t1","case":"c1","family":"differential-diagnosis","level":1,"question":"What is it?"}\n',
  ),
  'responses.jsonl': strToU8('{"id":"p1","task":"t1","respondent":"m1","answer":"Sixth nerve palsy."}\n'),
};
const under = (prefix: string): Zippable =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${prefix}${name}`, bytes]));

function read(content: Uint8Array) {
  const path = join(folder, 'bundle.zip');
  writeFileSync(path, content);
  return readBundle(path, { deidentify: { secret: 'a secret' }, keepImages: leaveImages });
}
const left = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('concord-import-'));

describe('A bundle as .zip', () => {
  it.each([
    ['as it is', under('')],
    ['inside one folder', under('my study/')],
    [
      'with what archivers of macOS add',
      { ...under('s/'), '__MACOSX/s/._study.yaml': strToU8('x'), 's/.DS_Store': strToU8('x') },
    ],
  ])('%s is read, Chinese file names included', async (_how, content) => {
    const before = left();
    const result = await read(zipSync(content));
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    const [entry] = result.bundle.cases;
    expect(entry?.notes).toEqual([{ noteId: '病程', title: '病程', text: '右眼外展受限。' }]);
    expect(entry?.series).toHaveLength(1);
    expect(left(), 'nothing stays unpacked').toEqual(before);
  });

  it('cut short, or no archive at all, is refused in words', async () => {
    const whole = zipSync(under(''));
    for (const bytes of [whole.subarray(0, whole.length - 40), strToU8('not a zip'), new Uint8Array()]) {
      const result = await read(bytes);
      if (result.ok) throw new Error('accepted');
      expect(result.problems).toMatchObject([{ file: 'bundle.zip', expected: 'a bundle folder or .zip' }]);
      expect(result.problems[0]?.found).not.toBe('');
    }
  });

  it('that writes outside its folder is refused', async () => {
    const before = left();
    const result = await read(zipSync({ ...under(''), '../../outside.txt': strToU8('x') }));
    if (result.ok) throw new Error('accepted');
    expect(result.problems[0]?.found).toMatch(/\.\.\/\.\.\/outside\.txt/);
    expect(left()).toEqual(before);
  });

  it('with one name twice is refused: the second would replace the first', async () => {
    const whole = Buffer.from(zipSync({ ...under(''), 'tasks.jsonk': strToU8('{}') }));
    let at = whole.indexOf('tasks.jsonk');
    while (at !== -1) {
      whole.write('tasks.jsonl', at);
      at = whole.indexOf('tasks.jsonk');
    }
    const result = await read(whole);
    if (result.ok) throw new Error('accepted');
    expect(result.problems[0]?.found).toBe('the archive holds tasks.jsonl twice');
  });

  it('whose bytes do not match their checksum is refused', async () => {
    const whole = Buffer.from(zipSync({ ...under('') }, { level: 0 }));
    const at = whole.indexOf('Sixth nerve');
    whole.write('Third nerve', at);
    const result = await read(whole);
    if (result.ok) throw new Error('accepted');
    expect(result.problems[0]?.found).toBe(
      'the archive is damaged: responses.jsonl does not match its checksum',
    );
  });
});
