import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tinyPng } from '../../harness/tiny-png.ts';

const program = resolve('apps/server/dist/cli/main.js');
let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'concord-cli-'));
  data = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function concord(args: string[], input = ''): { code: number | null; out: string; err: string } {
  const ended = spawnSync(process.execPath, [program, '--data', data, ...args], { encoding: 'utf8', input });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
}

const rubric = `id: r
version: "1"
title: R
origin: own
dimensions:
  - id: d
    title: D
    weight: 1
    scale: { min: 0, max: 1, anchors: [{ value: 0, text: no }, { value: 1, text: yes it is }] }
`;
const files: Record<string, string | Buffer> = {
  'study.yaml': 'id: s1\ntitle: A study\nrespondents:\n  - { id: m1, kind: model, name: Model One }\n',
  'rubric.yaml': rubric,
  'cases/c1/case.yaml': 'id: c1\nsplit: test\nsummary: A woman with double vision\n',
  'cases/c1/imaging/1.png': tinyPng(8, 8, 80),
  'tasks.jsonl':
    '{"id":"t1","case":"c1","family":"differential-diagnosis","level":1,"question":"What is it?"}\n',
  'responses.jsonl': '{"id":"p1","task":"t1","respondent":"m1","answer":"Sixth nerve palsy."}\n',
  'raters.csv':
    'pseudonym,specialty,years,training,conflict_of_interest,consent_date\nR1,neurology,5,yes,none,2026-01-01\n',
};
function bundle(changes: Record<string, string | Buffer> = {}): string {
  const root = mkdtempSync(join(folder, 'bundle-'));
  for (const [name, content] of Object.entries({ ...files, ...changes })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}
const blobsIn = (store: string): string[] =>
  existsSync(join(store, 'blobs'))
    ? readdirSync(join(store, 'blobs'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
    : [];
const query = (sql: string): unknown => {
  const database = new Database(join(data, 'concord.sqlite'));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
};

describe('concord import', () => {
  it('says what was added, and that the same again adds nothing', () => {
    const first = concord(['import', bundle(), '--json']);
    expect(first).toMatchObject({ code: 0 });
    expect(JSON.parse(first.out).counts.responses).toEqual({ added: 1, unchanged: 0 });
    const second = concord(['import', bundle()]);
    expect(second.code).toBe(0);
    expect(second.out).toContain('responses: 0 added, 1 unchanged');
  });

  it('refuses a broken bundle with file, line, field, found and expected, and stores nothing', () => {
    const { code, out, err } = concord([
      'import',
      bundle({ 'responses.jsonl': '{"id":"p1","task":"t2","respondent":"m1","answer":"x"}\n' }),
    ]);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toContain('responses.jsonl:1: task: found t2; expected the id of a task in tasks.jsonl');
    expect(query('SELECT count(*) AS n FROM study')).toEqual([{ n: 0 }]);
    expect(blobsIn(data), 'its images are taken away again').toEqual([]);
  });

  it('that is refused leaves the images that another study shows', () => {
    concord(['import', bundle()]);
    const before = blobsIn(data);
    expect(before).toHaveLength(1);
    const other = { 'study.yaml': 'id: s2\ntitle: B\nrespondents: []\n' };
    expect(concord(['import', bundle(other)]).code, 'it names a respondent that it does not have').toBe(1);
    expect(blobsIn(data)).toEqual(before);
  });

  it('says which values of a changed study and case differ', () => {
    concord(['import', bundle()]);
    const { code, err } = concord([
      'import',
      bundle({
        'study.yaml': 'id: s1\ntitle: Another\nrespondents:\n  - { id: m1, kind: model, name: Model One }\n',
        'cases/c1/case.yaml': 'id: c1\nsplit: tune\nsummary: A man with double vision\n',
      }),
    ]);
    expect(code).toBe(1);
    expect(err).toContain('study.yaml: title: found Another; expected A study, as study s1 holds already');
    expect(err).toContain('cases/c1: split: found tune; expected test, as stored');
    expect(err).toContain('cases/c1: summary: found A man with double vision');
  });

  it('of a path that is not there ends with 1, a wrong option with 2', () => {
    const missing = concord(['import', join(folder, 'nowhere')]);
    expect(missing.code).toBe(1);
    expect(missing.err).toContain('there is no such file or folder');
    expect(concord(['import', bundle(), '--format', 'docx']).code).toBe(2);
    const bare = concord(['import', bundle(), '--format', 'neural-medbench']);
    expect(bare.code).toBe(1);
    expect(bare.err).toContain('--family and --level');
  });
});

describe('concord user add', () => {
  it('prints a one-time link, and refuses what leaves nobody able to sign in', () => {
    concord(['import', bundle()]);
    const made = concord(['user', 'add', 'ada', '--display-name', 'Ada', '--admin', '--link', '--json']);
    expect(made.code).toBe(0);
    expect(JSON.parse(made.out)).toMatchObject({ username: 'ada', role: 'admin' });
    expect(JSON.parse(made.out).link).toMatch(/^\/link/);
    const none = concord(['user', 'add', 'bo', '--display-name', 'Bo', '--admin']);
    expect(none.code).toBe(1);
    expect(none.err).toContain('otherwise nobody can sign in');
    const short = concord(
      ['user', 'add', 'bo', '--display-name', 'Bo', '--admin', '--password-stdin'],
      'short\n',
    );
    expect(short.err).toContain('fewer than 12 characters');
    const unknown = concord([
      'user',
      'add',
      'bo',
      '--display-name',
      'Bo',
      '--link',
      '--study',
      's9',
      '--role',
      'curator',
    ]);
    expect(unknown.code).toBe(1);
    expect(unknown.err).toContain('There is no study s9');
    expect(query("SELECT count(*) AS n FROM account WHERE username = 'bo'")).toEqual([{ n: 0 }]);
  });

  it('keeps no password in the clear', () => {
    const password = 'correct horse battery';
    expect(
      concord(
        ['user', 'add', 'ada', '--display-name', 'Ada', '--admin', '--password-stdin'],
        `${password}\n`,
      ),
    ).toMatchObject({ code: 0 });
    for (const name of readdirSync(data))
      if (name.startsWith('concord.sqlite'))
        expect(readFileSync(join(data, name)).includes(password), name).toBe(false);
  });
});

describe('concord verify', () => {
  it('finds an entry that was changed and an image that was changed', () => {
    concord(['import', bundle()]);
    const whole = concord(['verify']);
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.out).toContain('1 image');

    const [{ sha256 }] = query('SELECT sha256 FROM image') as [{ sha256: string }];
    const blob = join(data, 'blobs', sha256.slice(0, 2), sha256.slice(2));
    const bytes = readFileSync(blob);
    writeFileSync(blob, 'other');
    const damaged = concord(['verify']);
    expect(damaged.code).toBe(1);
    expect(damaged.err).toContain(`image ${sha256} is damaged`);
    rmSync(blob);
    expect(concord(['verify']).err).toContain(`image ${sha256} is missing`);
    writeFileSync(blob, bytes);
    expect(concord(['verify']).code).toBe(0);

    const database = new Database(join(data, 'concord.sqlite'));
    database.exec('DROP TRIGGER IF EXISTS audit_entry_no_update');
    database.prepare("UPDATE audit_entry SET actor = 'someone else' WHERE sequence = 1").run();
    database.close();
    const changed = concord(['verify']);
    expect(changed.code).toBe(1);
    expect(changed.err).toContain('the audit log breaks at entry 1');
  });
});

describe('concord backup and restore', () => {
  it('bring a store to another place with its studies, log and images', () => {
    concord(['import', bundle()]);
    const copy = join(folder, 'backups', 'monday');
    const made = concord(['backup', copy, '--json']);
    expect(made).toMatchObject({ code: 0 });
    const { auditHead } = JSON.parse(made.out) as { auditHead: string };
    expect(JSON.parse(made.out)).toMatchObject({ auditEntries: 1, images: 1 });

    const first = data;
    data = join(folder, 'elsewhere');
    const back = concord(['restore', copy, '--json']);
    expect(back).toMatchObject({ code: 0 });
    expect(JSON.parse(back.out)).toMatchObject({ auditHead, images: 1 });
    expect(concord(['import', bundle()]).out).toContain('cases: 0 added, 1 unchanged');
    expect(concord(['restore', copy]).err).toContain('found a folder that holds something');
    data = first;
    expect(concord(['backup', copy]).code, 'a backup is never written over').toBe(1);
  });

  it('refuse what is no backup, or one with a damaged image, and leave nothing', () => {
    concord(['import', bundle()]);
    const copy = join(folder, 'copy');
    concord(['backup', copy]);
    const [name] = blobsIn(copy);
    const [{ sha256 }] = query('SELECT sha256 FROM image') as [{ sha256: string }];
    writeFileSync(join(copy, 'blobs', sha256.slice(0, 2), name ?? ''), 'other');
    data = join(folder, 'elsewhere');
    const damaged = concord(['restore', copy]);
    expect(damaged.code).toBe(1);
    expect(damaged.err).toContain(`image ${sha256} missing or damaged`);
    expect(existsSync(data)).toBe(false);
    expect(existsSync(`${data}.unfinished`)).toBe(false);
    expect(concord(['restore', folder]).err).toContain('found no concord.sqlite');
  });
});

describe('Every command', () => {
  it.each([
    'import',
    'lock',
    'report',
    'stats',
    'export-grader',
    'user',
    'verify',
    'verify-grader',
    'demo',
    'backup',
    'restore',
  ])('%s has its help', (name) => {
    const { code, out } = concord([name, '--help']);
    expect(code).toBe(0);
    expect(out).toContain('Usage: concord');
  });
});
