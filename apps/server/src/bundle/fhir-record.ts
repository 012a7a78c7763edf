import type { RecordEntry } from '@concord/rubric/model/record';
import { dateShift, moveDate, type TextDeidentifier } from './deidentify-text.ts';
import { jsonLines, parseJson } from './json-place.ts';
import type { DeidentifyContext } from '../imaging/ingested-series.ts';

export type FhirRead =
  | { ok: true; record: RecordEntry[]; fhirJson: string }
  | { ok: false; line: number | null; field: string | null; found: string; expected: string };

/** A FHIR Bundle as it came: its resources, and what in them names a person or an institution. */
export type FhirFile = { resources: Json[]; identifiers: string[] };

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
/** Codes and the address of their code system are no free text. */
const terminology = new Set(['system', 'code']);
const isoDate = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/;

/** Parses `record.fhir.json`: the resources of a FHIR R4 Bundle and the identifiers that they hold. */
export function parseFhir(content: string): { ok: true; file: FhirFile } | Extract<FhirRead, { ok: false }> {
  const json = parseJson(content);
  if (!json.ok) return { ok: false, line: json.line, field: null, found: json.found, expected: 'JSON' };
  const { value: bundle, text } = json;
  const lineOf = jsonLines(text);
  const refuse = (path: (string | number)[], found: unknown, expected: string): FhirRead & { ok: false } => ({
    ok: false,
    line: lineOf(path),
    field: path.join('.') || null,
    found: JSON.stringify(found)?.slice(0, 80) ?? 'nothing',
    expected,
  });
  if (!isObject(bundle) || bundle['resourceType'] !== 'Bundle')
    return refuse(
      ['resourceType'],
      isObject(bundle) ? bundle['resourceType'] : bundle,
      'Bundle, as in a FHIR R4 Bundle',
    );
  const entries = bundle['entry'] ?? [];
  if (!Array.isArray(entries)) return refuse(['entry'], entries, 'a list of entries');
  const resources: Json[] = [];
  for (const [index, entry] of entries.entries()) {
    const resource: unknown = isObject(entry) ? entry['resource'] : undefined;
    if (!isObject(resource) || typeof resource['resourceType'] !== 'string')
      return refuse(['entry', index, 'resource'], resource, 'a resource with its resourceType');
    resources.push(resource);
  }
  const patients = resources.filter((resource) => resource['resourceType'] === 'Patient');
  if (patients.length > 1)
    return refuse(['entry'], `${patients.length} patients`, 'the record of one patient');
  return { ok: true, file: { resources, identifiers: identifiersOf(resources) } };
}

/**
 * The resources as dated lines, newest first, without identifiers. Dates move back by one offset a case
 * (1 to 365 days, from an HMAC), so intervals stay; ages above 89 become `90+`. `texts` cleans free text.
 */
export function readFhirRecord(
  { resources }: FhirFile,
  caseId: string,
  context: DeidentifyContext,
  texts: TextDeidentifier,
): { record: RecordEntry[]; fhirJson: string } {
  const patient = resources.find((resource) => resource['resourceType'] === 'Patient');
  const days = dateShift(caseId, context);
  const clinical = resources
    .filter((resource) => categories[String(resource['resourceType'])])
    .map((resource) => clean(resource, days, texts) as Json);
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
  return { record: [...about, ...record], fhirJson };
}

/** Names of people and institutions, identifier values, telecom, addresses and birth dates of every resource. */
function identifiersOf(resources: Json[]): string[] {
  const strings = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string');
  return resources.flatMap((resource) => [
    ...strings(resource['name']),
    ...list(resource['name']).flatMap((name) => [
      ...strings(name['text']),
      ...strings(name['family']),
      ...strings(name['given']),
      // Chinese names are written together, family first.
      ...strings(name['family']).map((family) => `${family}${strings(name['given']).join('')}`),
    ]),
    ...list(resource['identifier']).flatMap((identifier) => strings(identifier['value'])),
    ...list(resource['telecom']).flatMap((telecom) => strings(telecom['value'])),
    ...list(resource['address']).flatMap((address) => [
      ...strings(address['line']),
      ...strings(address['text']),
    ]),
    ...strings(resource['birthDate']).filter((date) => date.length > 4),
  ]);
}

function shift(text: string, days: number): string | null {
  const match = isoDate.exec(text);
  if (!match) return null;
  const moved = moveDate(Number(match[1]), Number(match[2]), Number(match[3]), days);
  return moved === null ? null : `${moved}${match[4] ?? ''}`;
}

function clean(value: unknown, days: number, texts: TextDeidentifier): unknown {
  if (Array.isArray(value)) return value.map((item) => clean(item, days, texts));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, item]) => kept.has(key) && !(key === 'text' && isObject(item)))
        .map(
          ([key, item]) =>
            [
              key,
              typeof item === 'string' && terminology.has(key) ? item : clean(item, days, texts),
            ] as const,
        )
        .filter(([, item]) => item !== null),
    );
  if (typeof value !== 'string') return value;
  if (/^\d{4}(-\d{2})?$/.test(value)) return null;
  if (isoDate.test(value)) return shift(value, days);
  return texts.clean(value);
}

const concept = (value: unknown): string | null => {
  if (!isObject(value)) return null;
  const coding = list(value['coding'])[0];
  return str(value['text']) ?? str(coding?.['display']) ?? str(coding?.['code']);
};
const start = (value: unknown): string | null => (isObject(value) ? str(value['start']) : null);

/** A measured number as it is read: to four significant digits where it carries more decimals than three. */
function plainNumber(value: unknown): string {
  if (typeof value !== 'number' || !/\.\d{4,}/.test(String(value))) return String(value);
  return String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
}

/** A unit without the annotations of UCUM, which stand in braces. */
const plainUnit = (unit: unknown): string | null =>
  str(
    str(unit)
      ?.replace(/\{[^}]*\}/g, '')
      .trim(),
  );

function valueOf(item: Json): string | null {
  const quantity = item['valueQuantity'];
  if (isObject(quantity) && quantity['value'] !== undefined)
    return [plainNumber(quantity['value']), plainUnit(quantity['unit'])]
      .filter((part) => part !== null)
      .join(' ');
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
