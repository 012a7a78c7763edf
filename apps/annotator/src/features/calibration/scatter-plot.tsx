import type { ReportPoint } from '@concord/rubric/report/grader-report';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import { calibrationMessages } from '../../language/calibration-messages.ts';
import { useMessages } from '../../language/language.tsx';
import { showPoints } from './format.ts';

const size = 440;
const left = 52;
const top = 12;
const inner = size - left - 24;
const ticks = [0, 20, 40, 60, 80, 100];
const x = (points: number): number => left + (points / 100) * inner;
const y = (points: number): number => top + inner - (points / 100) * inner;

/**
 * Grader against consensus, both in points of 0 to 100, with the identity line. Each point is a link to its answer;
 * one point is in the tab order and arrow keys go on along the consensus, so that the page stays passable.
 */
export function ScatterPlot(props: {
  points: readonly ReportPoint[];
  title: string;
  hrefOf: (point: ReportPoint) => string;
}) {
  const words = useMessages(calibrationMessages);
  const [current, setCurrent] = useState(0);
  const points = props.points.toSorted((a, b) => a.consensus - b.consensus || a.grader - b.grader);
  const labelOf = (point: ReportPoint): string =>
    words.point(point.responseId, point.caseId, showPoints(point.consensus), showPoints(point.grader));
  const move = (event: KeyboardEvent<SVGSVGElement>): void => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? points.length - 1
          : step === undefined
            ? null
            : current + step;
    if (to === null || to < 0 || to >= points.length) return;
    event.preventDefault();
    setCurrent(to);
    event.currentTarget.querySelectorAll<SVGAElement>('a')[to]?.focus();
  };
  return (
    <figure className="plot">
      <figcaption>
        <strong>{words.plot}</strong>, n = {points.length}. {words.plotHelp}
      </figcaption>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="group"
        aria-label={`${words.plot}: ${props.title}`}
        onKeyDown={move}
      >
        {ticks.map((tick) => (
          <g key={tick} aria-hidden="true">
            <line className="grid" x1={x(tick)} x2={x(tick)} y1={y(0)} y2={y(100)} />
            <line className="grid" x1={x(0)} x2={x(100)} y1={y(tick)} y2={y(tick)} />
            <text x={x(tick)} y={y(0) + 16} textAnchor="middle">
              {tick}
            </text>
            <text x={x(0) - 8} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        <g aria-hidden="true">
          <line className="identity" x1={x(0)} y1={y(0)} x2={x(100)} y2={y(100)} />
          <text x={x(6)} y={y(9)} transform={`rotate(-45 ${x(6)} ${y(9)})`}>
            {words.identity}
          </text>
          <text x={x(50)} y={size - 6} textAnchor="middle">
            {words.axisConsensus}
          </text>
          <text x={14} y={y(50)} textAnchor="middle" transform={`rotate(-90 14 ${y(50)})`}>
            {words.axisGrader}
          </text>
        </g>
        {points.map((point, index) => (
          <a
            key={point.responseId}
            href={props.hrefOf(point)}
            aria-label={labelOf(point)}
            tabIndex={index === Math.min(current, points.length - 1) ? 0 : -1}
            onFocus={() => setCurrent(index)}
          >
            <circle className="halo" cx={x(point.consensus)} cy={y(point.grader)} r={12} />
            <circle className="point" cx={x(point.consensus)} cy={y(point.grader)} r={4} />
            <title>{labelOf(point)}</title>
          </a>
        ))}
      </svg>
      <details>
        <summary>{words.pointTable(points.length)}</summary>
        <div
          className="table-scroll tall"
          role="group"
          aria-label={words.pointTable(points.length)}
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{words.answer}</th>
                <th scope="col">{words.case}</th>
                <th scope="col">{words.consensus}</th>
                <th scope="col">{words.grader}</th>
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr key={point.responseId}>
                  <th scope="row">
                    <a href={props.hrefOf(point)}>{point.responseId}</a>
                  </th>
                  <td>{point.caseId}</td>
                  <td className="number">{showPoints(point.consensus)}</td>
                  <td className="number">{showPoints(point.grader)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
