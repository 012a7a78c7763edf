import { invitePerson, listPeople, makePersonLink } from '@concord/rubric/contract/curator/routes';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';
import { route } from '../../http/route.ts';
import { invite, sendSignInLink } from '../../services/invite.ts';
import { requireCurator } from '../../store/curator/access.ts';
import { mayLink, readPeople } from '../../store/curator/people.ts';
import type { CuratorDeps } from './deps.ts';

const linkMinutes = 7 * 24 * 60;

/** Who reads, adjudicates and curates in a study, and how they get in. */
export function peopleRoutes(app: FastifyInstance, { store, now }: CuratorDeps): void {
  route(app, listPeople, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    return { people: await readPeople(store, params.studyId, account.accountId) };
  });
  route(app, invitePerson, async ({ params, body, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const by = { actor: account.username, now };
    const { accountId, created } = await invite(
      store,
      {
        username: body.username,
        displayName: body.displayName,
        place: {
          studyId: params.studyId,
          role: body.role,
          ...(body.pseudonym !== null && { pseudonym: body.pseudonym }),
        },
      },
      by,
    );
    const link = created
      ? await sendSignInLink(store, { accountId, minutes: linkMinutes, studyId: params.studyId, ...by })
      : null;
    return { link };
  });
  route(app, makePersonLink, async ({ params, account }) => {
    await requireCurator(store, account.accountId, params.studyId, now);
    const person = (await readPeople(store, params.studyId, account.accountId)).find(
      ({ username }) => username === params.username,
    );
    const row = await store.db
      .selectFrom('account')
      .select('account_id')
      .where('username', '=', params.username)
      .executeTakeFirst();
    if (!person || !row) throw new ProblemError('not-found');
    if (!(await mayLink(store, account.accountId, row.account_id)))
      throw new ProblemError('not-allowed', {
        detail:
          'A link opens the account for whoever has it, so only readers of your own studies get one here.',
      });
    return {
      link: await sendSignInLink(store, {
        accountId: row.account_id,
        minutes: linkMinutes,
        studyId: params.studyId,
        actor: account.username,
        now,
      }),
    };
  });
}
