import type { RaterRow } from '@concord/rubric/contract/bundle/reading';

/** The invented readers of `raters.csv`; `visitor` is whoever tries the demonstration. */
export const raterRows: readonly RaterRow[] = [
  {
    pseudonym: 'reader-1',
    specialty: 'neurology',
    years: '14',
    training: 'rubric course (simulated)',
    conflict_of_interest: 'none',
    consent_date: '2025-02-17',
  },
  {
    pseudonym: 'reader-2',
    specialty: 'neuroradiology',
    years: '9',
    training: 'rubric course (simulated)',
    conflict_of_interest: 'none',
    consent_date: '2025-02-18',
  },
  {
    pseudonym: 'reader-3',
    specialty: 'neurology',
    years: '5',
    training: 'rubric course (simulated)',
    conflict_of_interest: 'none',
    consent_date: '2025-02-20',
  },
  {
    pseudonym: 'visitor',
    specialty: '',
    years: '',
    training: '',
    conflict_of_interest: '',
    consent_date: '',
  },
];
