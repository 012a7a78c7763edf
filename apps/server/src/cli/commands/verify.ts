import { Command } from 'commander';
import { verifyAudit } from '../../store/audit-verify.ts';
import { print, withStore } from '../context.ts';
import { CommandFailure } from '../failure.ts';

const faults = {
  gap: 'an entry before it is missing',
  'wrong-previous': 'it does not follow the entry before it',
  changed: 'its text was changed',
};

/** `concord verify`: exit 0 where the audit log is whole, 1 where an entry was changed, removed or slipped in. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('check that no entry of the audit log was changed or removed')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }, command: Command) => {
      const check = await withStore(command, async (store) => verifyAudit(store));
      if (options.json) print(JSON.stringify(check));
      if (!check.ok)
        throw new CommandFailure(`the audit log breaks at entry ${check.sequence}: ${faults[check.fault]}`);
      if (!options.json) print(`The audit log is whole: ${check.entries} entries, last hash ${check.head}.`);
    });
}
