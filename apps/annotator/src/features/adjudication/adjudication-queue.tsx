import type { AdjudicationQueue as Queue } from '@concord/rubric/contract/adjudicator/adjudication';
import { adjudicationMessages } from '../../language/adjudication.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { dayAndTime } from '../../language/time.ts';
import { workListMessages } from '../../language/work-list.ts';
import { disputeText } from './dispute-text.ts';

type AdjudicationQueueProps = {
  queue: Queue;
  addressOf: (itemId: string) => string;
  onOpen: (itemId: string) => void;
};

/** Answers on which the readers differ, what they dispute, and the way to the next one. */
export function AdjudicationQueue({ queue, addressOf, onOpen }: AdjudicationQueueProps) {
  const text = useMessages(adjudicationMessages);
  const list = useMessages(workListMessages);
  const { language } = useLanguage();
  const { items, rubric } = queue;
  const next = items.find(({ state }) => state === 'waiting');
  const settled = items.filter(({ state }) => state === 'settled').length;
  return (
    <section className="page">
      <div className="page-head">
        <div>
          <h1>{text.queue}</h1>
          <p className="muted">{queue.studyTitle}</p>
        </div>
        {next && (
          <button type="button" className="primary" onClick={() => onOpen(next.itemId)}>
            {text.next}
          </button>
        )}
      </div>
      <p>{text.intro}</p>
      {items.length === 0 && <p className="notice">{text.empty}</p>}
      {items.length > 0 && settled === items.length && <p className="notice">{text.allSettled}</p>}
      {items.length > 0 && (
        <>
          <p className="list-counts">
            <strong>{text.progress(settled, items.length)}</strong>
          </p>
          <table className="list">
            <thead>
              <tr>
                <th scope="col">{text.columns.case}</th>
                <th scope="col">{text.columns.task}</th>
                <th scope="col">{text.columns.dispute}</th>
                <th scope="col">{text.columns.state}</th>
                <th scope="col">{text.columns.settled}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.itemId} data-state={item.state === 'settled' ? 'submitted' : item.state}>
                  <td>
                    <a
                      href={addressOf(item.itemId)}
                      aria-label={text.settle(item.caseNumber)}
                      onClick={(event) => {
                        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                        event.preventDefault();
                        onOpen(item.itemId);
                      }}
                    >
                      {list.caseNumber(item.caseNumber)}
                    </a>
                  </td>
                  <td>{list.family[item.family]}</td>
                  <td>
                    {item.disputes
                      .map((dispute) => disputeText(dispute, rubric, text, language))
                      .join(language === 'zh' ? '；' : '; ')}
                  </td>
                  <td>
                    <span className="state">{text.state[item.state]}</span>
                  </td>
                  <td className="muted">{item.settledAt ? dayAndTime(item.settledAt, language) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
