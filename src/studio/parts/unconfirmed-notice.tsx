import { Api } from '../api/client.ts';
import { CONFIRMING_ADDRESS } from '../api/refusals.ts';
import { shown } from '../live/live.tsx';
import { useActs } from '../live/use-act.ts';
import { ActButton } from './act-buttons.tsx';
import { Notice } from './notice.tsx';
import type { AccountAddress } from './props.ts';
import { Refusal } from './refusal.tsx';

const api = new Api(null);

/** Says what an account may not yet, and sends the message with the link again; nothing where the address is confirmed. */
export function UnconfirmedNotice({ email, isConfirmed, isMailed }: AccountAddress) {
  const acts = useActs();
  if (isConfirmed) return null;
  const send = async () => {
    await api.send('/api/compte/confirmation', { act: CONFIRMING_ADDRESS, method: 'POST' });
    await shown(`Un nouveau message est parti à ${email}.`);
  };
  return (
    <>
      <Notice kind="calm">
        L’adresse <bdi>{email}</bdi> n’est pas encore confirmée : ce compte a un seul site, et n’invite personne.{' '}
        {isMailed
          ? 'Le message que vous avez reçu contient un lien qui la confirme.'
          : 'Cette installation n’envoie pas de courriels : demandez à la personne qui la gère de la confirmer.'}
      </Notice>
      <Refusal {...acts} />
      {isMailed && (
        <p class="acts">
          <ActButton act="renvoyer" acts={acts} work={send}>
            Renvoyer le message
          </ActButton>
        </p>
      )}
    </>
  );
}
