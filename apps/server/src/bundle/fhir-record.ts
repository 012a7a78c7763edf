import { createHmac } from 'node:crypto';
import type { RecordEntry } from '@concord/rubric/model/record';
import type { DeidentifyContext } from '../imaging/ingested-series.ts';

export type FhirRead =
  | { ok: true; record: RecordEntry[]; fhirJson: string }
  | { ok: false; field: string; found: string; expected: string };

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const str = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const categories: Record<string, RecordEntry['category']> = {
  Condition: 'condition',
  MedicationRequest: 'medication',
  MedicationStatement: 'medication',
  MedicationAdministration: 'medication',
  Observation: 'observation',
  Procedure: 'procedure',
  Encounter: 'encounter',
  DiagnosticReport: 'report',
  AllergyIntolerance: 'allergy',
  Immunization: 'other',
};

/** Keys that stay; whatever else a resource holds (names, addresses, narratives, references) is left out. */
const kept = new Set(
  `resourceType gender code coding system display text category clinicalStatus verificationStatus status intent
   severity onsetDateTime abatementDateTime recordedDate authoredOn effectiveDateTime effectivePeriod
   performedDateTime performedPeriod period start end issued valueQuantity value unit valueCodeableConcept
   valueString valueInteger valueBoolean component interpretation referenceRange low high
   medicationCodeableConcept class reasonCode criticality reaction manifestation conclusion conclusionCode
   vaccineCode occurrenceDateTime effectiveInstant`.split(/\s+/),
);
const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/;

/**
 * A FHIR R4 Bundle as dated lines, newest first, without identifiers. Dates move back by one offset a case
 * (1 to 365 days, from an HMAC), so intervals stay; ages above 89 become `90+`.
 */
export function readFhirRecord(text: string, caseId: string, context: DeidentifyContext): FhirRead {
  let bundle: unknown;
  try {
    bundle = JSON.parse(text);
  } catch (error) {
    return { ok: false, field: '', found: String(error), expected: 'JSON' };
  }
  if (!isObject(bundle) || bundle['resourceType'] !== 'Bundle')
    return {
      ok: false,
      field: 'resourceType',
      found: JSON.stringify(isObject(bundle) ? bundle['resourceType'] : bundle)?.slice(0, 80) ?? 'nothing',
      expected: 'a FHIR R4 Bundle',
    };
  const resources = list(bundle['entry']).flatMap((entry) =>
    isObject(entry['resource']) ? [entry['resource']] : [],
  );
  const patient = resources.find((resource) => resource['resourceType'] === 'Patient');
  const days =
    1 + (createHmac('sha256', context.secret).update(`dates:${caseId}`).digest().readUInt32BE(0) % 365);
  const names = namesOf(resources);
  const clinical = resources
    .filter((resource) => categories[String(resource['resourceType'])])
    .map((resource) => clean(resource, days, names) as Json);
  const record = clinical.flatMap((resource, index) => entriesOf(resource, `r${index + 1}`));
  record.sort((left, right) =>
    (left.date ?? '') < (right.date ?? '') ? 1 : (left.date ?? '') > (right.date ?? '') ? -1 : 0,
  );
  const about: RecordEntry[] = [];
  const line = (label: string, value: string): void => {
    about.push({
      entryId: `p${about.length + 1}`,
      category: 'patient',
      date: null,
      label,
      value,
      flag: null,
    });
  };
  const gender = patient && str(patient['gender']);
  if (gender) line('Sex', gender);
  const birth = patient && str(patient['birthDate']);
  const newest = record[0]?.date;
  if (birth && newest) {
    const shiftedBirth = shift(birth.length === 4 ? `${birth}-07-01` : birth, days) ?? '';
    const age =
      Number(newest.slice(0, 4)) -
      Number(shiftedBirth.slice(0, 4)) -
      (newest.slice(5, 10) < shiftedBirth.slice(5, 10) ? 1 : 0);
    if (Number.isFinite(age) && age >= 0) line('Age at the last entry', age > 89 ? '90+' : String(age));
  }
  const patientOut = gender ? [{ resource: { resourceType: 'Patient', gender } }] : [];
  const fhirJson = JSON.stringify({
    resourceType: 'Bundle',
    type: 'collection',
    entry: [...patientOut, ...clinical.map((resource) => ({ resource }))],
  });
  return { ok: true, record: [...about, ...record], fhirJson };
}

/** Words of every person's name in the bundle; free text is searched for them. */
function namesOf(resources: Json[]): RegExp | null {
  const words = resources
    .flatMap((resource) => list(resource['name']))
    .flatMap((name) => [name['family'], ...(Array.isArray(name['given']) ? name['given'] : [])])
    .filter((word): word is string => typeof word === 'string' && word.length >= 2)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return words.length > 0
    ? new RegExp(`(?<![\\p{L}\\p{N}])(${[...new Set(words)].join('|')})(?![\\p{L}\\p{N}])`, 'gu')
    : null;
}

function shift(text: string, days: number): string | null {
  const match = isoDate.exec(text);
  if (!match) return null;
  const moved = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]) - days));
  return Number.isNaN(moved.getTime()) ? null : `${moved.toISOString().slice(0, 10)}${match[4] ?? ''}`;
}

function clean(value: unknown, days: number, names: RegExp | null): unknown {
  if (Array.isArray(value)) return value.map((item) => clean(item, days, names));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, item]) => kept.has(key) && !(key === 'text' && isObject(item)))
        .map(([key, item]) => [key, clean(item, days, names)] as const)
        .filter(([, item]) => item !== null),
    );
  if (typeof value !== 'string') return value;
  if (/^\d{4}(-\d{2})?$/.test(value)) return null;
  if (isoDate.test(value)) return shift(value, days);
  return names ? value.replace(names, '[removed]') : value;
}

const concept = (value: unknown): string | null => {
  if (!isObject(value)) return null;
  const coding = list(value['coding'])[0];
  return str(value['text']) ?? str(coding?.['display']) ?? str(coding?.['code']);
};
const start = (value: unknown): string | null => (isObject(value) ? str(value['start']) : null);

function valueOf(item: Json): string | null {
  const quantity = item['valueQuantity'];
  if (isObject(quantity) && quantity['value'] !== undefined)
    return [String(quantity['value']), str(quantity['unit'])].filter((part) => part !== null).join(' ');
  const plain = item['valueInteger'] ?? item['valueBoolean'];
  return (
    concept(item['valueCodeableConcept']) ??
    str(item['valueString']) ??
    (plain === undefined ? null : String(plain))
  );
}

function entriesOf(resource: Json, entryId: string): RecordEntry[] {
  const category = categories[String(resource['resourceType'])] ?? 'other';
  const date =
    [
      'effectiveDateTime',
      'effectiveInstant',
      'onsetDateTime',
      'performedDateTime',
      'occurrenceDateTime',
      'authoredOn',
      'recordedDate',
    ]
      .map((key) => str(resource[key]))
      .find((value) => value !== null) ??
    start(resource['effectivePeriod']) ??
    start(resource['performedPeriod']) ??
    start(resource['period']) ??
    str(resource['issued']);
  const label =
    concept(resource['code']) ??
    concept(resource['medicationCodeableConcept']) ??
    concept(resource['vaccineCode']) ??
    concept(Array.isArray(resource['type']) ? resource['type'][0] : resource['type']) ??
    concept(list(resource['reasonCode'])[0]) ??
    String(resource['resourceType']);
  const flagOf = (item: Json): string | null =>
    str(list(list(item['interpretation'])[0]?.['coding'])[0]?.['code']);
  const value =
    category === 'condition'
      ? concept(resource['clinicalStatus'])
      : (valueOf(resource) ?? str(resource['conclusion']));
  const parts = list(resource['component']).map((part, index) => ({
    entryId: `${entryId}.${index + 1}`,
    category,
    date,
    label: concept(part['code']) ?? label,
    value: valueOf(part),
    flag: flagOf(part),
  }));
  if (parts.length > 0 && value === null) return parts;
  return [{ entryId, category, date, label, value, flag: flagOf(resource) }, ...parts];
}
