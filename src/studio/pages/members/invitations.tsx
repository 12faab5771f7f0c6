import { useState } from 'preact/hooks';
import type { MemberRole } from '../../../storage/accounts.ts';
import type { Invitation } from '../../../storage/invitations.ts';
import { isolated } from '../../../text/names.ts';
import { ROLE_WORDS } from '../../../text/roles.ts';
import { Api } from '../../api/client.ts';
import { CANCELLING_INVITATION, INVITING } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { Badge, Badges } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CopiedText } from '../../parts/copied-text.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { EmptyState, Facts, List } from '../../parts/list.tsx';
import { StrongName } from '../../parts/name.tsx';
import { ReasonNotice } from '../../parts/notice.tsx';
import { Question } from '../../parts/question.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Time } from '../../parts/time.tsx';
import { UnconfirmedNotice } from '../../parts/unconfirmed-notice.tsx';
import { withProof } from '../../proof/with-proof.tsx';
import type { MembersProps } from './props.ts';
import { RoleOptions } from './roles.tsx';

const INVITATIONS = '/api/invitations';

/** A link to be copied, and whom it is for. */
interface NewLink {
  readonly email: string;
  readonly address: string;
}

/** Who is invited to a site, and the way to invite. */
export function Invitations({ site, account, inactivity, invitations, now }: MembersProps) {
  // Shown once, after an invitation was made: only its fingerprint is stored.
  const [link, setLink] = useState<NewLink | null>(null);
  const canInvite = inactivity === null && account.isConfirmed;
  const invite = async (email: string, role: MemberRole) => {
    const request = { act: INVITING, method: 'POST', body: { email, role } } as const;
    const send = () => new Api(site.id).send<{ lien: string | null }>(INVITATIONS, request);
    const { lien } = await withProof(send);
    await shown(
      lien === null
        ? `L’invitation part par courriel à ${isolated(email)}.`
        : `L’invitation de ${isolated(email)} est prête : donnez-lui son lien.`,
    );
    return lien === null ? null : { email, address: location.origin + lien };
  };
  return (
    <>
      <ReasonNotice why={inactivity} />
      <UnconfirmedNotice {...account} />
      <p class="acts">
        <AskButton
          act="inviter"
          kind="primary"
          isUsable={inactivity === null}
          disabled={!canInvite}
          question={(close) => (
            <InviteQuestion
              isMailed={account.isMailed}
              onClose={close}
              work={async (form) => {
                const made = await invite(String(form.get('email')).trim(), String(form.get('role')) as MemberRole);
                // First, so that the focus comes back to the button from the window that shows the link.
                close();
                setLink(made);
              }}
            />
          )}
        >
          Inviter
        </AskButton>
      </p>
      <List
        class="entries"
        items={invitations}
        keyOf={({ email }) => email}
        empty={
          <EmptyState title="Aucune invitation n’attend de réponse.">
            <p class="soft">Invitez les personnes qui travaillent avec vous, chacune avec son rôle.</p>
          </EmptyState>
        }
      >
        {(invitation) => (
          <OneInvitation
            {...{ site, invitation, canInvite }}
            isMailed={account.isMailed}
            isOver={Date.parse(invitation.expire_le) <= now}
            onAgain={async () => setLink(await invite(invitation.email, invitation.role))}
          />
        )}
      </List>
      {link !== null && <LinkDialog {...link} onClose={() => setLink(null)} />}
    </>
  );
}

interface InviteProps {
  readonly isMailed: boolean;
  readonly onClose: () => void;
  readonly work: (form: FormData) => Promise<void>;
}

const InviteQuestion = ({ isMailed, onClose, work }: InviteProps) => (
  <Question title="Inviter une personne" agree="Inviter" onClose={onClose} work={work}>
    <Field
      name="email"
      label="Adresse électronique"
      type="email"
      autocomplete="off"
      required
      maxLength={254}
      help={
        isMailed
          ? 'Un message lui apporte un lien, valable deux semaines.'
          : 'Vous recevrez ici un lien à lui donner, valable deux semaines.'
      }
    />
    <RoleOptions present="editeur" />
  </Question>
);

interface InvitationProps {
  readonly site: MembersProps['site'];
  readonly invitation: Invitation;
  readonly isMailed: boolean;
  readonly canInvite: boolean;
  readonly isOver: boolean;
  readonly onAgain: () => Promise<void>;
}

function OneInvitation({ site, invitation, isMailed, canInvite, isOver, onAgain }: InvitationProps) {
  const { id, email, role, de, cree_le: made, expire_le: end } = invitation;
  const acts = useActs();
  const heading = `invitation-${id}`;
  const cancel = async () => {
    await new Api(site.id).send(INVITATIONS, { act: CANCELLING_INVITATION, method: 'DELETE', query: { id } });
    await shown(`L’invitation de ${isolated(email)} est annulée.`);
  };
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading}>
        <bdi>{email}</bdi>
      </h3>
      <Badges>
        <Badge>{ROLE_WORDS[role]}</Badge> <Badge isLive={!isOver}>{isOver ? 'Expirée' : 'En attente'}</Badge>
      </Badges>
      <Facts
        facts={[
          ['Invité par', <bdi key="de">{de ?? 'un compte supprimé'}</bdi>],
          ['Le', <Time key="le" at={made} />],
          [isOver ? 'A expiré' : 'Expire', <Time key="fin" at={end} />],
        ]}
      />
      <Refusal {...acts} />
      <p class="acts">
        <ActButton act={`encore ${email}`} acts={acts} disabled={!canInvite} aria-describedby={heading} work={onAgain}>
          {isMailed ? 'Renvoyer' : 'Nouveau lien'}
        </ActButton>{' '}
        <AskButton
          act={`annuler ${id}`}
          kind="danger"
          aria-describedby={heading}
          question={(close) => (
            <Question
              title="Annuler cette invitation ?"
              agree="Annuler l’invitation"
              kind="danger"
              onClose={close}
              work={() => unlessGone('Cette invitation n’attend plus.', cancel)}
            >
              <p>
                Le lien de <StrongName of={email} /> ne servira plus.
              </p>
            </Question>
          )}
        >
          Annuler l’invitation
        </AskButton>
      </p>
    </article>
  );
}

function LinkDialog({ email, address, onClose }: NewLink & { readonly onClose: () => void }) {
  const [told, setTold] = useState('');
  return (
    <Dialog title="Lien de l’invitation" onClose={onClose}>
      <p>
        Donnez ce lien à <StrongName of={email} /> et à personne d’autre : qui l’a peut accepter l’invitation. Il n’est
        montré que cette fois.
      </p>
      <CopiedText text={address} label="Copier le lien" kind="primary" onCopied={setTold} />
      <p role="status" class="copied">
        {told}
      </p>
      <p class="acts">
        <Button onClick={onClose}>J’ai gardé le lien</Button>
      </p>
    </Dialog>
  );
}
