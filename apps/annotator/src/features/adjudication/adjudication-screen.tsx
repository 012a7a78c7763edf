import type { AdjudicationItem } from '@concord/rubric/contract/adjudicator/adjudication';
import type { CSSProperties, ReactNode } from 'react';
import { useEffect } from 'react';
import { adjudicationMessages } from '../../language/adjudication.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { dayAndTime } from '../../language/time.ts';
import { RatingsTable } from './ratings-table.tsx';
import { type RenderDimension, SettlementForm } from './settlement-form.tsx';
import { useSettlement } from './use-settlement.ts';

type AdjudicationScreenProps = {
  item: AdjudicationItem;
  /** Names the adjudicator's own work in this browser. */
  user: string;
  renderCase: () => ReactNode;
  renderViewer: () => ReactNode;
  renderDimension: RenderDimension;
  renderSignIn: (onSignedIn: () => void) => ReactNode;
  onQueue: () => void;
  onSettled: (nextWaitingItemId: string | null) => void;
  onReload: () => void;
};

/** One disputed answer on one screen: case, images, answer, the readers' scores under letters, the decision. */
export function AdjudicationScreen(props: AdjudicationScreenProps) {
  const { item } = props;
  const text = useMessages(adjudicationMessages);
  const reading = useMessages(readingMessages);
  const { language } = useLanguage();
  const work = useSettlement(item, props.user, props.onSettled);
  const readOnly = item.state !== 'waiting';

  const { submit } = work;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault();
      void submit();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [submit]);

  return (
    <div className="reading" style={{ '--case-width': '290px' } as CSSProperties}>
      <div className="reading-bar">
        <button type="button" className="quiet" onClick={props.onQueue}>
          ← {text.back}
        </button>
        <h1>{text.heading(item.caseNumber)}</h1>
      </div>
      <div className="panes">
        <section id="pane-case" className="pane" aria-label={reading.panes.case} tabIndex={-1}>
          {props.renderCase()}
        </section>
        <div className="divider" />
        <section id="pane-images" className="pane images" aria-label={reading.panes.images} tabIndex={-1}>
          {item.case.series.length > 0 ? props.renderViewer() : <p className="notice">{reading.noImages}</p>}
        </section>
        <div className="pane right">
          <section
            className="scroll prose answer"
            aria-label={reading.panes.answer}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a pane that scrolls must be reachable by keyboard
            tabIndex={0}
          >
            <h2>{reading.question}</h2>
            <p className="written">{item.task.question}</p>
            <h2>{reading.answer}</h2>
            <p className="written lead">{item.answer}</p>
            {item.task.reference !== null && (
              <>
                <h2>{reading.reference}</h2>
                <p className="written">{item.task.reference}</p>
              </>
            )}
          </section>
          <section className="form-pane" aria-labelledby="decision-title" tabIndex={-1}>
            <div className="scroll prose">
              <h2>{text.ratings}</h2>
              <RatingsTable item={item} />
              <h2 id="decision-title">{text.decision}</h2>
              {item.state === 'paused' && <p className="notice">{text.paused}</p>}
              {item.settled && (
                <p className="notice">{text.settledAt(dayAndTime(item.settled.at, language))}</p>
              )}
              <SettlementForm
                item={item}
                settlement={work.settlement}
                reason={work.reason}
                readOnly={readOnly}
                renderDimension={props.renderDimension}
                onChange={work.edit}
              />
            </div>
            <div className="form-foot">
              <p role="alert" className={work.failure ? 'problem' : 'visually-hidden'}>
                {work.failure === 'changed'
                  ? text.changed
                  : work.failure === 'signed-out'
                    ? text.failed
                    : work.failure}
              </p>
              {work.failure === 'changed' && (
                <button type="button" onClick={props.onReload}>
                  {text.reload}
                </button>
              )}
              {!readOnly && (
                <>
                  {work.open > 0 && <span className="muted">{text.missing(work.open)}</span>}
                  <button
                    type="button"
                    className="primary"
                    disabled={work.open > 0 || work.busy}
                    onClick={() => void work.submit()}
                  >
                    {work.busy ? text.submitting : text.submit} <kbd>Ctrl Enter</kbd>
                  </button>
                </>
              )}
              {readOnly && item.nextWaitingItemId !== null && (
                <button
                  type="button"
                  className="primary"
                  onClick={() => props.onSettled(item.nextWaitingItemId)}
                >
                  {text.next}
                </button>
              )}
            </div>
          </section>
        </div>
      </div>
      {work.failure === 'signed-out' && props.renderSignIn(work.signedIn)}
    </div>
  );
}
