import type { Condition } from '@concord/rubric/gate/gate';
import { calibrationMessages } from '../../language/calibration-messages.ts';
import { useMessages } from '../../language/language.tsx';
import type { Quantity } from './format.ts';
import { fixed, showEstimate } from './format.ts';
import { OutcomeMark } from './verdict-mark.tsx';

const quantities = {
  r: 'coefficient',
  bias: 'points',
  coverage: 'share',
  'dangerous-cells': 'share',
} as const satisfies Record<Condition['id'], Quantity>;

const showBar = ({ id, bar }: Condition): string =>
  quantities[id] === 'share'
    ? `${fixed(bar * 100, Number.isInteger(bar * 100) ? 0 : 1)} %`
    : quantities[id] === 'points'
      ? String(bar)
      : fixed(bar, 2);

/** The gate's conditions: value, interval, bar, outcome. */
export function ConditionsTable({ conditions }: { conditions: readonly Condition[] }) {
  const words = useMessages(calibrationMessages);
  return (
    <div className="table-scroll" role="group" aria-label={words.conditions} tabIndex={0}>
      <table>
        <caption>{words.conditions}</caption>
        <thead>
          <tr>
            <th scope="col">{words.condition}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.interval}</th>
            <th scope="col">{words.n}</th>
            <th scope="col">{words.bar}</th>
            <th scope="col">{words.outcome}</th>
          </tr>
        </thead>
        <tbody>
          {conditions.map((condition) => {
            const barForRounding =
              condition.id === 'bias' && 'value' in condition.estimate && condition.estimate.value < 0
                ? -condition.bar
                : condition.bar;
            const shown = showEstimate(condition.estimate, quantities[condition.id], barForRounding);
            return (
              <tr key={condition.id}>
                <th scope="row">
                  {words.conditionNames[condition.id]}
                  {condition.dimension && ` (${condition.dimension})`}
                </th>
                <td className="number">
                  {shown.kind === 'defined'
                    ? shown.value
                    : condition.reason === 'no-safety-dimension'
                      ? words.reasons['no-safety-dimension']
                      : words.noValue[shown.reason]}
                </td>
                <td className="number">
                  {shown.kind === 'defined' && shown.interval
                    ? words.range(shown.interval.low, shown.interval.high)
                    : words.noInterval}
                </td>
                <td className="number">
                  {shown.n} ({shown.nCases})
                </td>
                <td>{words.bars[condition.id](showBar(condition))}</td>
                <td>
                  <OutcomeMark outcome={condition.outcome} />{' '}
                  <small className="muted">{words.reasons[condition.reason]}</small>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
