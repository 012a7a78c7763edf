import { Command, Option } from 'commander';
import { text as readText } from 'node:stream/consumers';
import { roles, type Role } from '@concord/rubric/model/words';
import { invite, type Place, sendSignInLink } from '../../services/invite.ts';
import { commandLineActor, print, withStore } from '../context.ts';
import { CommandFailure } from '../failure.ts';

const linkMinutes = 24 * 60;
const shortestPassword = 12;

type AddOptions = {
  displayName?: string;
  study?: string;
  role?: Role;
  rater?: string;
  admin?: true;
  passwordStdin?: true;
  link?: true;
  json?: true;
};

export function userCommand(): Command {
  const user = new Command('user').description('accounts and what they may do in a study');
  user.addCommand(addCommand());
  return user;
}

/** The place in a study that the options name; undefined where they name none. */
function placeOf(options: AddOptions): Place | undefined {
  const { study, role, rater } = options;
  if ((study === undefined) !== (role === undefined))
    throw new CommandFailure('--study and --role go together');
  if (study === undefined || role === undefined) {
    if (!options.admin)
      throw new CommandFailure(
        'give --study and --role, or --admin for an account that imports the first study',
      );
    return undefined;
  }
  if ((role === 'rater') !== (rater !== undefined))
    throw new CommandFailure('--rater goes with --role rater, and only with it');
  return { studyId: study, role, ...(rater !== undefined && { pseudonym: rater }) };
}

async function passwordOf(options: AddOptions): Promise<string | undefined> {
  if (!options.passwordStdin) return undefined;
  const password = (await readText(process.stdin)).replace(/\r?\n$/, '');
  if (password.length < shortestPassword)
    throw new CommandFailure(`the password has fewer than ${shortestPassword} characters`);
  return password;
}

function addCommand(): Command {
  return new Command('add')
    .description('make an account, or give one that exists a role in a study')
    .argument('<name>', 'sign-in name')
    .option('--display-name <name>', 'name that the pages show (a new account needs it)')
    .option('--study <study>', 'study id')
    .addOption(new Option('--role <role>', 'what the account does there').choices(roles))
    .option('--rater <pseudonym>', 'the rater of the study that this account is (role rater)')
    .option('--admin', 'the account may import studies; it curates what it imports')
    .option('--password-stdin', 'read the password from standard input')
    .option('--link', 'print the path of a one-time sign-in link, good for 24 hours')
    .option('--json', 'print JSON')
    .action(async (username: string, options: AddOptions, command: Command) => {
      const place = placeOf(options);
      const password = await passwordOf(options);
      const path = await withStore(command, async (store) => {
        const by = { actor: commandLineActor, now: () => new Date() };
        const known = await store.db
          .selectFrom('account')
          .select('account_id')
          .where('username', '=', username)
          .executeTakeFirst();
        if (!known && password === undefined && !options.link)
          throw new CommandFailure('give --password-stdin or --link; otherwise nobody can sign in');
        const { accountId } = await invite(
          store,
          {
            username,
            ...(options.displayName !== undefined && { displayName: options.displayName }),
            ...(password !== undefined && { password }),
            ...(options.admin && { isAdmin: true }),
            ...(place && { place }),
          },
          by,
        );
        return options.link
          ? sendSignInLink(store, { accountId, minutes: linkMinutes, studyId: place?.studyId ?? null, ...by })
          : undefined;
      });
      const role = place?.role ?? 'admin';
      if (options.json) return print(JSON.stringify({ username, role, link: path ?? null }));
      print(`Account ${username}: ${place ? `${place.role} in ${place.studyId}` : 'may import studies'}.`);
      if (path !== undefined) print(`Sign in once at ${path} on the server's address.`);
    });
}
