import type { Reading } from '@concord/rubric/contract/rater/reading';
import { lockRound, submitRating } from '@concord/rubric/contract/rater/routes';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { isProblem, ProblemError } from '../../api/problem-error.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { problemText } from '../../language/problem-text.ts';
import { readingMessages } from '../../language/reading.ts';
import type { Autosave } from './run-autosave.ts';

type Submission = {
  busy: boolean;
  failure: string | null;
  /** Sends what is open, then submits. Resolves to true once the server confirmed. */
  submit: () => Promise<boolean>;
};

/** Submits the rating on screen, or locks the scores of the round that is open. A repeat after a lost answer carries the same key, so it is the same submission. */
export function useSubmission(
  reading: Reading,
  autosave: Autosave,
  onSubmitted: (nextOpenItemId: string | null) => void,
  onRoundLocked: () => void,
): Submission {
  const text = useMessages(readingMessages);
  const { language } = useLanguage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = useRef<{ revision: number; key: string } | null>(null);

  async function submit(): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      if (!(await autosave.flush())) {
        setFailure(text.submitUnsent);
        return false;
      }
      const { revision, content } = autosave.state();
      if (attempt.current?.revision !== revision) attempt.current = { revision, key: crypto.randomUUID() };
      const body = {
        baseRevision: revision,
        rubricHash: reading.rubricHash,
        idempotencyKey: attempt.current.key,
        content,
      };
      if (reading.openRound !== null) {
        const round = { ...body, round: reading.openRound };
        await call(lockRound, { params: { itemId: reading.itemId }, body: round });
        onRoundLocked();
        return true;
      }
      const { nextOpenItemId } = await call(submitRating, { params: { itemId: reading.itemId }, body });
      onSubmitted(nextOpenItemId);
      return true;
    } catch (error) {
      if (isProblem(error, 'not-signed-in')) autosave.askPassword();
      setFailure(
        error instanceof ProblemError
          ? `${text.submitFailed} ${problemText(error.problem, language)}`
          : text.submitFailed,
      );
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, failure, submit };
}
