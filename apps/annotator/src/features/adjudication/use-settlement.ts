import type { AdjudicationItem } from '@concord/rubric/contract/adjudicator/adjudication';
import { settleItem } from '@concord/rubric/contract/adjudicator/routes';
import { checkSettlement, settlementSchema } from '@concord/rubric/model/settlement';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../../api/client.ts';
import { isProblem, ProblemError } from '../../api/problem-error.ts';
import { adjudicationMessages } from '../../language/adjudication.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { problemText } from '../../language/problem-text.ts';

const draftSchema = z.object({ version: z.string(), settlement: settlementSchema, reason: z.string() });
type Draft = Pick<z.infer<typeof draftSchema>, 'settlement' | 'reason'>;

const keyOf = (user: string, itemId: string): string => `concord.adjudication.1.${user}.${itemId}`;

/** A decision begun in this browser about the same ratings; nothing where there is none. */
function keptDraft(user: string, item: AdjudicationItem): Draft {
  if (item.settled) return { settlement: item.settled.settlement, reason: item.settled.reason };
  try {
    const kept = draftSchema.safeParse(JSON.parse(localStorage.getItem(keyOf(user, item.itemId)) ?? 'null'));
    if (kept.success && kept.data.version === item.version) return kept.data;
  } catch {
    // What cannot be read is begun anew.
  }
  return { settlement: { scores: {} }, reason: '' };
}

type SettlementWork = Draft & {
  open: number;
  busy: boolean;
  /** `changed`, `signed-out`, or what went wrong in words. */
  failure: string | null;
  edit: (next: Partial<Draft>) => void;
  submit: () => Promise<void>;
  signedIn: () => void;
};

/** The decision on screen, kept in this browser until the server has it. */
export function useSettlement(
  item: AdjudicationItem,
  user: string,
  onSettled: (nextWaitingItemId: string | null) => void,
): SettlementWork {
  const text = useMessages(adjudicationMessages);
  const { language } = useLanguage();
  const [draft, setDraft] = useState<Draft>(() => keptDraft(user, item));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A repeat after a lost answer carries the same key, so it is the same settlement.
  const attempt = useRef<{ said: string; key: string } | null>(null);
  const faults = checkSettlement(item.rubric, item.disputes, draft.settlement);
  const open = faults.length + (draft.reason.trim() === '' ? 1 : 0);

  function edit(next: Partial<Draft>): void {
    const changed = { ...draft, ...next };
    setDraft(changed);
    try {
      localStorage.setItem(keyOf(user, item.itemId), JSON.stringify({ ...changed, version: item.version }));
    } catch {
      // Without storage the decision lasts as long as the page.
    }
  }

  async function submit(): Promise<void> {
    if (busy || open > 0) return;
    setBusy(true);
    setFailure(null);
    const said = JSON.stringify(draft);
    if (attempt.current?.said !== said) attempt.current = { said, key: crypto.randomUUID() };
    try {
      const { nextWaitingItemId } = await call(settleItem, {
        params: { itemId: item.itemId },
        body: { version: item.version, idempotencyKey: attempt.current.key, ...draft },
      });
      localStorage.removeItem(keyOf(user, item.itemId));
      onSettled(nextWaitingItemId);
    } catch (error) {
      if (isProblem(error, 'ratings-changed') || isProblem(error, 'already-submitted')) setFailure('changed');
      else if (isProblem(error, 'not-signed-in')) setFailure('signed-out');
      else
        setFailure(
          error instanceof ProblemError
            ? `${text.failed} ${problemText(error.problem, language)}`
            : text.failed,
        );
    } finally {
      setBusy(false);
    }
  }
  return { ...draft, open, busy, failure, edit, submit, signedIn: () => setFailure(null) };
}
