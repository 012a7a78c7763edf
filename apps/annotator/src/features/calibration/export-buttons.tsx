import { exportGrader } from '@concord/rubric/contract/curator/routes';
import { problemSchema } from '@concord/rubric/contract/problem';
import { useMutation } from '@tanstack/react-query';
import { urlOf } from '../../api/client.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { calibrationMessages } from '../../language/calibration-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { problemText } from '../../language/problem-text.ts';

type Format = 'manifest' | 'promptfoo';

/** Fetched first, so that a refusal is shown here instead of being saved as a file. */
async function download(studyId: string, graderId: string, format: Format): Promise<void> {
  const response = await fetch(urlOf(exportGrader, { params: { studyId, graderId }, query: { format } }), {
    credentials: 'same-origin',
  });
  if (!response.ok) {
    const problem = problemSchema.safeParse(await response.json().catch(() => undefined));
    if (problem.success) throw new ProblemError(problem.data);
    throw new Error(String(response.status));
  }
  const named = /filename="?([^";]+)"?/u.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = named ?? `${graderId}-${format}.${format === 'manifest' ? 'json' : 'yaml'}`;
  link.click();
  // The browser takes the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves the validated grader, or says why the server refuses it. */
export function ExportButtons(props: { studyId: string; graderId: string; title: string }) {
  const words = useMessages(calibrationMessages);
  const { language } = useLanguage();
  const save = useMutation({
    mutationFn: (format: Format) => download(props.studyId, props.graderId, format),
  });
  return (
    <div className="stack" role="group" aria-label={`${words.exportTitle}: ${props.title}`}>
      <h4>{words.exportTitle}</h4>
      <div className="row">
        {(['manifest', 'promptfoo'] as const).map((format) => (
          <button key={format} type="button" disabled={save.isPending} onClick={() => save.mutate(format)}>
            {words[format]}
          </button>
        ))}
      </div>
      <div role="status">{save.isSuccess && words.exported}</div>
      {save.error && (
        <div className="problem" role="alert">
          {save.error instanceof ProblemError ? (
            <>
              <p>
                {words.exportRefused} {problemText(save.error.problem, language)}
              </p>
              <ul className="plain">
                {save.error.problem.errors?.map((entry, index) => (
                  <li key={index}>
                    {entry.where}: {entry.expected}
                    {entry.found !== undefined && ` (${entry.found})`}
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p>{words.unreachable}</p>
          )}
        </div>
      )}
    </div>
  );
}
