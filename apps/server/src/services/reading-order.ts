import { seededUniform, shuffled } from './seeded-order.ts';

/** One response to be put in order, with the case that it belongs to and its opaque respondent index. */
export type OrderItem = { responseId: number; caseId: number; respondentIndex: number };

/**
 * A seeded reading order that keeps answers to one case apart: the reading runs in passes, each pass takes one waiting
 * answer of every case in a fresh random order of cases; within a case answers are drawn by the opaque respondent
 * index, never by name or score. The input order does not matter. Two answers to one case are at least one pass apart,
 * and never neighbours while another case still waits.
 */
export function readingOrder(items: readonly OrderItem[], seed: number): OrderItem[] {
  const uniform = seededUniform(seed);
  const byCase = new Map<number, OrderItem[]>();
  for (const item of [...items].sort(
    (a, b) => a.caseId - b.caseId || a.respondentIndex - b.respondentIndex || a.responseId - b.responseId,
  ))
    byCase.set(item.caseId, [...(byCase.get(item.caseId) ?? []), item]);
  const queues = [...byCase.entries()].map(([caseId, queue]) => ({
    caseId,
    queue: shuffled(queue, uniform),
  }));
  const order: OrderItem[] = [];
  while (queues.some(({ queue }) => queue.length > 0)) {
    const pass = shuffled(
      queues.filter(({ queue }) => queue.length > 0),
      uniform,
    );
    if (pass.length > 1 && pass[0]?.caseId === order.at(-1)?.caseId)
      pass.push(pass.shift() as (typeof pass)[number]);
    for (const { queue } of pass) order.push(queue.pop() as OrderItem);
  }
  return order;
}
