import { REMOVING_SESSION } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton } from '../../parts/act-buttons.tsx';
import { Badge, Badges } from '../../parts/badge.tsx';
import { Facts, List } from '../../parts/list.tsx';
import { Name } from '../../parts/name.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Time } from '../../parts/time.tsx';
import { SECURITY, securityApi } from '../../proof/security-api.ts';
import type { SecurityProps } from './props.ts';

type Session = SecurityProps['sessions'][number];

/** The browsers that are signed in to an account. */
export function Sessions({ sessions }: Pick<SecurityProps, 'sessions'>) {
  const acts = useActs();
  const endOthers = async () => {
    await securityApi.send('/api/compte/sessions', { method: 'DELETE' });
    await shown('Les autres sessions sont terminées.');
  };
  return (
    <>
      <p>
        Chaque navigateur où ce compte est connecté. Déconnectez ceux que vous ne reconnaissez pas, puis changez de mot
        de passe.
      </p>
      <List class="entries" label="Sessions de ce compte" items={sessions} keyOf={({ id }) => id}>
        {(session) => <OneSession {...session} />}
      </List>
      <Refusal {...acts} />
      <p class="acts">
        <ActButton act="autres-sessions" acts={acts} work={endOthers} disabled={sessions.length < 2}>
          Déconnecter les autres sessions
        </ActButton>
      </p>
    </>
  );
}

function OneSession({
  id,
  navigateur: browser,
  lieu: place,
  ouverte_le: begun,
  second_facteur_le: shownAt,
  ici,
}: Session) {
  const acts = useActs();
  const heading = `session-${id}`;
  const end = async () => {
    await securityApi.send(`${SECURITY}/sessions/${id}`, { act: REMOVING_SESSION, method: 'DELETE' });
    await shown('Ce navigateur est déconnecté.');
  };
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading}>
        <Name of={browser ?? 'Navigateur inconnu'} />
      </h3>
      {ici && (
        <Badges>
          <Badge isLive>Ce navigateur</Badge>
        </Badges>
      )}
      <Facts
        facts={[
          ['Lieu', place === null ? 'Inconnu' : <Name key="lieu" of={place} />],
          ['Connecté', <Time key="debut" at={begun} />],
          ['Confirmation', shownAt === null ? 'Mot de passe seul' : <Time key="confirmation" at={shownAt} />],
        ]}
      />
      <Refusal {...acts} />
      {ici ? (
        <form method="post" action="/deconnexion">
          <p class="acts">
            <button type="submit" aria-describedby={heading}>
              Se déconnecter
            </button>
          </p>
        </form>
      ) : (
        <p class="acts">
          <ActButton
            act={`terminer ${id}`}
            acts={acts}
            aria-describedby={heading}
            work={() => unlessGone('Cette session est déjà terminée.', end)}
          >
            Se déconnecter
          </ActButton>
        </p>
      )}
    </article>
  );
}
