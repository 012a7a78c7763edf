import type { Transaction } from 'kysely';
import type { GraderFile, GraderScoreLine } from '@concord/rubric/contract/bundle/grader';
import type { ProblemEntry } from '@concord/rubric/contract/problem';
import { canonicalJson } from '@concord/rubric/model/canonical-json';
import type { Rubric } from '@concord/rubric/model/rubric';
import type { Tables } from '../db/tables.ts';

export type PlacedScore = { file: string; line: number; score: GraderScoreLine };
export type GraderScoresOutcome = {
  graders: string[];
  added: number;
  unchanged: number;
  byStatus: Record<string, number>;
  problems: ProblemEntry[];
};

/** Adds graders that are new; one that is stored with other content is a problem, for a pinned grader never changes. */
export async function addGraders(
  transaction: Transaction<Tables>,
  input: { studyId: string; graders: readonly GraderFile[]; at: string },
): Promise<ProblemEntry[]> {
  const problems: ProblemEntry[] = [];
  for (const grader of input.graders) {
    const content = canonicalJson(grader);
    const stored = await transaction
      .selectFrom('grader')
      .select('content')
      .where('study_id', '=', input.studyId)
      .where('grader_key', '=', grader.id)
      .executeTakeFirst();
    if (!stored)
      await transaction
        .insertInto('grader')
        .values({ study_id: input.studyId, grader_key: grader.id, content, added_at: input.at })
        .execute();
    else if (stored.content !== content)
      problems.push({
        where: `graders/${grader.id}.yaml`,
        expected: 'the stored grader unchanged: a changed grader needs a new id',
        found: 'other content',
      });
  }
  return problems;
}

/**
 * Adds grader replies. A reply that is stored already with the same content changes nothing; one with other content, an
 * unknown grader, response, dimension, round or a score off the scale is a problem, and then the caller rolls back.
 */
export async function addGraderScores(
  transaction: Transaction<Tables>,
  input: { studyId: string; rubric: Rubric; scores: readonly PlacedScore[]; at: string },
): Promise<GraderScoresOutcome> {
  const { studyId, rubric } = input;
  const problems: ProblemEntry[] = [];
  const graders = new Map(
    (
      await transaction
        .selectFrom('grader')
        .select(['grader_id', 'grader_key'])
        .where('study_id', '=', studyId)
        .execute()
    ).map((row) => [row.grader_key, row.grader_id]),
  );
  const responses = new Map(
    (
      await transaction
        .selectFrom('response')
        .select(['response_id', 'response_key', 'answers'])
        .where('study_id', '=', studyId)
        .execute()
    ).map((row) => [
      row.response_key,
      { id: row.response_id, rounds: (JSON.parse(row.answers) as unknown[]).length },
    ]),
  );
  const stored = new Map(
    (
      await transaction
        .selectFrom('grader_score')
        .innerJoin('grader', 'grader.grader_id', 'grader_score.grader_id')
        .select(['grader_score.grader_id', 'response_id', 'round', 'repeat', 'line'])
        .where('grader.study_id', '=', studyId)
        .execute()
    ).map((row) => [[row.grader_id, row.response_id, row.round, row.repeat].join(), row.line]),
  );
  const scales = new Map(rubric.dimensions.map(({ id, scale }) => [id, scale]));
  const outcome = {
    graders: new Set<string>(),
    added: 0,
    unchanged: 0,
    byStatus: {} as Record<string, number>,
  };
  const rows: {
    grader_id: number;
    response_id: number;
    round: number;
    repeat: number;
    status: string;
    line: string;
    added_at: string;
  }[] = [];
  for (const { file, line, score } of input.scores) {
    const problem = (field: string, found: string, expected: string): void => {
      problems.push({ where: file, line, field, found, expected });
    };
    const graderId = graders.get(score.grader);
    const response = responses.get(score.response);
    if (graderId === undefined)
      problem(
        'grader',
        score.grader,
        `a grader of the study: ${[...graders.keys()].join(', ') || 'there is none yet; bring its YAML file'}`,
      );
    if (!response) problem('response', score.response, 'a response of the study');
    for (const [dimension, value] of Object.entries(score.scores)) {
      const scale = scales.get(dimension);
      if (!scale)
        problem(
          `scores.${dimension}`,
          dimension,
          `a dimension of the rubric: ${[...scales.keys()].join(', ')}`,
        );
      else if (value !== null && (value < scale.min || value > scale.max))
        problem(`scores.${dimension}`, String(value), `a number from ${scale.min} to ${scale.max}`);
    }
    if (graderId === undefined || !response) continue;
    const round = score.round ?? response.rounds - 1;
    if (round >= response.rounds) problem('round', String(round), `a round from 0 to ${response.rounds - 1}`);
    const key = [graderId, response.id, round, score.repeat].join();
    const text = canonicalJson({ ...score, round });
    const before = stored.get(key);
    outcome.graders.add(score.grader);
    if (before === text) outcome.unchanged += 1;
    else if (before !== undefined)
      problem(
        'scores',
        'a reply that differs from the stored one',
        'the same grader, response, round and repeat only once',
      );
    else {
      stored.set(key, text);
      rows.push({
        grader_id: graderId,
        response_id: response.id,
        round,
        repeat: score.repeat,
        status: score.status,
        line: text,
        added_at: input.at,
      });
      outcome.added += 1;
      outcome.byStatus[score.status] = (outcome.byStatus[score.status] ?? 0) + 1;
    }
  }
  if (problems.length === 0)
    for (let start = 0; start < rows.length; start += 500)
      await transaction
        .insertInto('grader_score')
        .values(rows.slice(start, start + 500))
        .execute();
  return { ...outcome, graders: [...outcome.graders].sort(), problems };
}
