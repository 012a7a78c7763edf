import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { auditActions } from '../../../apps/annotator/src/language/audit-actions.ts';

/** Every key of the form `noun.verb` that the server's sources write into the audit log. */
function writtenActions(): string[] {
  const folder = fileURLToPath(new URL('../../../apps/server/src', import.meta.url));
  const found = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const source = readFileSync(`${folder}/${name}`, 'utf8');
    // An action stands after its key, or in a call that writes an entry.
    for (const [line] of source.matchAll(/^\s*action: .*$|^\s*const action = .*$|\baudit\([^;]*?\{/gm))
      for (const [, action] of line.matchAll(/'([a-z-]+\.[a-z-]+)'/g)) if (action) found.add(action);
  }
  return [...found].sort();
}

it('every action of the audit log has a name in English and Chinese', () => {
  const actions = writtenActions();
  for (const action of ['study.locked', 'rating.submitted', 'draft.saved', 'draft.conflict', 'case.flagged'])
    expect(actions).toContain(action);
  for (const words of [auditActions.en, auditActions.zh])
    expect(actions.filter((action) => words[action] === undefined)).toEqual([]);
});
