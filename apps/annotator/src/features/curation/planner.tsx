import type { Protocol } from '@concord/rubric/contract/bundle/study';
import type { PlannedCases, ReadingPlan } from '@concord/rubric/gate/plan-reading';
import { affordableCases, planCases } from '@concord/rubric/gate/plan-reading';
import { useState } from 'react';
import { useMessages } from '../../language/language.tsx';
import { planningMessages } from '../../language/planning.ts';
import { NumberField } from './number-field.tsx';

const caseCounts = [25, 40, 60, 80, 100, 120, 160, 200];
const fieldSteps = {
  raters: { min: 1 },
  hoursPerRater: { min: 0.5, step: 0.5 },
  minutesPerReading: { min: 0.5, step: 0.5 },
  ratersPerResponse: { min: 1 },
  responsesPerCase: { min: 1 },
  expectedR: { min: 0, max: 0.999, step: 0.005 },
  designEffect: { min: 0.1, step: 0.1 },
} as const;

/** Rows for round numbers of cases and for as many as the hours allow; null where the numbers allow no plan. */
function rowsOf(plan: ReadingPlan): { most: number; rows: PlannedCases[] } | null {
  try {
    const most = affordableCases(plan);
    const counts = [...new Set([...caseCounts, ...(most > 0 ? [most] : [])])].sort((a, b) => a - b);
    return { most, rows: counts.map((cases) => planCases(plan, cases)) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const width = 560;
const height = 220;
const edge = { left: 48, right: 12, top: 12, bottom: 34 };

/** Expected interval by number of cases, with the bar as a dashed line; the numbers stand in the table beside it. */
function IntervalPlot({
  rows,
  bar,
  expectedR,
}: {
  rows: readonly PlannedCases[];
  bar: number;
  expectedR: number;
}) {
  const words = useMessages(planningMessages);
  const drawn = rows.filter(({ interval }) => interval !== null);
  const lows = drawn.map(({ interval }) => interval?.low ?? 0);
  const from = Math.max(-1, Math.floor((Math.min(bar, ...lows) - 0.01) * 20) / 20);
  const most = Math.max(...drawn.map(({ cases }) => cases));
  const x = (cases: number): number => edge.left + (cases / most) * (width - edge.left - edge.right);
  const y = (r: number): number => edge.top + ((1 - r) / (1 - from)) * (height - edge.top - edge.bottom);
  const ticks = [from, (from + 1) / 2, 1];
  return (
    <figure className="report-plot">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.plannerPlot}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} stroke="#ddd" />
            <text x={edge.left - 6} y={y(tick) + 4} textAnchor="end" fontSize="11">
              {tick.toFixed(2)}
            </text>
          </g>
        ))}
        <line
          x1={edge.left}
          x2={width - edge.right}
          y1={y(bar)}
          y2={y(bar)}
          stroke="#a3271b"
          strokeDasharray="6 4"
        />
        {drawn.map(({ cases, interval, affordable }) => (
          <g
            key={cases}
            stroke={affordable ? '#0b5394' : '#7d8790'}
            fill={affordable ? '#0b5394' : '#7d8790'}
          >
            <line
              x1={x(cases)}
              x2={x(cases)}
              y1={y(interval?.low ?? 0)}
              y2={y(interval?.high ?? 0)}
              strokeWidth="3"
              strokeDasharray={affordable ? undefined : '3 3'}
            />
            <circle cx={x(cases)} cy={y(expectedR)} r="4" />
            <text x={x(cases)} y={height - 16} textAnchor="middle" fontSize="11" stroke="none">
              {cases}
            </text>
          </g>
        ))}
        <text x={width / 2} y={height - 2} textAnchor="middle" fontSize="11">
          {words.plannerColumns.cases}
        </text>
      </svg>
      <figcaption>{words.plannerPlot}</figcaption>
    </figure>
  );
}

/** From raters, hours and minutes to cases, the expected interval of r and the chance to pass, as table and plot. */
export function Planner({ protocol }: { protocol: Protocol }) {
  const words = useMessages(planningMessages);
  const [given, setGiven] = useState({
    raters: 3,
    hoursPerRater: 20,
    minutesPerReading: 8,
    ratersPerResponse: protocol.ratersPerResponse ?? 2,
    responsesPerCase: 5,
    expectedR: 0.95,
    designEffect: 2,
  });
  const { level, rLowerBound: bar } = protocol.gate;
  const found = rowsOf({ ...given, repeatShare: protocol.repeats.share, bar, level });
  const columns = words.plannerColumns;
  const share = (chance: number | null): string =>
    chance === null ? '–' : chance > 0.99 ? '> 99 %' : `${Math.round(chance * 100)} %`;
  return (
    <section className="stack protocol" aria-labelledby="planner">
      <h3 id="planner">{words.planner}</h3>
      <p className="muted">{words.plannerIntro}</p>
      <div className="field-groups">
        <fieldset>
          <legend>{words.planner}</legend>
          {(Object.keys(fieldSteps) as (keyof typeof fieldSteps)[]).map((key) => (
            <NumberField
              key={key}
              label={words.plannerFields[key]}
              value={given[key]}
              {...fieldSteps[key]}
              onChange={(value) => setGiven((old) => ({ ...old, [key]: value }))}
            />
          ))}
        </fieldset>
        {found && <IntervalPlot rows={found.rows} bar={bar} expectedR={given.expectedR} />}
      </div>
      <p role="status">{found ? words.plannerMost(found.most) : words.plannerWrong}</p>
      {found && (
        <div className="table-scroll" role="group" aria-label={words.planner} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{columns.cases}</th>
                <th scope="col">{columns.readings}</th>
                <th scope="col">{columns.hours}</th>
                <th scope="col">{columns.interval(level * 100)}</th>
                <th scope="col">{columns.chance}</th>
                <th scope="col">{columns.fits}</th>
              </tr>
            </thead>
            <tbody>
              {found.rows.map((row) => (
                <tr key={row.cases}>
                  <th scope="row">{row.cases}</th>
                  <td className="number">{row.readings}</td>
                  <td className="number">{row.hoursPerRater.toFixed(1)}</td>
                  <td className="number">
                    {row.interval ? `${row.interval.low.toFixed(3)} – ${row.interval.high.toFixed(3)}` : '–'}
                  </td>
                  <td className="number">{share(row.chance)}</td>
                  <td>{row.affordable ? words.plannerFits.yes : words.plannerFits.no}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
