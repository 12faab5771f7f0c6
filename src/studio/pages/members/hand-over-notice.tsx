import { Api } from '../../api/client.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton } from '../../parts/act-buttons.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Time } from '../../parts/time.tsx';
import { HAND_OVER } from './api.ts';
import type { MembersProps } from './props.ts';

type HandOverProps = Pick<MembersProps, 'site' | 'account' | 'isOwner' | 'members' | 'handOver'>;

/** A site that waits for the agreement of who is to get it: who may agree, and owners, can answer. Nothing for everybody else. */
export function HandOverNotice({ site, account, isOwner, members, handOver }: HandOverProps) {
  const acts = useActs();
  if (!handOver) return null;
  const nameOf = (id: string) => <bdi>{members.find(({ compte }) => compte === id)?.email}</bdi>;
  const send = (path: string, method: 'POST' | 'DELETE', words: string) => () =>
    unlessGone('Cette proposition n’attend plus.', async () => {
      await new Api(site.id).send(path, { method });
      await shown(words);
    });
  const [giver, receiver] = [nameOf(handOver.from), nameOf(handOver.to)];
  if (handOver.to === account.id) {
    return (
      <>
        <Notice>
          {giver} veut vous transmettre ce site. Si vous acceptez, vous en devenez propriétaire et {giver} devient
          éditeur.
        </Notice>
        <Refusal {...acts} />
        <p class="acts">
          <ActButton
            act="accepter"
            kind="primary"
            acts={acts}
            work={send(`${HAND_OVER}/acceptation`, 'POST', 'Vous êtes propriétaire de ce site.')}
          >
            Accepter
          </ActButton>{' '}
          <ActButton act="refuser" acts={acts} work={send(HAND_OVER, 'DELETE', 'La proposition est refusée.')}>
            Refuser
          </ActButton>
        </p>
      </>
    );
  }
  if (!isOwner) return null;
  return (
    <>
      <Notice kind="calm">
        En attente de l’accord de {receiver}, à qui {giver} a proposé ce site le <Time at={handOver.askedAt} />. La
        réponse se donne dans cette page.
      </Notice>
      <Refusal {...acts} />
      <p class="acts">
        <ActButton act="garder-le-site" acts={acts} work={send(HAND_OVER, 'DELETE', 'La proposition est annulée.')}>
          Annuler
        </ActButton>
      </p>
    </>
  );
}
