import type { ProblemEntry } from '@concord/rubric/contract/problem';
import { curationMessages } from '../../language/curation-messages.ts';
import { useMessages } from '../../language/language.tsx';

/** Faults of an import: where, what was found, what was expected. */
export function ProblemTable({ problems }: { problems: readonly ProblemEntry[] }) {
  const words = useMessages(curationMessages);
  if (problems.length === 0) return null;
  return (
    <div className="table-scroll" role="group" aria-label={words.problems} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.file}</th>
            <th scope="col">{words.line}</th>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.found}</th>
            <th scope="col">{words.expected}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem, index) => (
            <tr key={`${problem.where}-${index}`}>
              <td className="mono">{problem.where}</td>
              <td className="number">{problem.line ?? '–'}</td>
              <td className="mono">{problem.field ?? '–'}</td>
              <td>{problem.found ?? '–'}</td>
              <td>{problem.expected}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
