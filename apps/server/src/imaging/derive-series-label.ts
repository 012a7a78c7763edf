/** What the header says of how an image was made. Times in ms, b-value in s/mm². */
export type SequenceFacts = {
  modality: string | null;
  description: string;
  imageType: string[];
  repetitionTime: number | null;
  echoTime: number | null;
  inversionTime: number | null;
  bValue: number | null;
  /** A contrast agent was given. */
  contrast: boolean;
  /** ComplexImageComponent of an Enhanced object, or null. */
  component: string | null;
  /** AcquisitionContrast of an Enhanced object, or null. */
  acquisitionContrast: string | null;
  scanningSequence: string;
};

export type SeriesLabel = { label: string; rule: string };

/** A series label from header facts, and the rule that decided; `unlabelled` where none does. */
export function deriveSeriesLabel(facts: SequenceFacts): SeriesLabel {
  const text = facts.description.toLowerCase();
  const type = facts.imageType.map((part) => part.toUpperCase());
  const says = (pattern: RegExp): boolean => pattern.test(text);
  // Phase, real part, field map: the words of the sequence say how it was made, not what it shows.
  const calculated = type.find((part) => /^(FIELD_MAP|B0_MAP|PHASE|PHASE MAP|P|R|I)$/.test(part));
  if (calculated !== undefined || (facts.component !== null && facts.component !== 'MAGNITUDE'))
    return {
      label: 'unlabelled',
      rule: `no magnitude picture (${calculated ?? facts.component}): no contrast is named`,
    };
  const own = /^(T1w|T1w\+C|T2w|FLAIR|ADC|SWI|PD|CT|localiser|unlabelled|DWI|DWI b=\d+)$/.test(
    facts.description,
  );
  if (own) return { label: facts.description, rule: 'the description is a label' };
  if (facts.modality === 'CT') return { label: 'CT', rule: 'modality CT' };
  if (type.includes('LOCALIZER') || says(/\bloc(ali[sz]er)?\b|scout|survey|3[- ]?plane/))
    return { label: 'localiser', rule: 'image type or description names a localiser' };
  if (type.includes('ADC') || says(/\badc\b|apparent[ _]diff/))
    return { label: 'ADC', rule: 'image type or description names ADC' };
  if (facts.bValue !== null && (facts.bValue > 0 || says(/dwi|diff|dti|trace|\bb0\b/)))
    return { label: `DWI b=${Math.round(facts.bValue)}`, rule: 'b-value' };
  if (type.includes('DIFFUSION') || says(/dwi|diffusion|\bdti\b|dti_/))
    return { label: 'DWI', rule: 'image type or description names diffusion; b-value unknown' };
  if (says(/\bswi|suscept|swan|venobold/)) return { label: 'SWI', rule: 'description names SWI' };
  const { inversionTime: ti, echoTime: te, repetitionTime: tr } = facts;
  if (says(/flair|dark[ -]?fluid|tirm_dark/)) return { label: 'FLAIR', rule: 'description names FLAIR' };
  if (ti !== null && ti >= 1500 && te !== null && te >= 70 && tr !== null && tr >= 4000)
    return { label: 'FLAIR', rule: 'TI ≥ 1500 ms with TE ≥ 70 ms and TR ≥ 4000 ms' };
  const t1 = facts.contrast || says(/\+ ?c\b|post|gad|gd\b|contrast/) ? 'T1w+C' : 'T1w';
  if (says(/\bpd\b|proton|pd_|_pd/)) return { label: 'PD', rule: 'description names PD' };
  if (says(/(^|[^a-z0-9])t1|mprage|bravo|fspgr|\btfl\b/)) return { label: t1, rule: 'description names T1' };
  if (says(/(^|[^a-z0-9])t2/)) return { label: 'T2w', rule: 'description names T2' };
  const named: Readonly<Record<string, string>> = {
    FLUID_ATTENUATED: 'FLAIR',
    T1: t1,
    T2: 'T2w',
    PROTON_DENSITY: 'PD',
    DIFFUSION: 'DWI',
  };
  const byContrast = named[facts.acquisitionContrast?.toUpperCase() ?? ''];
  if (byContrast) return { label: byContrast, rule: `acquisition contrast ${facts.acquisitionContrast}` };
  if (te === null || tr === null) return { label: 'unlabelled', rule: 'no rule applies' };
  const spin = facts.scanningSequence.toUpperCase().includes('SE');
  if (te < 30 && tr < 1200) return { label: t1, rule: 'TE < 30 ms and TR < 1200 ms' };
  if (te < 30 && tr < 3500 && ti !== null && ti > 300)
    return { label: t1, rule: 'inversion prepared, TE < 30 ms' };
  if (spin && te >= 70 && tr >= 2000) return { label: 'T2w', rule: 'spin echo, TE ≥ 70 ms and TR ≥ 2000 ms' };
  if (spin && te < 40 && tr >= 1800) return { label: 'PD', rule: 'spin echo, TE < 40 ms and TR ≥ 1800 ms' };
  return { label: 'unlabelled', rule: 'no rule applies' };
}
