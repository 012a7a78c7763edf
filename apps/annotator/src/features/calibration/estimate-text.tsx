import type { Estimate } from '@concord/rubric/stats/estimate';
import { calibrationMessages } from '../../language/calibration-messages.ts';
import { useMessages } from '../../language/language.tsx';
import type { Quantity } from './format.ts';
import { showEstimate } from './format.ts';

/** A number with its interval and n, or in words why there is none. */
export function EstimateText(props: { estimate: Estimate | undefined; quantity: Quantity; bar?: number }) {
  const words = useMessages(calibrationMessages);
  if (!props.estimate) return <span className="muted">{words.noValue['no-data']}</span>;
  const shown = showEstimate(props.estimate, props.quantity, props.bar);
  const support = words.support(shown.n, shown.nCases);
  if (shown.kind === 'undefined')
    return (
      <>
        <span className="muted">{words.noValue[shown.reason]}</span>{' '}
        <small className="muted">{support}</small>
      </>
    );
  return (
    <>
      <span className="estimate">{shown.value}</span>{' '}
      {shown.interval && (
        <span className="estimate">({words.range(shown.interval.low, shown.interval.high)})</span>
      )}{' '}
      <small className="muted">{support}</small>
    </>
  );
}
