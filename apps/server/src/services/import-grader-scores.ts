import { parseDocument } from 'yaml';
import { type GraderFile, graderFileSchema } from '@concord/rubric/contract/bundle/grader';
import { rubricSchema } from '@concord/rubric/model/rubric';
import { shorten } from '../bundle/problem.ts';
import type { Store } from '../db/open-database.ts';
import { ProblemError } from '../http/problem-error.ts';
import { appendAudit } from '../store/audit.ts';
import { addGraders, addGraderScores, type GraderScoresOutcome } from './add-grader-scores.ts';
import { readGraderScoreFile } from './grader-score-file.ts';

type UploadedFile = { name: string; bytes: Uint8Array };

function readGraderFile(file: UploadedFile): GraderFile {
  const document = parseDocument(new TextDecoder().decode(file.bytes));
  const [fault] = document.errors;
  if (fault)
    throw new ProblemError('scores-refused', {
      errors: [
        {
          where: file.name,
          line: fault.linePos?.[0].line ?? null,
          field: null,
          found: fault.message,
          expected: 'YAML',
        },
      ],
    });
  const parsed = graderFileSchema.safeParse(document.toJS());
  if (!parsed.success)
    throw new ProblemError('scores-refused', {
      errors: parsed.error.issues.map((issue) => ({
        where: file.name,
        line: null,
        field: issue.path.join('.') || null,
        expected: issue.message,
      })),
    });
  return parsed.data;
}

/** Imports grader scores, and the grader itself where its file comes along. All or nothing. */
export async function importGraderScores(
  store: Store,
  input: { studyId: string; scores: UploadedFile; grader?: UploadedFile; actor: string; now: () => Date },
): Promise<Omit<GraderScoresOutcome, 'problems'>> {
  const { studyId } = input;
  const grader = input.grader ? readGraderFile(input.grader) : undefined;
  const { lines, problems } = readGraderScoreFile(input.scores.name, input.scores.bytes);
  if (problems.length > 0) throw new ProblemError('scores-refused', { errors: problems });
  const at = input.now().toISOString();
  return store.db.transaction().execute(async (transaction) => {
    const study = await transaction
      .selectFrom('study')
      .innerJoin('rubric_version', 'rubric_version.rubric_hash', 'study.rubric_hash')
      .select('rubric_version.content')
      .where('study_id', '=', studyId)
      .executeTakeFirst();
    if (!study) throw new ProblemError('not-found');
    const graderProblems = await addGraders(transaction, { studyId, graders: grader ? [grader] : [], at });
    const { problems: scoreProblems, ...outcome } = await addGraderScores(transaction, {
      studyId,
      rubric: rubricSchema.parse(JSON.parse(study.content)),
      scores: lines.map(({ line, score }) => ({ file: input.scores.name, line, score })),
      at,
    });
    const all = [...graderProblems, ...scoreProblems];
    // Thrown inside the transaction, so that a new grader goes away with its refused scores.
    if (all.length > 0) throw new ProblemError('scores-refused', { errors: shorten(all) });
    await appendAudit(transaction, {
      at,
      actor: input.actor,
      action: 'grader-scores.imported',
      studyId,
      subject: outcome.graders.join(','),
      payload: {
        added: outcome.added,
        unchanged: outcome.unchanged,
        byStatus: outcome.byStatus,
        file: input.scores.name,
      },
    });
    return outcome;
  });
}
