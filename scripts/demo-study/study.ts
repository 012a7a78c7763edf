import type { CaseFile } from '@concord/rubric/contract/bundle/case';
import type { GraderFile, GraderScoreLine } from '@concord/rubric/contract/bundle/grader';
import type { AssignmentLine, RatingLine } from '@concord/rubric/contract/bundle/reading';
import type { ResponseLine } from '@concord/rubric/contract/bundle/response';
import type { StudyFile } from '@concord/rubric/contract/bundle/study';
import type { TaskLine } from '@concord/rubric/contract/bundle/task';
import { writeAnswer } from './answers.ts';
import { clip, dimensionIds, latentQuality, observe, planted } from './latent.ts';
import type { Vector } from './latent.ts';
import { withSide } from './plan.ts';
import type { CasePlan } from './plan.ts';
import { randomFor } from './random.ts';
import { readStudy, spacedOrder } from './reading.ts';
import type { PlantedResponse } from './reading.ts';
import { summaryOf } from './record.ts';
import type { Disease } from './tables.ts';

/** Everything of the bundle that is not a picture, a record or a note. */
export type StudyContent = {
  study: StudyFile;
  cases: CaseFile[];
  tasks: TaskLine[];
  responses: ResponseLine[];
  graders: GraderFile[];
  graderScores: GraderScoreLine[];
  assignments: AssignmentLine[];
  ratings: RatingLine[];
};

const questions = {
  'differential-diagnosis':
    'What is the most likely diagnosis, what else must be considered, and what is the next step?',
  'lesion-recognition':
    'Describe the abnormal findings in every series, say where they lie, and what they mean.',
  'rationale-generation': 'State the diagnosis and explain step by step how images and record lead to it.',
} as const;

function makeTask(disease: Disease, plan: CasePlan): TaskLine {
  const question = questions[plan.family];
  const vignette = disease.vignettes[plan.variant % disease.vignettes.length];
  const say = (text: string): string => withSide(text, plan);
  const diagnosis = say(disease.diagnosis);
  return {
    id: `${plan.id}-q1`,
    case: plan.id,
    family: plan.family,
    level: plan.level,
    question,
    ...(plan.level === 3 && vignette
      ? {
          rounds: [
            {
              reveal: say(`${vignette.presenting}. ${vignette.history}`),
              question: 'What do you consider from the history?',
            },
            {
              reveal: `Examination: ${say(vignette.exam)} The MRI series are now open.`,
              question: 'What do the images add?',
            },
            { reveal: `Course: ${say(vignette.course)}`, question },
          ],
        }
      : {}),
    reference: {
      answer: `Diagnosis: ${diagnosis}. Findings: ${disease.findings.map(say).join('; ')}. Next: ${disease.next.map(say).join('; ')}.`,
      diagnosis,
      differential: disease.differential,
      terms: disease.terms,
    },
  };
}

const graderTexts = {
  close: 'Planted: follows the readers closely',
  generous: 'Planted: follows the readers, one point too kind',
  noisy: 'Planted: right on average, far too noisy',
} as const;

function makeGraders(): GraderFile[] {
  return Object.entries(graderTexts).map(([id, title]) => ({
    id,
    title,
    provider: 'synthetic',
    model: `demo-${id}-2026-01-15`,
    prompt: `Simulated grader, no model was asked. ${title}.\nScore the answer against the rubric from 0 to 5 in each dimension: {{rubric}}\nCase: {{case}}\nAnswer: {{answer}}\n`,
    parameters: { simulated: true },
    repeats: 1,
    aggregation: 'mean',
    synthetic: true,
  }));
}

function gradeAll(responses: readonly PlantedResponse[], seed: number): GraderScoreLine[] {
  const shared = new Map<string, Record<string, number>>();
  const caseError = (grader: string, id: string): number => {
    const errors = shared.get(id) ?? {};
    errors[grader] ??= randomFor(seed, 'grader', grader, id).normal(planted.closeCaseSd);
    shared.set(id, errors);
    return errors[grader];
  };
  const near = (grader: string, response: PlantedResponse): Vector =>
    observe(
      response.quality,
      caseError(grader, response.case),
      planted.closeSd,
      randomFor(seed, 'grader', grader, response.id),
    );
  const give: Record<string, (response: PlantedResponse) => Vector> = {
    close: (response) => near('close', response),
    generous: (response) => near('generous', response).map((score) => clip(score + 1)),
    noisy: (response) =>
      observe(response.quality, 0, planted.noisySd, randomFor(seed, 'grader', 'noisy', response.id)),
  };
  return Object.entries(give).flatMap(([grader, score]) =>
    responses.map((response): GraderScoreLine => {
      const vector = score(response);
      const scores = Object.fromEntries(dimensionIds.map((id, at) => [id, vector[at] ?? 0]));
      return {
        grader,
        response: response.id,
        status: 'scored',
        scores,
        correct: (vector[0] ?? 0) >= 3 ? 'correct' : 'incorrect',
        repeat: 0,
        raw: JSON.stringify(scores),
      };
    }),
  );
}

const visitorLargeCases = 8;

/** The visitor's open list: one answer of several large cases and of each training case. */
function visitorList(
  plans: readonly CasePlan[],
  responses: readonly PlantedResponse[],
  seed: number,
): AssignmentLine[] {
  const random = randomFor(seed, 'reading', 'visitor');
  const large = plans.filter(({ matrix }) => matrix >= 192).slice(0, visitorLargeCases);
  const training = plans.filter(({ purpose }) => purpose === 'training');
  const chosen = [
    ...large.map(({ id }) => ({ id, take: 1 })),
    ...training.map(({ id }) => ({ id, take: 2 })),
  ].flatMap(({ id, take }) =>
    random.shuffle(responses.filter((response) => response.case === id)).slice(0, take),
  );
  return spacedOrder(chosen, random).map(({ id }, position) => ({
    rater: 'visitor',
    response: id,
    position,
    kind: 'training',
  }));
}

/** Draws the whole study from the seed; the same seed gives the same study. */
export function makeStudy(
  diseases: readonly Disease[],
  plans: readonly CasePlan[],
  seed: number,
): StudyContent {
  const byId = new Map(diseases.map((disease) => [disease.id, disease]));
  const cases: CaseFile[] = [];
  const tasks: TaskLine[] = [];
  const responses: ResponseLine[] = [];
  const plantedResponses: PlantedResponse[] = [];
  for (const plan of plans) {
    const disease = byId.get(plan.disease);
    if (!disease) throw new Error(`diseases.yaml has no disease ${plan.disease}`);
    const { id, split, purpose } = plan;
    cases.push({
      id,
      split,
      purpose,
      summary: summaryOf(disease, plan),
      diseaseGroup: disease.group,
      dataUse: 'Synthetic; no restriction.',
    });
    const task = makeTask(disease, plan);
    tasks.push(task);
    const caseEffect = randomFor(seed, plan.id, 'effect').normal(planted.caseSd);
    const order = randomFor(seed, plan.id, 'labels').shuffle(Object.entries(planted.respondents));
    order.forEach(([respondent, mean], index) => {
      const random = randomFor(seed, plan.id, respondent);
      const quality = latentQuality(mean, caseEffect, random);
      const answer = writeAnswer(disease, plan, quality, random);
      const response = `${task.id}-r${index + 1}`;
      responses.push({
        id: response,
        task: task.id,
        respondent,
        sample: 0,
        ...(answer.rounds ? { rounds: answer.rounds } : { answer: answer.text }),
      });
      plantedResponses.push({ id: response, case: id, quality, errors: answer.errors });
    });
  }
  const training = new Set(plans.filter(({ purpose }) => purpose === 'training').map(({ id }) => id));
  const read = plantedResponses.filter((response) => !training.has(response.case));
  const { assignments, ratings } = readStudy(read, seed);
  return {
    study: {
      id: 'demo',
      title: 'Demonstration study (synthetic)',
      synthetic: true,
      language: 'en',
      seed,
      protocol: {
        minRaters: 2,
        ratersPerResponse: null,
        repeats: { share: 0.1, washoutDays: 14 },
        breakAfterMinutes: 60,
        trainingFeedback: true,
        roundsLocked: false,
        referenceShown: 'never',
        adjudication: { gap: 2, safetyGap: 2, correctness: true, primaryError: false },
        gate: {
          rLowerBound: 0.9,
          biasMargin: 5,
          coverage: 0.98,
          dangerousCellLimit: 0.05,
          level: 0.95,
          looks: 1,
        },
      },
      respondents: [
        { id: 'model-a', kind: 'model', name: 'Aster 1', family: 'Aster (invented)' },
        { id: 'model-b', kind: 'model', name: 'Birch 2', family: 'Birch (invented)' },
        { id: 'model-c', kind: 'model', name: 'Cedar 3', family: 'Cedar (invented)' },
        { id: 'model-d', kind: 'model', name: 'Dogwood 4', family: 'Dogwood (invented)' },
        { id: 'human-1', kind: 'senior-physician', name: 'Senior physician (simulated)' },
      ],
    },
    cases,
    tasks,
    responses,
    graders: makeGraders(),
    graderScores: gradeAll(read, seed),
    assignments: [...assignments, ...visitorList(plans, plantedResponses, seed)],
    ratings,
  };
}
