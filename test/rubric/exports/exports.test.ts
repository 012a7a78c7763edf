import { graderManifest } from '@concord/rubric/exports/manifest';
import { promptfooConfig } from '@concord/rubric/exports/promptfoo';
import { verifyManifest } from '@concord/rubric/exports/verify-manifest';
import { calibrationReport } from '@concord/rubric/report/calibration-report';
import { describe, expect, it } from 'vitest';
import { plantedStudy, sha256 } from '../report/planted-study.ts';

const input = plantedStudy(40, 1);
const report = calibrationReport(input);
const fileOf = (id: string) => {
  const file = input.graders.find((each) => each.graderId === id)?.file;
  if (!file) throw new Error(`no grader ${id}`);
  return file;
};
const options = (id: string) => ({
  file: fileOf(id),
  issuedAt: '2026-12-01T00:00:00Z',
  expiresAt: '2027-06-01T00:00:00Z',
  digest: sha256,
});
const issued = () => {
  const result = graderManifest(report, 'close', options('close'));
  if ('refused' in result) throw new Error(result.refused);
  return result.content;
};

describe('export of a validated grader', () => {
  it('is refused, with the reason, for a grader that failed, is unknown or was never judged', () => {
    expect(graderManifest(report, 'generous', options('generous'))).toEqual({ refused: 'verdict-fail' });
    expect(graderManifest(report, 'toString', options('close'))).toEqual({ refused: 'unknown-grader' });
    const open = calibrationReport({ ...input, study: { ...input.study, lockedAt: null } });
    expect(graderManifest(open, 'close', options('close'))).toEqual({ refused: 'study-not-locked' });
    const small = calibrationReport(plantedStudy(20, 1));
    expect(promptfooConfig(small, 'close', { ...options('close'), language: 'en' })).toEqual({
      refused: 'verdict-inconclusive',
    });
  });
  it('is refused when the prompt or the model is not the one that was calibrated', () => {
    const changed = { ...options('close'), file: { ...fileOf('close'), prompt: 'another' } };
    expect(graderManifest(report, 'close', changed)).toEqual({ refused: 'prompt-changed' });
    const other = { ...options('close'), file: { ...fileOf('close'), model: 'another' } };
    expect(graderManifest(report, 'close', other)).toEqual({ refused: 'grader-changed' });
  });
  it('names rubric, grader, calibration and scope, and what it rests on', () => {
    expect(issued()).toMatchObject({
      synthetic: true,
      rubric: { id: 'planted', hash: 'a'.repeat(64) },
      grader: { id: 'close', provider: 'simulated', promptHash: sha256('Grade {{answer}} as close') },
      calibration: { raters: 3, cases: 40, responses: 200, ratings: 600, verdict: 'pass' },
      scope: { levels: [1, 2], respondentKinds: ['model', 'senior-physician'], language: 'en' },
    });
  });
  it('is found intact, and found out when one number was changed', () => {
    const manifest: unknown = JSON.parse(JSON.stringify(issued()));
    expect(verifyManifest(manifest, sha256, '2026-12-02T00:00:00Z')).toMatchObject({
      intact: true,
      expired: false,
    });
    expect(verifyManifest(manifest, sha256, '2027-06-01T00:00:00Z')).toMatchObject({ expired: true });
    const forged = { ...issued(), expiresAt: '2030-01-01T00:00:00Z' };
    expect(verifyManifest(forged, sha256, '2026-12-02T00:00:00Z')).toMatchObject({
      reason: 'digest-differs',
    });
    expect(verifyManifest([], sha256, '2026-12-02T00:00:00Z')).toMatchObject({ reason: 'not-a-manifest' });
  });
});

describe('the promptfoo configuration', () => {
  const result = promptfooConfig(report, 'close', { ...options('close'), language: 'en' });
  const test = 'content' in result ? result.content.defaultTest : null;
  it('always writes threshold and the pinned provider', () => {
    expect(test?.assert).toHaveLength(5);
    for (const each of test?.assert ?? [])
      expect(each).toMatchObject({
        type: 'llm-rubric',
        threshold: 0,
        provider: { id: 'simulated:planted-2026-12-01', config: { temperature: 0 } },
      });
  });
  it('carries weights and anchors per dimension', () => {
    expect(test?.assert[0]).toMatchObject({ metric: 'd1', weight: 0.3 });
    expect(test?.assert[0]?.value).toContain('  5: anchor 5');
  });
  it('fills the places of the calibrated prompt, and keeps its other braces as text', () => {
    expect(test?.options.rubricPrompt).toMatch(
      /^Grade \{\{ output \}\} as close\n\nCriterion:\n\n\{\{ rubric \}\}\n/,
    );
    const prompt = 'Case {{case}}, answer {{ answer }}, {{unknown}} {% if x %} by {{rubric}}';
    const graders = input.graders.map((grader) => ({ ...grader, file: { ...grader.file, prompt } }));
    const changed = promptfooConfig(calibrationReport({ ...input, graders }), 'close', {
      file: { ...fileOf('close'), prompt },
      digest: sha256,
      language: 'en',
    });
    if ('refused' in changed) throw new Error(changed.refused);
    expect(changed.content.defaultTest.options.rubricPrompt).toMatch(
      /^Case \{\{ case \}\}, answer \{\{ output \}\}, \{\{ "\{\{" \}\}unknown\}\} \{\{ "\{%" \}\} if x %\} by \{\{ rubric \}\}\n\nReply/,
    );
  });
});
