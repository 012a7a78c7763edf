import { isProblem, ProblemError, UnexpectedReplyError, UnreachableError } from '../../api/problem-error.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { problemText } from '../../language/problem-text.ts';
import { sessionMessages } from '../../language/session.ts';

/** One plain message: what happened and what to do next. */
export function FailureNotice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = useMessages(sessionMessages);
  const { language } = useLanguage();
  const message =
    error instanceof UnreachableError
      ? text.unreachable
      : error instanceof UnexpectedReplyError
        ? text.outdated
        : isProblem(error, 'not-found')
          ? text.nothingHere
          : error instanceof ProblemError
            ? problemText(error.problem, language)
            : error.message;
  return (
    <section className="page">
      <h1>{text.wrong}</h1>
      <p className="problem" role="alert">
        {message}
      </p>
      <button type="button" onClick={onRetry}>
        {text.retry}
      </button>
    </section>
  );
}
