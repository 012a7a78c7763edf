import { Command } from 'commander';
import { verifyAudit } from '../../store/audit-verify.ts';
import { openBlobStore } from '../../store/blob-store.ts';
import { verifyImages } from '../../store/verify-images.ts';
import { print, withStore } from '../context.ts';
import { CommandFailure } from '../failure.ts';

const logFaults = {
  gap: 'an entry before it is missing',
  'wrong-previous': 'it does not follow the entry before it',
  changed: 'its text was changed',
};

/** `concord verify`: exit 0 where log and images are whole, 1 where an entry or an image was changed or removed. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('check that no entry of the audit log and no stored image was changed or removed')
    .option('--json', 'print JSON')
    .action(async (options: { json?: true }, command: Command) => {
      const { log, images } = await withStore(command, async (store) => ({
        log: verifyAudit(store),
        images: await verifyImages(store, openBlobStore(store.folder)),
      }));
      if (options.json) print(JSON.stringify({ ...log, images }));
      const faults = [
        ...(log.ok ? [] : [`the audit log breaks at entry ${log.sequence}: ${logFaults[log.fault]}`]),
        ...images.missing.map((sha256) => `image ${sha256} is missing`),
        ...images.damaged.map((sha256) => `image ${sha256} is damaged`),
      ];
      if (!log.ok || faults.length > 0) throw new CommandFailure(faults.join('\nconcord: '));
      if (options.json) return;
      print(`The audit log is whole: ${log.entries} entries, last hash ${log.head}.`);
      print(`The images are whole: ${images.images} ${images.images === 1 ? 'image' : 'images'}.`);
    });
}
