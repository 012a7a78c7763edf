import { Command, Option } from 'commander';
import { text as readText } from 'node:stream/consumers';
import { roles, type Role } from '@concord/rubric/model/words';
import { addMembership, createAccount, makeSignInLink } from '../../store/accounts.ts';
import { appendAudit } from '../../store/audit.ts';
import { commandLineActor, print, withStore } from '../context.ts';
import { CommandFailure } from '../failure.ts';

const linkMinutes = 24 * 60;
const shortestPassword = 12;

type AddOptions = {
  displayName: string;
  study: string;
  role: Role;
  rater?: string;
  passwordStdin?: true;
  link?: true;
  json?: true;
};

export function userCommand(): Command {
  const user = new Command('user').description('accounts and what they may do in a study');
  user.addCommand(addCommand());
  return user;
}

function addCommand(): Command {
  return new Command('add')
    .description('make an account with a role in a study')
    .argument('<name>', 'sign-in name')
    .requiredOption('--display-name <name>', 'name that the pages show')
    .requiredOption('--study <study>', 'study id')
    .addOption(
      new Option('--role <role>', 'what the account does there').choices(roles).makeOptionMandatory(),
    )
    .option('--rater <pseudonym>', 'the rater of the study that this account is (role rater)')
    .option('--password-stdin', 'read the password from standard input')
    .option('--link', 'print the path of a one-time sign-in link, good for 24 hours')
    .option('--json', 'print JSON')
    .action(async (username: string, options: AddOptions, command: Command) => {
      const password = options.passwordStdin
        ? (await readText(process.stdin)).replace(/\r?\n$/, '')
        : undefined;
      if (password === undefined && !options.link)
        throw new CommandFailure('give --password-stdin or --link; otherwise nobody can sign in');
      if (password !== undefined && password.length < shortestPassword)
        throw new CommandFailure(`the password has fewer than ${shortestPassword} characters`);
      if ((options.role === 'rater') !== (options.rater !== undefined))
        throw new CommandFailure('--rater goes with --role rater, and only with it');
      const token = await withStore(command, async (store) => {
        const { db } = store;
        const study = await db
          .selectFrom('study')
          .select('study_id')
          .where('study_id', '=', options.study)
          .executeTakeFirst();
        if (!study) throw new CommandFailure(`there is no study ${options.study}`);
        const taken = await db
          .selectFrom('account')
          .select('account_id')
          .where('username', '=', username)
          .executeTakeFirst();
        if (taken) throw new CommandFailure(`there is already an account ${username}`);
        const rater =
          options.rater === undefined
            ? undefined
            : await db
                .selectFrom('rater')
                .select(['rater_id', 'account_id'])
                .where('study_id', '=', options.study)
                .where('pseudonym', '=', options.rater)
                .executeTakeFirst();
        if (options.rater !== undefined && !rater)
          throw new CommandFailure(`study ${options.study} has no rater ${options.rater}`);
        if (rater && rater.account_id !== null)
          throw new CommandFailure(`rater ${options.rater} already has an account`);
        const accountId = await createAccount(store, {
          username,
          displayName: options.displayName,
          ...(password !== undefined && { password }),
        });
        await addMembership(store, { studyId: options.study, accountId, role: options.role });
        await db.transaction().execute(async (transaction) => {
          if (rater)
            await transaction
              .updateTable('rater')
              .set({ account_id: accountId })
              .where('rater_id', '=', rater.rater_id)
              .execute();
          await appendAudit(transaction, {
            at: new Date().toISOString(),
            actor: commandLineActor,
            action: 'account.added',
            studyId: options.study,
            subject: username,
            payload: { role: options.role, rater: options.rater ?? null },
          });
        });
        return options.link ? await makeSignInLink(store, accountId, linkMinutes) : undefined;
      });
      const path = token === undefined ? undefined : `/link#${token}`;
      if (options.json) return print(JSON.stringify({ username, role: options.role, link: path ?? null }));
      print(`Account ${username}: ${options.role} in ${options.study}.`);
      if (path !== undefined) print(`Sign in once at ${path} on the server's address.`);
    });
}
