import { withSide } from './plan.ts';
import type { CasePlan } from './plan.ts';
import { hashKey, randomFor } from './random.ts';
import type { Clinical, Disease } from './tables.ts';

const day = 86_400_000;

/** ISO date of the examination of a case, in the year 2024. */
export function studyDay(plan: CasePlan, seed: number): Date {
  return new Date(Date.UTC(2024, 0, 8) + randomFor(seed, plan.id, 'day').below(330) * day);
}

export const isoDay = (date: Date): string => date.toISOString().slice(0, 10);
const shifted = (date: Date, days: number): string => isoDay(new Date(date.getTime() + days * day));

/** An R4 Bundle of an invented patient: visit, background conditions, tests, medication; never the diagnosis. */
export function makeRecord(disease: Disease, clinical: Clinical, plan: CasePlan, seed: number): object {
  const random = randomFor(seed, plan.id, 'record');
  const visit = studyDay(plan, seed);
  const key = `syn-${hashKey(`${seed}/${plan.id}`).toString(36)}`;
  const subject = { reference: `Patient/${key}` };
  const encounter = { reference: `Encounter/${key}-enc` };
  const find = <T>(table: Record<string, T>, name: string): T => {
    const row = table[name];
    if (row === undefined) throw new Error(`clinical.yaml has no entry ${name} (disease ${disease.id})`);
    return row;
  };
  const vignette = disease.vignettes[plan.variant % disease.vignettes.length];
  const birth = new Date(
    Date.UTC(visit.getUTCFullYear() - plan.age, visit.getUTCMonth(), visit.getUTCDate()) -
      (20 + random.below(300)) * day,
  );
  const resources: Record<string, unknown>[] = [
    { resourceType: 'Patient', id: key, gender: plan.sex, birthDate: isoDay(birth) },
    {
      resourceType: 'Encounter',
      id: `${key}-enc`,
      status: 'finished',
      class: {
        system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
        code: 'IMP',
        display: 'inpatient encounter',
      },
      subject,
      period: { start: shifted(visit, 0), end: shifted(visit, 3 + random.below(9)) },
      reasonCode: [{ text: withSide(vignette?.presenting ?? '', plan) }],
    },
  ];
  disease.conditions.forEach((name, index) => {
    const { code, display } = find(clinical.conditions, name);
    resources.push({
      resourceType: 'Condition',
      id: `${key}-con${index}`,
      clinicalStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: 'active' }],
      },
      code: { coding: [{ system: 'http://snomed.info/sct', code, display }], text: display },
      subject,
      onsetDateTime: shifted(visit, -(400 + random.below(2600))),
    });
  });
  const observe = (
    id: string,
    code: string,
    display: string,
    value: number,
    unit: string,
    range?: readonly [number, number],
  ) => {
    const flag = range && value > range[1] ? 'H' : range && value < range[0] ? 'L' : undefined;
    resources.push({
      resourceType: 'Observation',
      id: `${key}-${id}`,
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code, display }], text: display },
      subject,
      encounter,
      effectiveDateTime: shifted(visit, 0),
      valueQuantity: { value, unit },
      ...(range
        ? { referenceRange: [{ low: { value: range[0], unit }, high: { value: range[1], unit } }] }
        : {}),
      ...(flag
        ? {
            interpretation: [
              {
                coding: [
                  {
                    system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
                    code: flag,
                  },
                ],
              },
            ],
          }
        : {}),
    });
  };
  observe('hr', '8867-4', 'Heart rate', 62 + random.below(34), '/min');
  disease.labs.forEach((name, index) => {
    const lab = find(clinical.labs, name);
    const value = Number(Math.max(0, lab.value + random.normal(lab.spread)).toFixed(lab.digits));
    observe(`lab${index}`, lab.code, lab.display, value, lab.unit, lab.range);
  });
  disease.medications.forEach((name, index) => {
    const { code, display, dosage } = find(clinical.medications, name);
    resources.push({
      resourceType: 'MedicationRequest',
      id: `${key}-med${index}`,
      status: 'active',
      intent: 'order',
      medicationCodeableConcept: {
        coding: [{ system: 'http://www.whocc.no/atc', code, display }],
        text: display,
      },
      subject,
      authoredOn: shifted(visit, -(14 + random.below(300))),
      dosageInstruction: [{ text: dosage }],
    });
  });
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: resources.map((resource) => ({ fullUrl: `urn:syn:${String(resource['id'])}`, resource })),
  };
}

/** Notes of a case by file name. */
export function makeNotes(disease: Disease, plan: CasePlan): Record<string, string> {
  const vignette = disease.vignettes[plan.variant % disease.vignettes.length];
  if (!vignette) return {};
  const say = (text: string): string => withSide(text, plan);
  const who = `${plan.age}-year-old ${plan.sex === 'female' ? 'woman' : 'man'}`;
  return {
    '01-referral.md': `# Referral note\n\n${who} referred for ${say(vignette.presenting)}.\n\n${say(vignette.history)}\n\nMRI of the head is requested with diffusion${disease.contrast ? ' and contrast' : ''}.\n`,
    '02-examination.md': `# Neurological examination\n\n${say(vignette.exam)}\n\n## Course\n\n${say(vignette.course)}\n`,
  };
}

/** The line that a reader sees first. */
export function summaryOf(disease: Disease, plan: CasePlan): string {
  const vignette = disease.vignettes[plan.variant % disease.vignettes.length];
  const low = Math.floor(plan.age / 5) * 5;
  return `${capital(plan.sex)}, aged ${low} to ${low + 4}: ${withSide(vignette?.presenting ?? '', plan)}.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
