import { invitePerson, listPeople, makePersonLink } from '@concord/rubric/contract/curator/routes';
import type { Person } from '@concord/rubric/contract/curator/people';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useMessages } from '../../language/language.tsx';
import { curationMessages } from '../../language/curation-messages.ts';
import { peopleMessages } from '../../language/people.ts';
import { Failure } from './failure.tsx';
import { InviteForm, type InviteInput } from './invite-form.tsx';
import { SortableTable } from './sortable-table.tsx';

type Given = { who: string; link: string | null };

/** A link that is shown once, to be copied and sent. */
function GivenLink({ given }: { given: Given }) {
  const words = useMessages(peopleMessages);
  const [copied, setCopied] = useState(false);
  if (given.link === null) return <p className="notice">{words.placed(given.who)}</p>;
  const address = `${location.origin}${given.link}`;
  return (
    <div className="notice">
      <p>{words.linkFor(given.who)}</p>
      <p>
        <code className="given-link">{address}</code>{' '}
        <button
          type="button"
          onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}
        >
          {words.copy}
        </button>{' '}
        {copied && words.copied}
      </p>
    </div>
  );
}

/** Raters, adjudicators and curators of a study; invitations and sign-in links for them. */
export function PeoplePage({ studyId }: { studyId: string }) {
  const words = useMessages(peopleMessages);
  const common = useMessages(curationMessages);
  const client = useQueryClient();
  const key = ['curator', 'study', studyId, 'people'];
  const people = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listPeople, { params: { studyId } }, { signal }),
  });
  const [given, setGiven] = useState<Given | null>(null);
  const [pseudonym, setPseudonym] = useState('');
  const invite = useMutation({
    mutationFn: (input: InviteInput) => call(invitePerson, { params: { studyId }, body: input }),
    onSuccess: ({ link }, input) => {
      setGiven({ who: input.pseudonym ?? input.username, link });
      setPseudonym('');
      return client.invalidateQueries({ queryKey: ['curator', 'study', studyId] });
    },
  });
  const relink = useMutation({
    mutationFn: (username: string) => call(makePersonLink, { params: { studyId, username }, body: {} }),
    onSuccess: ({ link }, username) => setGiven({ who: username, link }),
  });
  const failure = invite.error ?? relink.error;
  const action = (person: Person) => {
    const { username } = person;
    if (username === null)
      return (
        <a href="#invite" onClick={() => setPseudonym(person.pseudonym ?? '')}>
          {words.inviteAs(person.pseudonym ?? '')}
        </a>
      );
    if (!person.mayLink) return '–';
    return (
      <button type="button" disabled={relink.isPending} onClick={() => relink.mutate(username)}>
        {words.newLink(person.pseudonym ?? username)}
      </button>
    );
  };
  return (
    <>
      <h2>{words.title}</h2>
      <p className="muted">{words.intro}</p>
      {people.error && <Failure error={people.error} retry={() => void people.refetch()} />}
      {people.isPending && <output>{common.loading}</output>}
      {people.data && (
        <SortableTable
          caption={words.title}
          rows={people.data.people}
          rowKey={(person) => `${person.role} ${person.pseudonym ?? person.username ?? ''}`}
          empty={words.empty}
          columns={[
            { key: 'role', title: words.role, by: (person) => words.roles[person.role] },
            { key: 'pseudonym', title: words.pseudonym, by: (person) => person.pseudonym ?? '–' },
            { key: 'account', title: words.account, by: (person) => person.username ?? words.noAccount },
            { key: 'name', title: words.name, by: (person) => person.displayName ?? '–' },
            { key: 'action', title: words.action, by: () => '', show: action },
          ]}
        />
      )}
      <div role="status">{given && <GivenLink key={given.link} given={given} />}</div>
      {failure && <Failure error={failure} />}
      <InviteForm
        key={pseudonym}
        pseudonym={pseudonym}
        busy={invite.isPending}
        onInvite={(input) => {
          setGiven(null);
          invite.mutate(input);
        }}
      />
    </>
  );
}
