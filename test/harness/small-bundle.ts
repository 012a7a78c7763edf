import type { StudyBundle } from '../../apps/server/src/bundle/study-bundle.ts';
import { protocolSchema } from '@concord/rubric/contract/bundle/study';
import { rubric } from './seed-study.ts';

const caseIds = ['c1', 'c2', 'c3'];
const respondentIds = ['m1', 'm2', 'm3'];

/** A read bundle: three cases of one task, three models that answer each, one grader, two raters. */
export function smallBundle(): StudyBundle {
  return {
    study: {
      id: 'bundle',
      title: 'A bundle',
      synthetic: true,
      language: 'en',
      seed: 7,
      protocol: protocolSchema.parse({}),
      respondents: respondentIds.map((id) => ({
        id,
        kind: 'model' as const,
        name: `Model ${id}`,
        family: 'F',
      })),
    },
    rubric,
    cases: caseIds.map((id) => ({
      file: { id, split: 'test', purpose: 'study', summary: `Summary of ${id}` },
      record: [],
      fhirJson: null,
      notes: [],
      series: [],
    })),
    tasks: caseIds.map((id) => ({
      id: `t-${id}`,
      case: id,
      family: 'differential-diagnosis',
      level: 1,
      question: `What is it in ${id}?`,
      reference: { answer: 'Stroke' },
    })),
    responses: caseIds.flatMap((caseId) =>
      respondentIds.map((respondent) => ({
        id: `${caseId}-${respondent}`,
        task: `t-${caseId}`,
        respondent,
        sample: 0,
        answer: `An answer to ${caseId}`,
      })),
    ),
    graders: [
      {
        id: 'g1',
        title: 'Grader',
        provider: 'own',
        model: 'judge-2026-01-01',
        prompt: 'Grade it.',
        parameters: {},
        repeats: 1,
        aggregation: 'mean',
        synthetic: true,
      },
    ],
    graderScores: [],
    raters: ['r1', 'r2'].map((pseudonym) => ({
      pseudonym,
      specialty: 'neurology',
      years: '5',
      training: 'done',
      conflict_of_interest: 'none',
      consent_date: '2026-01-01',
    })),
    assignments: [],
    ratings: [],
    findings: [],
  };
}
