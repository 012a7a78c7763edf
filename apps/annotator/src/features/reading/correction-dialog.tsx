import type { Reading } from '@concord/rubric/contract/rater/reading';
import { correctRating } from '@concord/rubric/contract/rater/routes';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { problemText } from '../../language/problem-text.ts';
import { readingMessages } from '../../language/reading.ts';
import { Dialog } from '../../theme/dialog.tsx';
import { openFields } from './open-fields.ts';
import { RubricForm } from './rubric-form.tsx';

/** The submitted scores once more, to be corrected with a reason; the first record stays beside the new one. */
export function CorrectionDialog(props: {
  reading: Reading;
  singleKeys: boolean;
  onCorrected: () => void;
  onClose: () => void;
}) {
  const { reading } = props;
  const text = useMessages(readingMessages);
  const words = text.correction;
  const { language } = useLanguage();
  const [content, setContent] = useState(reading.content);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const open = openFields(reading.rubric, content, language);

  async function send(): Promise<void> {
    if (reason.trim() === '' || open.length > 0) {
      setFailure(
        open.length > 0
          ? `${text.openList}: ${open.map(({ title }) => title).join(', ')}`
          : words.reasonNeeded,
      );
      return;
    }
    setBusy(true);
    try {
      const body = { rubricHash: reading.rubricHash, idempotencyKey, content, reason: reason.trim() };
      await call(correctRating, { params: { itemId: reading.itemId }, body });
      props.onCorrected();
    } catch (error) {
      const why = error instanceof ProblemError ? ` ${problemText(error.problem, language)}` : '';
      setFailure(`${words.failed}${why}`);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog title={words.title} onClose={props.onClose}>
      <p>{words.text}</p>
      <div className="correction-form">
        <RubricForm
          rubric={reading.rubric}
          content={content}
          readOnly={false}
          singleKeys={props.singleKeys}
          names="correction"
          onChange={setContent}
        />
      </div>
      <label className="stack">
        {words.reason}
        <textarea
          rows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <p role="alert" className={failure ? 'problem' : 'visually-hidden'}>
        {failure}
      </p>
      <div className="actions">
        <button type="button" onClick={props.onClose}>
          {text.cancel}
        </button>
        <button type="button" className="primary" aria-disabled={busy} onClick={() => !busy && void send()}>
          {words.send}
        </button>
      </div>
    </Dialog>
  );
}
