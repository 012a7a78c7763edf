import type { Vector } from './latent.ts';
import { withSide } from './plan.ts';
import type { CasePlan } from './plan.ts';
import type { Random } from './random.ts';
import type { Disease } from './tables.ts';

/** An answer with the faults that its text really has. */
export type Answer = { text: string; rounds?: string[]; errors: string[]; rightDiagnosis: boolean };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = (text: string): string => `${capital(text)}.`;
const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const findingOpeners = [
  'The images show',
  'On MRI there is',
  'Reading all series I note',
  'Main imaging findings:',
];
const reasonOpeners = ['Taken together,', 'In favour:', 'This matters because', 'Weighing the evidence,'];
const dxOpeners = ['Most likely diagnosis:', 'My leading diagnosis is', 'I conclude:', 'Diagnosis:'];

/** Builds an answer whose content follows the latent quality of each dimension. */
export function writeAnswer(disease: Disease, plan: CasePlan, quality: Vector, random: Random): Answer {
  const [diagnosis = 0, findings = 0, integration = 0, differential = 0, next = 0] = quality;
  const errors = new Set<string>();
  const place = { side: plan.side };
  let swapped = false;
  if (disease.sided && disease.lesions.length > 0 && findings < 2.6 && random.uniform() < 0.3) {
    place.side = plan.side === 'left' ? 'right' : 'left';
    swapped = true;
    errors.add('grounding-error');
  }
  const say = (text: string): string => withSide(text, place);
  const seen = Math.max(findings < 0.8 ? 0 : 1, Math.round((findings / 5) * disease.findings.length));
  const reported = disease.findings.slice(0, seen);
  if (seen <= disease.findings.length / 2) errors.add('perceptual-failure');
  const invented =
    findings < 2.2 || (findings < 3 && random.uniform() < 0.3) ? [random.pick(disease.inventedFindings)] : [];
  if (findings < 1)
    invented.push(random.pick(disease.inventedFindings.filter((item) => !invented.includes(item))));
  if (invented.length > 0) errors.add('visual-hallucination');
  const rightDiagnosis = diagnosis >= 2.5;
  const wrong = random.pick(disease.wrong);
  if (!rightDiagnosis && diagnosis < 1.5) errors.add('knowledge-gap');
  const steps =
    integration < 1.6
      ? [rightDiagnosis ? 'the pattern is typical' : wrong.because]
      : disease.reasoning.slice(0, Math.max(1, Math.round((integration / 5) * disease.reasoning.length)));
  if (integration < 2.2) errors.add('reasoning-failure');
  const alternatives = disease.differential.slice(
    0,
    Math.max(differential < 1 ? 0 : 1, Math.round((differential / 5) * 3)),
  );
  const plan2 = next < 1.2 ? [random.pick(disease.unsafeNext)] : disease.next.slice(0, next > 3.2 ? 2 : 1);
  const stated = rightDiagnosis ? say(disease.diagnosis) : wrong.diagnosis;
  const findingsText = sentence(
    `${random.pick(findingOpeners)} ${listed([...reported, ...invented].map(say)) || 'no definite abnormality'}`,
  );
  const parts = [
    findingsText,
    sentence(`${random.pick(reasonOpeners)} ${steps.map(say).join('; ')}`),
    sentence(
      `${random.pick(dxOpeners)} ${stated}${rightDiagnosis && diagnosis < 3.3 ? ', although I am not sure' : ''}`,
    ),
    alternatives.length > 0 ? `Also considered: ${listed(alternatives)}.` : 'I see no need for alternatives.',
    `Next: ${plan2.map(say).join('; ')}.`,
  ];
  if (swapped && findings > 2) parts.splice(1, 0, `The change is on the ${place.side}.`);
  const text = parts.join('\n\n');
  if (plan.level !== 3) return { text, errors: [...errors], rightDiagnosis };
  const first = `From the history alone I consider ${listed([...disease.differential.slice(0, 2), integration > 2.5 ? say(disease.diagnosis) : wrong.diagnosis])}. MRI with diffusion is needed.`;
  const second = `${findingsText}\n\nWorking diagnosis after the images: ${rightDiagnosis || integration > 3 ? stated : wrong.diagnosis}.`;
  return { text, rounds: [first, second, text], errors: [...errors], rightDiagnosis };
}
