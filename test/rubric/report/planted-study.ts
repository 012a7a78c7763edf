import { createHash } from 'node:crypto';
import type { GraderScoreLine } from '@concord/rubric/contract/bundle/grader';
import { graderFileSchema, graderScoreLineSchema } from '@concord/rubric/contract/bundle/grader';
import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import { rubricSchema } from '@concord/rubric/model/rubric';
import type {
  CalibrationInput,
  CalibrationRating,
  CalibrationResponse,
} from '@concord/rubric/report/calibration-input';

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Seeded uniform numbers (mulberry32) and normal ones (Box–Muller). */
function generator(seed: number) {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (sd: number): number =>
    sd * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

const weights = [0.3, 0.25, 0.2, 0.15, 0.1];
const means = [1.4, 2.1, 2.8, 3.5, 2.7];
const severities = [-0.2, 0, 0.2];
const clip = (value: number): number => Math.min(5, Math.max(0, value));
const whole = (value: number): number => clip(Math.round(value));

export const plantedRubric = rubricSchema.parse({
  id: 'planted',
  version: '1',
  title: 'Planted rubric',
  origin: 'test',
  dimensions: weights.map((weight, index) => ({
    id: `d${index + 1}`,
    title: { en: `Dimension ${index + 1}`, zh: `维度${index + 1}` },
    weight,
    safety: index === 0,
    scale: {
      min: 0,
      max: 5,
      anchors: [0, 1, 2, 3, 4, 5].map((value) => ({ value, text: `anchor ${value}` })),
    },
  })),
});

/**
 * The planted demonstration: five respondents answer every case, three raters of fixed severity read every answer;
 * `close` errs little, `generous` is `close` plus one point, `noisy` errs with SD 1.6 on each dimension.
 */
export function plantedStudy(cases: number, seed: number): CalibrationInput {
  const normal = generator(seed);
  const responses: CalibrationResponse[] = [];
  const ratings: CalibrationRating[] = [];
  const lines: Record<string, GraderScoreLine[]> = { close: [], generous: [], noisy: [] };
  const scored = (values: number[]) =>
    Object.fromEntries(values.map((value, index) => [`d${index + 1}`, value]));
  for (let c = 0; c < cases; c += 1) {
    const caseId = `case-${String(c).padStart(3, '0')}`;
    const caseEffect = normal(0.45);
    const caseError = normal(0.15);
    means.forEach((mean, m) => {
      const responseId = `${caseId}-r${m}`;
      responses.push({
        responseId,
        caseId,
        split: 'test',
        family: 'differential-diagnosis',
        level: c % 2 === 0 ? 1 : 2,
        respondentId: `respondent-${m}`,
        respondentKind: m === 4 ? 'senior-physician' : 'model',
      });
      const quality = mean + caseEffect + normal(0.55);
      const truth = weights.map(() => clip(quality + normal(0.35)));
      severities.forEach((severity, rater) => {
        const values = truth.map((value) => whole(value + severity + normal(0.4)));
        ratings.push({
          raterId: `rater-${rater}`,
          responseId,
          content: {
            scores: Object.fromEntries(values.map((value, index) => [`d${index + 1}`, { value }])),
            correctness: null,
            errors: [],
            primaryError: null,
            comment: '',
          },
        });
      });
      const close = truth.map((value) => whole(value + caseError + normal(0.35)));
      const replies: Record<string, number[]> = {
        close,
        generous: close.map((value) => Math.min(5, value + 1)),
        noisy: truth.map((value) => whole(value + normal(1.6))),
      };
      for (const [grader, values] of Object.entries(replies))
        lines[grader]?.push(
          graderScoreLineSchema.parse({ grader, response: responseId, scores: scored(values) }),
        );
    });
  }
  return {
    study: {
      id: 'demo',
      title: 'Planted <study> & co',
      synthetic: true,
      language: 'en',
      rubric: plantedRubric,
      rubricHash: 'a'.repeat(64),
      protocol: protocolSchema.parse({}),
      lockedAt: '2026-12-01T00:00:00Z',
    },
    responses,
    ratings,
    graders: Object.entries(lines).map(([id, own]) => ({
      graderId: id,
      title: `Grader ${id}`,
      file: graderFileSchema.parse({
        id,
        title: id,
        provider: 'simulated',
        model: 'planted-2026-12-01',
        prompt: `Grade {{answer}} as ${id}`,
        parameters: { temperature: 0 },
        synthetic: true,
      }),
      lines: own,
    })),
    softwareVersion: '0.1.0',
    digest: sha256,
  };
}
