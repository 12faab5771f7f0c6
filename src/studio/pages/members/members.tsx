import type { MemberRole } from '../../../storage/accounts.ts';
import type { Member } from '../../../storage/members.ts';
import { isolated } from '../../../text/names.ts';
import { ROLE_SENTENCES, ROLE_WORDS } from '../../../text/roles.ts';
import { Api } from '../../api/client.ts';
import { CHANGING_MEMBERS } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Badge, Badges } from '../../parts/badge.tsx';
import { List } from '../../parts/list.tsx';
import { StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { withProof } from '../../proof/with-proof.tsx';
import { HAND_OVER, MEMBERS } from './api.ts';
import type { MembersProps } from './props.ts';
import { RoleOptions } from './roles.tsx';

export const Members = ({ members, ...page }: MembersProps) => (
  <List class="entries" items={members} keyOf={({ compte }) => compte}>
    {(member) => <OneMember {...page} member={member} />}
  </List>
);

type MemberProps = Pick<MembersProps, 'site' | 'account' | 'isOwner' | 'handOver'> & { readonly member: Member };

function OneMember(props: MemberProps) {
  const { member, account, isOwner, handOver } = props;
  const isSelf = member.compte === account.id;
  const heading = `membre-${member.compte}`;
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading}>
        <bdi>{member.email}</bdi>
      </h3>
      <Badges>
        <Badge>{ROLE_WORDS[member.role]}</Badge> {isSelf && <Badge isLive>Vous</Badge>}
      </Badges>
      <p class="soft may">{ROLE_SENTENCES[member.role]}</p>
      {(isOwner || isSelf) && (
        <p class="acts">
          {isOwner && <ChangeRole {...props} />}{' '}
          {isOwner && !isSelf && handOver?.to !== member.compte && <HandOver {...props} />}{' '}
          {isSelf ? <Leave {...props} /> : <Remove {...props} />}
        </p>
      )}
    </article>
  );
}

const gone = ({ email }: Member) => `${isolated(email)} n’est plus membre de ce site.`;

function ChangeRole({ site, member, account }: MemberProps) {
  const { compte, email, role: present } = member;
  const change = async (form: FormData) => {
    const role = String(form.get('role')) as MemberRole;
    const body = { compte, role };
    await withProof(() => new Api(site.id).send(MEMBERS, { act: CHANGING_MEMBERS, method: 'PATCH', body }));
    await shown(`Rôle de ${isolated(email)} : ${ROLE_WORDS[role].toLowerCase()}.`);
  };
  return (
    <AskButton
      act={`role ${compte}`}
      aria-describedby={`membre-${compte}`}
      question={(close) => (
        <Question
          title="Changer le rôle"
          agree="Changer le rôle"
          onClose={close}
          work={(form) => unlessGone(gone(member), () => change(form))}
        >
          <p>
            {compte === account.id ? 'Votre rôle' : 'Le rôle de'} {compte !== account.id && <StrongName of={email} />}{' '}
            sur ce site change aussitôt, pour ses clés d’API aussi.
          </p>
          <RoleOptions present={present} />
        </Question>
      )}
    >
      Changer le rôle
    </AskButton>
  );
}

function HandOver({ site, member }: MemberProps) {
  const { compte, email } = member;
  const handOver = async () => {
    const request = { act: CHANGING_MEMBERS, method: 'POST', body: { compte } } as const;
    await withProof(() => new Api(site.id).send(HAND_OVER, request));
    await shown(`Le site est proposé à ${isolated(email)}.`);
  };
  return (
    <AskButton
      act={`transmettre ${compte}`}
      aria-describedby={`membre-${compte}`}
      question={(close) => (
        <Question
          title="Transmettre ce site ?"
          agree="Proposer le site"
          kind="danger"
          onClose={close}
          work={() => unlessGone(gone(member), handOver)}
        >
          <p>
            Le site <StrongName of={site.name} /> est proposé à <StrongName of={email} />. Avec son accord, cette
            personne en devient propriétaire et vous devenez éditeur : vous ne pourrez alors pas revenir en arrière sans
            elle.
          </p>
        </Question>
      )}
    >
      Transmettre le site
    </AskButton>
  );
}

function Remove({ site, member }: MemberProps) {
  const { compte, email } = member;
  const remove = async () => {
    await new Api(site.id).send(MEMBERS, { act: CHANGING_MEMBERS, method: 'DELETE', query: { compte } });
    await shown(`${isolated(email)} n’est plus membre de ce site.`);
  };
  return (
    <AskButton
      act={`retirer ${compte}`}
      kind="danger"
      aria-describedby={`membre-${compte}`}
      question={(close) => (
        <Question
          title="Retirer ce membre ?"
          agree="Retirer"
          kind="danger"
          onClose={close}
          work={() => unlessGone(gone(member), remove)}
        >
          <p>
            <StrongName of={email} /> perd aussitôt l’accès à <StrongName of={site.name} />, avec ses clés d’API. Ce que
            cette personne a fait reste ; ses invitations qui attendent une réponse sont annulées.
          </p>
        </Question>
      )}
    >
      Retirer
    </AskButton>
  );
}

function Leave({ site, member: { compte } }: MemberProps) {
  const leave = async () => {
    const request = { act: CHANGING_MEMBERS, method: 'DELETE', query: { compte } } as const;
    await withProof(() => new Api(site.id).send(MEMBERS, request));
    location.assign('/studio');
  };
  return (
    <AskButton
      act="quitter"
      kind="danger"
      question={(close) => (
        <Question title="Quitter ce site ?" agree="Quitter" kind="danger" onClose={close} work={leave}>
          <p>
            Vous n’aurez plus accès à <StrongName of={site.name} />, avec vos clés d’API non plus. Pour y revenir, il
            faudra une invitation.
          </p>
        </Question>
      )}
    >
      Quitter ce site
    </AskButton>
  );
}
