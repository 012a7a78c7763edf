import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findingText, lintRubric } from '@concord/rubric/model/rubric-lint';
import { type Rubric, rubricSchema } from '@concord/rubric/model/rubric';

const folder = resolve('data/rubrics');
const templates = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

describe('the rubric templates', () => {
  it('are there for the three task families and four other purposes, beside the rubric of the demonstration', () => {
    expect(templates).toHaveLength(8);
    for (const family of ['differential-diagnosis', 'lesion-recognition', 'rationale-generation'])
      expect(templates).toContain(`${family}.yaml`);
  });
  it.each(templates)(
    '%s is a rubric in both languages that says where it comes from and passes the lint',
    (name) => {
      const rubric = rubricSchema.parse(parse(readFileSync(resolve(folder, name), 'utf8')));
      expect(rubric.id).toBe(name.replace('.yaml', ''));
      expect(JSON.stringify(rubric.origin)).toMatch(/Concord/u);
      expect(lintRubric(rubric).map(findingText)).toEqual([]);
    },
  );
});

it('finds what makes raters read a rubric differently, and says where', () => {
  const anchor = (value: number, text: string) => ({ value, text: { en: text, zh: '文字足够长' } });
  const rubric: Rubric = rubricSchema.parse({
    id: 'loose',
    version: '1',
    title: { en: 'Loose', zh: '松散' },
    origin: 'own',
    dimensions: [
      {
        id: 'plan',
        title: 'Plan',
        weight: 3,
        scale: {
          min: 0,
          max: 3,
          anchors: [
            anchor(0, 'Nothing is planned.'),
            anchor(1, 'nothing  is planned.'),
            anchor(2, 'A good plan is given.'),
            anchor(3, 'Fine.'),
          ],
        },
      },
      {
        id: 'side',
        title: 'Side',
        weight: 1,
        scale: { min: 0, max: 1, anchors: [{ value: 0, text: 'No' }, anchor(1, 'Yes')] },
      },
    ],
  });
  expect(lintRubric(rubric).map(({ pointer, kind }) => `${pointer} ${kind}`)).toEqual([
    '/dimensions/0/scale/anchors/1/text same-anchor',
    '/dimensions/0/scale/anchors/2/text vague-word',
    '/dimensions/0/scale/anchors/3/text thin-anchor',
    '/dimensions/1/scale/anchors/0/text language-missing',
    '/dimensions weights-do-not-sum',
    '/dimensions no-safety',
  ]);
});
