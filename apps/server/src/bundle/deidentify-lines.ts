import type { ResponseLine } from '@concord/rubric/contract/bundle/response';
import type { TaskLine } from '@concord/rubric/contract/bundle/task';
import type { TextDeidentifier } from './deidentify-text.ts';

/** A task without what identifies the patient of its case. */
export function cleanTask(task: TaskLine, texts: TextDeidentifier | undefined): TaskLine {
  if (!texts) return task;
  return {
    ...task,
    question: texts.clean(task.question),
    ...(task.rounds && {
      rounds: task.rounds.map(({ reveal, question }) => ({
        reveal: texts.clean(reveal),
        question: texts.clean(question),
      })),
    }),
    ...(task.reference && {
      reference: { ...task.reference, answer: texts.clean(task.reference.answer) },
    }),
  };
}

/** An answer without what identifies the patient of its case. */
export function cleanResponse(response: ResponseLine, texts: TextDeidentifier | undefined): ResponseLine {
  if (!texts) return response;
  return {
    ...response,
    ...(response.answer !== undefined && { answer: texts.clean(response.answer) }),
    ...(response.rounds && { rounds: response.rounds.map((text) => texts.clean(text)) }),
  };
}
