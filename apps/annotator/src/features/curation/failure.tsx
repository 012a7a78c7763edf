import { ProblemError, UnreachableError } from '../../api/problem-error.ts';
import { curationMessages } from '../../language/curation-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { problemText } from '../../language/problem-text.ts';
import { ProblemTable } from './problem-table.tsx';

/** What went wrong, in the reader's words, with the list of faults where there is one. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const words = useMessages(curationMessages);
  const { language } = useLanguage();
  const text =
    error instanceof ProblemError
      ? language === 'en' && error.problem.detail
        ? `${error.problem.title}. ${error.problem.detail}`
        : problemText(error.problem, language)
      : error instanceof UnreachableError
        ? words.unreachable
        : words.badReply;
  return (
    <div className="problem" role="alert">
      <p>{text}</p>
      {error instanceof ProblemError && error.problem.errors && (
        <ProblemTable problems={error.problem.errors} />
      )}
      {retry && (
        <button type="button" onClick={retry}>
          {words.retry}
        </button>
      )}
    </div>
  );
}
