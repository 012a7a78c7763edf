import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { verifyManifest } from '@concord/rubric/exports/verify-manifest';
import { sha256Hex } from '../../services/opaque.ts';
import { print } from '../context.ts';
import { CommandFailure } from '../failure.ts';

const reasons = {
  'not-a-manifest': 'this is not a grader manifest',
  'digest-differs': 'the digest differs: something was changed after it was issued',
  'prompt-differs': 'the prompt differs from its hash',
};

export function verifyGraderCommand(): Command {
  return new Command('verify-grader')
    .description('check that a grader manifest is unchanged and not expired')
    .argument('<file>', 'manifest')
    .option('--json', 'print JSON')
    .action((path: string, options: { json?: true }) => {
      let manifest: unknown;
      try {
        manifest = JSON.parse(readFileSync(path, 'utf8'));
      } catch (error) {
        throw new CommandFailure(`${path}: ${(error as Error).message}`);
      }
      const check = verifyManifest(manifest, sha256Hex, new Date().toISOString());
      if (options.json) print(JSON.stringify(check));
      if (!check.intact) throw new CommandFailure(`${path}: ${reasons[check.reason]}`);
      if (check.expired)
        throw new CommandFailure(`${path}: the manifest has expired; calibrate the grader anew`);
      if (!options.json) print(`${path} is unchanged (digest ${check.digest}).`);
    });
}
