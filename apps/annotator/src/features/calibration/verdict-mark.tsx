import type { Outcome, Verdict } from '@concord/rubric/gate/gate';
import { calibrationMessages } from '../../language/calibration-messages.ts';
import { useMessages } from '../../language/language.tsx';

const shapes = { pass: '✓', fail: '✕', inconclusive: '?', holds: '✓', fails: '✕', undecided: '?' } as const;

/** A verdict in a word and a shape, so that it never hangs on colour. */
export function VerdictMark({ verdict, approximate }: { verdict: Verdict; approximate: boolean }) {
  const words = useMessages(calibrationMessages);
  return (
    <strong className={`mark ${verdict}`}>
      <span aria-hidden="true">{shapes[verdict]}</span>{' '}
      {verdict === 'pass' && approximate ? words.passApproximate : words.verdicts[verdict]}
    </strong>
  );
}

export function OutcomeMark({ outcome }: { outcome: Outcome }) {
  const words = useMessages(calibrationMessages);
  return (
    <span className={`mark ${outcome}`}>
      <span aria-hidden="true">{shapes[outcome]}</span> {words.outcomes[outcome]}
    </span>
  );
}
