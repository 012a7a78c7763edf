import { ratingContentSchema } from '@concord/rubric/model/rating';
import { z } from 'zod';

/** Work of one rater on one item that the server has not confirmed, as kept in the browser. */
const unsentSchema = z.strictObject({
  version: z.literal(1),
  content: ratingContentSchema,
  baseRevision: z.int().nonnegative(),
  idempotencyKey: z.uuid(),
  changes: z.int().positive(),
});
export type Unsent = Omit<z.infer<typeof unsentSchema>, 'version'>;

const prefix = (user: string): string => `concord.unsent.${encodeURIComponent(user)}.`;

/** The kept work, or null where there is none, it is of another version, or storage is blocked. */
export function readUnsent(storage: Storage, user: string, itemId: string): Unsent | null {
  try {
    const text = storage.getItem(prefix(user) + itemId);
    if (text === null) return null;
    const parsed = unsentSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const { content, baseRevision, idempotencyKey, changes } = parsed.data;
    return { content, baseRevision, idempotencyKey, changes };
  } catch {
    return null;
  }
}

/** Keeps the work, or with null lets it go. False where the browser refuses to store. */
export function writeUnsent(storage: Storage, user: string, itemId: string, unsent: Unsent | null): boolean {
  try {
    if (unsent === null) storage.removeItem(prefix(user) + itemId);
    else storage.setItem(prefix(user) + itemId, JSON.stringify({ version: 1, ...unsent }));
    return true;
  } catch {
    return false;
  }
}

/** Ids of the rater's items that hold unsent work on this computer. */
export function unsentItems(storage: Storage, user: string): string[] {
  const start = prefix(user);
  return Object.keys(storage)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
}
