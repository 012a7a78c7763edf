import { inLanguage } from '@concord/rubric/model/local-text';
import type { RatingContent } from '@concord/rubric/model/rating';
import type { Rubric } from '@concord/rubric/model/rubric';
import { useLanguage, useMessages } from '../../language/language.tsx';
import { readingMessages } from '../../language/reading.ts';
import { Dialog } from '../../theme/dialog.tsx';

type ConflictDialogProps = {
  rubric: Rubric;
  mine: RatingContent;
  theirs: RatingContent;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Both versions side by side, rows that differ marked; the rater decides, nothing is merged by itself. */
export function ConflictDialog({ rubric, mine, theirs, onKeepMine, onTakeTheirs }: ConflictDialogProps) {
  const text = useMessages(readingMessages);
  const { language } = useLanguage();
  const score = (content: RatingContent, id: string): string => {
    const answer = content.scores[id];
    if (!answer) return text.nothing;
    return 'value' in answer ? String(answer.value) : text.unscored[answer.unscored];
  };
  const errorTitle = (id: string): string => {
    const label = rubric.errors.find((error) => error.id === id);
    return label ? inLanguage(label.title, language) : id;
  };
  const errors = (content: RatingContent): string =>
    content.errors
      .map((id) => (id === content.primaryError ? `${errorTitle(id)} (${text.primary})` : errorTitle(id)))
      .join(', ');
  const correctness = ({ correctness: answer }: RatingContent): string =>
    answer ? text.correctness[answer] : text.nothing;
  const rows: [string, string, string][] = [
    ...rubric.dimensions.map(({ id, title }): [string, string, string] => [
      inLanguage(title, language),
      score(mine, id),
      score(theirs, id),
    ]),
    [text.correct, correctness(mine), correctness(theirs)],
    [text.errors, errors(mine), errors(theirs)],
    [text.comment, mine.comment, theirs.comment],
  ];
  return (
    <Dialog title={text.conflictTitle}>
      <p>{text.conflictText}</p>
      <table className="list compare">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{text.panes.form}</span>
            </th>
            <th scope="col">{text.mine}</th>
            <th scope="col">{text.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, left, right]) => (
            <tr key={title} data-differs={left !== right}>
              <th scope="row">{title}</th>
              <td className="written">{left}</td>
              <td className="written">{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="actions">
        <button type="button" onClick={onTakeTheirs}>
          {text.takeTheirs}
        </button>
        <button type="button" className="primary" onClick={onKeepMine}>
          {text.keepMine}
        </button>
      </div>
    </Dialog>
  );
}
