import type { CaseView } from '@concord/rubric/contract/curator/case-view';
import type { RatingContent } from '@concord/rubric/model/rating';
import { correctnessAnswers, scoreStatuses } from '@concord/rubric/model/words';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { ImagePlace } from './evidence-cell.tsx';
import { SeriesLabels } from './series-labels.tsx';
import { EvidenceCell } from './evidence-cell.tsx';
import { curationMessages } from '../../language/curation-messages.ts';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { dayAndTime } from '../../language/time.ts';
import { Failure } from './failure.tsx';
import { useCase } from './queries.ts';

type Task = CaseView['tasks'][number];
type Response = Task['responses'][number];

/** The point of a dimension, or a dash. */
function pointOf({ scores }: RatingContent, dimension: string): string {
  const score = scores[dimension];
  return score && 'value' in score ? String(score.value) : '–';
}

type Opening = { view: CaseView; onOpen: (place: ImagePlace) => void };

function Ratings({ response, view, onOpen }: { response: Response } & Opening) {
  const words = useMessages(curationMessages);
  const { language } = useLanguage();
  if (response.ratings.length === 0) return <p className="muted">{words.noRatings}</p>;
  const dimensions = [...new Set(response.ratings.flatMap((rating) => Object.keys(rating.content.scores)))];
  const correct = (value: string | null) => {
    const answer = correctnessAnswers.find((each) => each === value);
    return answer ? words.correctnessWords[answer] : '–';
  };
  return (
    <div
      className="table-scroll"
      role="group"
      aria-label={`${words.ratings}: ${response.responseId}`}
      tabIndex={0}
    >
      <table>
        <caption>{words.ratings}</caption>
        <thead>
          <tr>
            <th scope="col">{words.rater}</th>
            <th scope="col">{words.readers}</th>
            {dimensions.map((dimension) => (
              <th scope="col" key={dimension}>
                {dimension}
              </th>
            ))}
            <th scope="col">{words.correctness}</th>
            <th scope="col">{words.errors}</th>
            <th scope="col">{words.evidence}</th>
            <th scope="col">{words.comment}</th>
            <th scope="col">{words.when}</th>
          </tr>
        </thead>
        <tbody>
          {response.ratings.map(({ ratingId, raterId, kind, content, rounds, submittedAt }) => (
            <tr key={ratingId}>
              <th scope="row">{raterId}</th>
              <td>{kind in words.kinds ? words.kinds[kind as keyof typeof words.kinds] : kind}</td>
              {dimensions.map((dimension) => {
                const score = content.scores[dimension];
                return (
                  <td key={dimension} className="number">
                    {score ? ('value' in score ? score.value : words.statuses[score.unscored]) : '–'}
                    {rounds.length > 0 && (
                      <small className="muted">
                        {' '}
                        ({rounds.map((round) => pointOf(round, dimension)).join(', ')})
                      </small>
                    )}
                  </td>
                );
              })}
              <td>{correct(content.correctness)}</td>
              <td>
                {content.errors
                  .map((error) => (error === content.primaryError ? `${error} (${words.primary})` : error))
                  .join(', ') || '–'}
              </td>
              <td>
                <EvidenceCell evidence={content.evidence ?? []} view={view} onOpen={onOpen} />
              </td>
              <td>{content.comment || '–'}</td>
              <td>{dayAndTime(submittedAt, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GraderScores({ response, locked }: { response: Response; locked: boolean }) {
  const words = useMessages(curationMessages);
  if (!locked) return <p className="muted">{words.graderScoresLater}</p>;
  if (response.graderScores.length === 0) return <p className="muted">{words.noGraderScores}</p>;
  const dimensions = [...new Set(response.graderScores.flatMap((line) => Object.keys(line.scores)))];
  const statusName = (key: string) => {
    const status = scoreStatuses.find((each) => each === key);
    return status ? words.statuses[status] : key;
  };
  return (
    <div
      className="table-scroll"
      role="group"
      aria-label={`${words.graderScores}: ${response.responseId}`}
      tabIndex={0}
    >
      <table>
        <caption>{words.graderScores}</caption>
        <thead>
          <tr>
            <th scope="col">{words.grader}</th>
            <th scope="col">{words.status}</th>
            {dimensions.map((dimension) => (
              <th scope="col" key={dimension}>
                {dimension}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {response.graderScores.map((line, index) => (
            <tr key={`${line.graderId}-${index}`}>
              <th scope="row">{line.graderId}</th>
              <td>{statusName(line.status)}</td>
              {dimensions.map((dimension) => (
                <td key={dimension} className="number">
                  {line.scores[dimension] ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ResponseCard({ response, locked, view, onOpen }: { response: Response; locked: boolean } & Opening) {
  const words = useMessages(curationMessages);
  return (
    <article id={`response-${response.responseId}`} tabIndex={-1} className="response">
      <h4>
        {words.answer} {response.responseId}{' '}
        <span className="muted">
          {words.respondent}: {response.respondentId}
        </span>
      </h4>
      {response.rounds.map((round, index) => (
        <div key={index}>
          <h5>{words.roundNo(index + 1)}</h5>
          <p className="prose">{round.reveal}</p>
          <p className="prose muted">{round.question}</p>
          <p className="prose">{round.answer}</p>
        </div>
      ))}
      {response.rounds.length === 0 && <p className="prose">{response.answer}</p>}
      <Ratings response={response} view={view} onOpen={onOpen} />
      <GraderScores response={response} locked={locked} />
    </article>
  );
}

/** Brings the answer that the address names into view and gives it the focus, once the case is there. */
function useAnchor(ready: boolean): void {
  useEffect(() => {
    if (!ready) return undefined;
    const show = () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      target?.scrollIntoView({ block: 'start' });
      (target ?? document.getElementById('main'))?.focus({ preventScroll: target !== null });
    };
    show();
    addEventListener('hashchange', show);
    return () => removeEventListener('hashchange', show);
  }, [ready]);
}

/** One case as the curator reads it; `viewer` shows its images. */
export function CasePage(props: {
  studyId: string;
  caseId: string;
  locked: boolean;
  viewer: (series: CaseView['series'], target: ImagePlace | null) => ReactNode;
}) {
  const words = useMessages(curationMessages);
  const view = useCase(props.studyId, props.caseId);
  const [target, setTarget] = useState<ImagePlace | null>(null);
  const open = (place: ImagePlace): void => {
    setTarget(place);
    document.getElementById('images')?.scrollIntoView({ block: 'start' });
  };
  useAnchor(view.data !== undefined);
  if (view.error) return <Failure error={view.error} retry={() => void view.refetch()} />;
  if (!view.data) return <output>{words.loading}</output>;
  const { data } = view;
  return (
    <>
      <h2>
        {words.case} {data.caseId} <span className="tag">{words.splits[data.split]}</span>
        {data.diseaseGroup && <span className="tag">{data.diseaseGroup}</span>}
      </h2>
      <p className="prose">{data.summary}</p>
      <section aria-labelledby="images">
        <h3 id="images">{words.imageViewer}</h3>
        {data.series.length === 0 ? (
          <p className="muted">{words.noImages}</p>
        ) : (
          props.viewer(data.series, target)
        )}
      </section>
      <SeriesLabels studyId={props.studyId} view={data} />
      <details>
        <summary>
          {words.record} ({data.record.length})
        </summary>
        {data.record.length === 0 ? (
          <p className="muted">{words.noRecord}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">{words.date}</th>
                <th scope="col">{words.entry}</th>
                <th scope="col">{words.value}</th>
              </tr>
            </thead>
            <tbody>
              {data.record.map((entry) => (
                <tr key={entry.entryId}>
                  <td>{entry.date?.slice(0, 10) ?? '–'}</td>
                  <td>{entry.label}</td>
                  <td>
                    {entry.value ?? '–'} {entry.flag}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </details>
      <details>
        <summary>
          {words.notes} ({data.notes.length})
        </summary>
        {data.notes.length === 0 && <p className="muted">{words.noNotes}</p>}
        {data.notes.map((note) => (
          <div key={note.noteId}>
            <h4>{note.title}</h4>
            <p className="prose">{note.text}</p>
          </div>
        ))}
      </details>
      {data.tasks.map((task) => (
        <section key={task.taskId} aria-labelledby={`task-${task.taskId}`}>
          <h3 id={`task-${task.taskId}`}>
            {words.task} {task.taskId} <span className="tag">{words.families[task.family]}</span>
            <span className="tag">
              {words.level} {task.level}
            </span>
          </h3>
          <p className="prose">{task.question}</p>
          <p className="prose">
            <strong>{words.reference}:</strong> {task.reference ?? words.noReference}
          </p>
          {task.responses.map((response) => (
            <ResponseCard
              key={response.responseId}
              response={response}
              locked={props.locked}
              view={data}
              onOpen={open}
            />
          ))}
        </section>
      ))}
    </>
  );
}
