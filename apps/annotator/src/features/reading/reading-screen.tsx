import type { Reading } from '@concord/rubric/contract/rater/reading';
import type { Evidence, EvidencePlace } from '@concord/rubric/model/evidence';
import type { CSSProperties, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { dayAndTime } from '../../language/time.ts';
import { CasePane } from './case-pane.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { EvidenceDialog } from './evidence/evidence-dialog.tsx';
import { EvidenceList } from './evidence/evidence-list.tsx';
import { MarkedText } from './evidence/marked-text.tsx';
import type { ImagePlace } from './evidence/use-evidence.ts';
import { useEvidence } from './evidence/use-evidence.ts';
import { FlagDialog } from './flag-dialog.tsx';
import type { KeyLine } from './keys-sheet.tsx';
import { KeysSheet } from './keys-sheet.tsx';
import { focusField, openFields } from './open-fields.ts';
import { PaneDivider } from './pane-divider.tsx';
import { RubricForm } from './rubric-form.tsx';
import { SaveStatus } from './save-status.tsx';
import { SubmitDialog } from './submit-dialog.tsx';
import { useActiveTime } from './use-active-time.ts';
import { useAutosave } from './use-autosave.ts';
import { usePreference } from './use-preference.ts';
import type { ReadingCommand } from './use-reading-keys.ts';
import { useReadingKeys } from './use-reading-keys.ts';
import { useSubmission } from './use-submission.ts';

type ReadingScreenProps = {
  reading: Reading;
  /** Names the rater's own work in this browser. */
  user: string;
  imageKeys: readonly KeyLine[];
  /** The image viewer; it calls back when images do not load, and with the series that it shows. */
  renderViewer: (
    onImagesBroken: (message: string) => void,
    onShown: (seriesIds: readonly string[]) => void,
    evidence: { onPlace: (place: ImagePlace | null) => void; target: ImagePlace | null },
  ) => ReactNode;
  /** Asks for the password in place. */
  renderSignIn: (onSignedIn: () => void) => ReactNode;
  onList: () => void;
  onItem: (itemId: string) => void;
  /** The rating on screen was corrected, or a round locked: what is shown is out of date. */
  onCorrected: () => void;
  onSubmitted: (nextOpenItemId: string | null) => void;
  onPaused: () => void;
};

type OpenDialog =
  | { name: 'evidence'; offered: readonly EvidencePlace[]; target: Evidence['target'] | null }
  | { name: 'keys' }
  | { name: 'correction' }
  | { name: 'submit' }
  | { name: 'flag'; broken: string | null }
  | null;

/** What the last round that is open brought, and what it asked. */
function LatestRound({ reading }: { reading: Reading }) {
  const text = useMessages(readingMessages);
  const round = reading.rounds.at(-1);
  if (!round) return null;
  return (
    <>
      <h2>{text.round(reading.rounds.length)}</h2>
      <p className="written">{round.reveal}</p>
      <p className="written">{round.question}</p>
    </>
  );
}

/** One item on one screen: case, images, anonymous answer, rubric form. */
export function ReadingScreen(props: ReadingScreenProps) {
  const { reading, onItem } = props;
  const text = useMessages(readingMessages);
  const { language } = useLanguage();
  const { autosave, state, storageRefused } = useAutosave(reading, props.user);
  const [singleKeys, setSingleKeys] = usePreference<boolean>('single-keys', true);
  const [caseWidth, setCaseWidth] = usePreference<number>('case-width', 290);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const evidence = useEvidence(reading, state.content, autosave.edit);
  const submission = useSubmission(reading, autosave, props.onSubmitted, props.onCorrected);
  const jump = useRef<string | null>(null);
  const readOnly = reading.state === 'submitted' || reading.state === 'paused';
  const { onShown, breakDue, rested } = useActiveTime(reading.itemId, !readOnly, reading.breakAfterMinutes);
  const { openRound } = reading;
  // Whether an answer is correct, and its errors, are asked of its last round only.
  const rubric =
    openRound === null ? reading.rubric : { ...reading.rubric, askCorrectness: false, errors: [] };
  const open = openFields(rubric, state.content, language);

  // A field is reached only after the dialog has gone and given its focus back.
  useEffect(() => {
    if (dialog === null && jump.current !== null) focusField(jump.current);
    jump.current = null;
  }, [dialog]);

  function run(command: ReadingCommand): void {
    if (command === 'sheet') setDialog({ name: 'keys' });
    else if (command === 'submit') {
      if (!readOnly) setDialog({ name: 'submit' });
    } else if (command === 'evidence') {
      if (!readOnly) setDialog({ name: 'evidence', ...evidence.offer() });
    } else if (command === 'next-open') {
      if (open[0]) focusField(open[0].fieldId);
    } else if (command === 'go-scores') focusField(open[0]?.fieldId ?? 'pane-form');
    else {
      const pane = document.getElementById(`pane-${command.slice(3)}`);
      // Keys of the images work only with focus inside the viewer, and those of the tabs on a tab.
      (pane?.querySelector<HTMLElement>('[tabindex="0"]') ?? pane)?.focus();
    }
  }
  useReadingKeys(singleKeys, run);

  return (
    <div className="reading" style={{ '--case-width': `${caseWidth}px` } as CSSProperties}>
      <div className="reading-bar">
        <button type="button" className="quiet" onClick={props.onList}>
          ← {text.back}
        </button>
        <h1>
          {text.heading(reading.position, reading.itemCount, reading.caseNumber)}
          {reading.training && <span className="tag">{text.training}</span>}
        </h1>
        <button
          type="button"
          className="quiet"
          disabled={reading.previousItemId === null}
          onClick={() => reading.previousItemId !== null && onItem(reading.previousItemId)}
        >
          {text.previous}
        </button>
        <button
          type="button"
          className="quiet"
          disabled={reading.nextItemId === null}
          onClick={() => reading.nextItemId !== null && onItem(reading.nextItemId)}
        >
          {text.next}
        </button>
        <span className="spring" />
        {!readOnly && <SaveStatus state={state} storageRefused={storageRefused} />}
        <button type="button" className="quiet" onClick={() => setDialog({ name: 'keys' })}>
          {text.keys} <kbd>?</kbd>
        </button>
        {!readOnly && (
          <button type="button" className="quiet" onClick={() => setDialog({ name: 'flag', broken: null })}>
            {text.flag}
          </button>
        )}
      </div>
      <div role="status">
        {breakDue && (
          <p className="notice row">
            {text.breakDue(reading.breakAfterMinutes)}
            <button type="button" onClick={rested}>
              {text.rested}
            </button>
          </p>
        )}
      </div>
      <div className="panes">
        <section id="pane-case" className="pane" aria-label={text.panes.case} tabIndex={-1}>
          <CasePane reading={reading} evidence={evidence.all} />
        </section>
        <PaneDivider label={text.resize} width={caseWidth} onWidth={setCaseWidth} />
        <section id="pane-images" className="pane images" aria-label={text.panes.images} tabIndex={-1}>
          {reading.case.series.length > 0 ? (
            props.renderViewer((message) => setDialog({ name: 'flag', broken: message }), onShown, {
              onPlace: evidence.onPlace,
              target: evidence.target,
            })
          ) : (
            <p className="notice">{text.noImages}</p>
          )}
        </section>
        <div className="pane right">
          <section
            id="pane-answer"
            className="scroll prose answer"
            aria-label={text.panes.answer}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a pane that scrolls must be reachable by keyboard
            tabIndex={0}
          >
            <h2>{text.question}</h2>
            <p className="written">{reading.task.question}</p>
            {reading.rounds.length > 1 && <LatestRound reading={reading} />}
            <h2>{text.answer}</h2>
            <MarkedText
              className="written lead"
              source={{ kind: 'answer', round: Math.max(0, reading.rounds.length - 1) }}
              text={reading.answer}
              evidence={evidence.all}
            />
            {reading.task.reference !== null && (
              <>
                <h2>{text.reference}</h2>
                <p className="written">{reading.task.reference}</p>
              </>
            )}
          </section>
          <section id="pane-form" className="form-pane" aria-labelledby="form-title" tabIndex={-1}>
            <div className="form-head">
              <h2 id="form-title">{text.panes.form}</h2>
              {!readOnly && <span className="muted">{text.open(open.length)}</span>}
            </div>
            <div className="open-bar" aria-hidden="true">
              {reading.rubric.dimensions.map(({ id }) => (
                <i key={id} data-done={id in state.content.scores} />
              ))}
              {reading.rubric.askCorrectness && <i data-done={state.content.correctness !== null} />}
            </div>
            <div className="scroll">
              {reading.state === 'submitted' && reading.submittedAt !== null && (
                <div className="notice">
                  <p>
                    {text.submittedAt(dayAndTime(reading.submittedAt, language))}{' '}
                    {reading.training && reading.task.reference !== null && text.feedback}
                  </p>
                  {reading.mayCorrect && (
                    <button type="button" onClick={() => setDialog({ name: 'correction' })}>
                      {text.correction.open}
                    </button>
                  )}
                </div>
              )}
              {reading.state === 'paused' && <p className="notice">{text.paused}</p>}
              {openRound !== null && <p className="notice">{text.roundOpen(openRound + 1)}</p>}
              <RubricForm
                rubric={rubric}
                content={state.content}
                readOnly={readOnly}
                singleKeys={singleKeys}
                onChange={autosave.edit}
              />
              <EvidenceList
                reading={reading}
                evidence={evidence.all}
                readOnly={readOnly}
                onAdd={() => run('evidence')}
                onOpen={evidence.open}
                onRemove={evidence.remove}
              />
            </div>
            <div className="form-foot">
              {readOnly ? (
                reading.nextOpenItemId !== null && (
                  <button
                    type="button"
                    className="primary"
                    onClick={() => reading.nextOpenItemId !== null && onItem(reading.nextOpenItemId)}
                  >
                    {text.next}
                  </button>
                )
              ) : (
                <button type="button" className="primary" onClick={() => setDialog({ name: 'submit' })}>
                  {openRound === null ? text.submit : text.lockRound(openRound + 1)} <kbd>Ctrl Enter</kbd>
                </button>
              )}
            </div>
          </section>
        </div>
      </div>
      {dialog?.name === 'keys' && (
        <KeysSheet
          imageKeys={props.imageKeys}
          singleKeys={singleKeys}
          onSingleKeys={setSingleKeys}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.name === 'evidence' && (
        <EvidenceDialog
          reading={reading}
          offered={dialog.offered}
          target={dialog.target}
          errors={state.content.errors}
          onAdd={(added) => {
            evidence.add(added);
            setDialog(null);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.name === 'correction' && (
        <CorrectionDialog
          reading={reading}
          singleKeys={singleKeys}
          onCorrected={props.onCorrected}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.name === 'submit' && state.phase !== 'conflict' && (
        <SubmitDialog
          open={open}
          busy={submission.busy}
          failure={submission.failure}
          round={openRound === null ? null : openRound + 1}
          onJump={(fieldId) => {
            jump.current = fieldId;
            setDialog(null);
          }}
          onSubmit={() => void submission.submit()}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.name === 'flag' && (
        <FlagDialog
          itemId={reading.itemId}
          kind={dialog.broken === null ? 'identifier-seen' : 'images-broken'}
          note={dialog.broken ?? ''}
          onDone={props.onPaused}
          onClose={() => setDialog(null)}
        />
      )}
      {state.phase === 'conflict' && state.held && (
        <ConflictDialog
          rubric={reading.rubric}
          mine={state.content}
          theirs={state.held.content}
          onKeepMine={autosave.keepMine}
          onTakeTheirs={autosave.takeHeld}
        />
      )}
      {state.phase === 'signed-out' && props.renderSignIn(autosave.signedIn)}
    </div>
  );
}
