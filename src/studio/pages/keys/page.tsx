import { useState } from 'preact/hooks';
import type { Key } from '../../../storage/keys.ts';
import { isolated } from '../../../text/names.ts';
import { REVOKING_KEY } from '../../api/refusals.ts';
import { Page } from '../../frame/page.tsx';
import { shown, unlessGone } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Badge, Badges } from '../../parts/badge.tsx';
import { EmptyState, Facts, List } from '../../parts/list.tsx';
import { Name, StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { Time } from '../../parts/time.tsx';
import { KEYS, keysApi } from './api.ts';
import { NewKey } from './new-key.tsx';
import type { KeysProps } from './props.ts';
import { SCOPE_SENTENCES } from './scopes.ts';
import { Secret } from './secret.tsx';

/** `/studio/cles`: the keys of an account. */
export const KeysPage = ({ keys, now }: KeysProps) => (
  <Page title="Clés d’API" beside={<Introduction />}>
    <List class="entries" items={keys} keyOf={({ id }) => id} empty={<NoKey />}>
      {(key) => <OneKey {...key} isExpired={key.expire_le !== null && Date.parse(key.expire_le) <= now} />}
    </List>
  </Page>
);

function Introduction() {
  // Shown once, after a key was made: only its fingerprint is stored.
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <p class="soft">
        Une clé ouvre les thèmes de vos sites à un programme ou au client <code>vitrine</code>, au nom de ce compte, et
        rien d’autre : les pages, articles, menus, paramètres et demandes ne s’ouvrent qu’à une session.
      </p>
      <p>
        <AskButton
          act="nouvelle-cle"
          kind="primary"
          question={(close) => <NewKey onMade={setSecret} onClose={close} />}
        >
          Nouvelle clé
        </AskButton>
      </p>
      {secret !== null && <Secret secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

const NoKey = () => (
  <EmptyState title="Aucune clé.">
    <p class="soft">Créez-en une pour publier depuis un terminal ou un programme.</p>
  </EmptyState>
);

function OneKey({ isExpired, ...key }: Key & { readonly isExpired: boolean }) {
  const { id, nom, revoquee_le: revoked, derniere_utilisation: used, expire_le: end } = key;
  const isLive = revoked === null && !isExpired;
  const heading = `cle-${id}`;
  return (
    <article class={isLive ? undefined : 'over'} aria-labelledby={heading}>
      <h2 id={heading}>
        <Name of={nom ?? 'Sans nom'} />
      </h2>
      <Badges>
        <code>{key.prefixe}…</code>{' '}
        <Badge isLive={isLive}>{revoked !== null ? 'Révoquée' : isExpired ? 'Expirée' : 'Valide'}</Badge>
      </Badges>
      <p>{SCOPE_SENTENCES[key.portee]}</p>
      <Facts
        facts={[
          ['Créée', <Time key="creee" at={key.cree_le} />],
          ['Dernier usage', used === null ? 'Jamais' : <Time key="usage" at={used} />],
          [isExpired ? 'Expirée' : 'Expire', end === null ? 'Jamais' : <Time key="fin" at={end} />],
          ...(revoked === null ? [] : [['Révoquée', <Time key="revoquee" at={revoked} />] as const]),
        ]}
      />
      {isLive && (
        <p class="acts">
          <AskButton
            act={`revoquer ${id}`}
            kind="danger"
            aria-describedby={heading}
            question={(close) => <Revocation id={id} name={nom ?? key.prefixe} onClose={close} />}
          >
            Révoquer
          </AskButton>
        </p>
      )}
    </article>
  );
}

interface RevocationProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

function Revocation({ id, name, onClose }: RevocationProps) {
  const revoke = async () => {
    await keysApi.send(KEYS, { act: REVOKING_KEY, method: 'DELETE', query: { id } });
    await shown(`La clé « ${isolated(name)} » est révoquée.`);
  };
  return (
    <Question
      title="Révoquer cette clé ?"
      agree="Révoquer"
      kind="danger"
      onClose={onClose}
      work={() => unlessGone(`La clé « ${isolated(name)} » n’existe plus.`, revoke)}
    >
      <p>
        Les programmes qui se servent de <StrongName of={name} /> seront refusés dès leur prochaine demande. Une clé
        révoquée ne revient pas.
      </p>
    </Question>
  );
}
