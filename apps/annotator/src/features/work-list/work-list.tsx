import type { WorkList as List } from '@concord/rubric/contract/rater/reading';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { dayAndTime } from '../../language/time.ts';
import { workListMessages } from '../../language/work-list.ts';

type WorkListProps = {
  list: List;
  /** Items with changes on this computer that the server does not have. */
  unsent: readonly string[];
  addressOf: (itemId: string) => string;
  onOpen: (itemId: string) => void;
};

/** The rater's own list in its stored order, with the state of each answer and the way to the next one. */
export function WorkList({ list, unsent, addressOf, onOpen }: WorkListProps) {
  const text = useMessages(workListMessages);
  const { language } = useLanguage();
  const count = (state: List['items'][number]['state']): number =>
    list.items.filter((item) => item.state === state).length;
  const next =
    list.items.find((item) => item.state === 'unread') ?? list.items.find((item) => item.state === 'draft');
  const reason =
    list.items.length === 0
      ? text.empty
      : count('submitted') === list.items.length
        ? text.allRead
        : text.allPaused;

  return (
    <section className="page">
      <div className="page-head">
        <div>
          <h1>{text.list}</h1>
          <p className="muted">{list.studyTitle}</p>
        </div>
        {next && !list.locked && (
          <button type="button" className="primary" onClick={() => onOpen(next.itemId)}>
            {text.next}
          </button>
        )}
      </div>
      {list.locked && <p className="notice">{text.locked}</p>}
      {!next && !list.locked && <p className="notice">{reason}</p>}
      {list.items.length > 0 && (
        <>
          <p className="list-counts">
            <strong>{text.progress(count('submitted'), list.items.length)}</strong>
            <span className="muted">
              {text.counts(count('unread'), count('draft'), count('submitted'), count('paused'))}
            </span>
          </p>
          <table className="list">
            <thead>
              <tr>
                <th scope="col">{text.columns.position}</th>
                <th scope="col">{text.columns.case}</th>
                <th scope="col">{text.columns.task}</th>
                <th scope="col">{text.columns.state}</th>
                <th scope="col">{text.columns.saved}</th>
              </tr>
            </thead>
            <tbody>
              {list.items.map((item) => (
                <tr key={item.itemId} data-state={item.state}>
                  <td>{item.position}</td>
                  <td>
                    <a
                      href={addressOf(item.itemId)}
                      aria-label={`${text.read(item.position)}: ${text.caseNumber(item.caseNumber)}`}
                      onClick={(event) => {
                        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                        event.preventDefault();
                        onOpen(item.itemId);
                      }}
                    >
                      {text.caseNumber(item.caseNumber)}
                    </a>
                    {item.training && <span className="tag">{text.training}</span>}
                  </td>
                  <td>{text.family[item.family]}</td>
                  <td>
                    <span className="state">{text.state[item.state]}</span>
                    {unsent.includes(item.itemId) && <span className="tag warn">{text.unsent}</span>}
                  </td>
                  <td className="muted">{item.savedAt ? dayAndTime(item.savedAt, language) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
