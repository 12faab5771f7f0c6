import { Api } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { KEEPING_ACCOUNT, LEAVING } from '../../api/refusals.ts';
import { announce, shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { dayWords } from '../../parts/day-words.ts';
import { Field, Option } from '../../parts/field.tsx';
import { Name } from '../../parts/name.tsx';
import { Notice } from '../../parts/notice.tsx';
import { BesideButton, Question } from '../../parts/question.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { withProof } from '../../proof/with-proof.tsx';
import type { AccountProps } from './props.ts';

const api = new Api(null);

const saved = async (): Promise<string> => `Archive enregistrée : ${await download(api, '/api/compte/archive')}.`;

/** That the account waits for its deletion, and how it is kept. */
export function Waiting({ goesAt }: { readonly goesAt: string }) {
  const acts = useActs();
  const keep = async () => {
    await api.send('/api/compte/suppression', { act: KEEPING_ACCOUNT, method: 'DELETE' });
    await shown('Votre compte est gardé.');
  };
  return (
    <>
      <Notice>
        Ce compte s’efface le {dayWords(goesAt)}, avec les sites qui n’ont pas d’autre propriétaire. D’ici là, vous
        pouvez le garder.
      </Notice>
      <Refusal {...acts} />
      <p class="acts">
        <ActButton act="garder-compte" kind="primary" acts={acts} work={keep}>
          Garder mon compte
        </ActButton>
      </p>
    </>
  );
}

/** What an account has, as a file, and its deletion. */
export function Leaving({ email, ownSites, goesAt }: Pick<AccountProps, 'email' | 'ownSites' | 'goesAt'>) {
  const acts = useActs();
  return (
    <>
      <p>
        L’archive a ce que l’installation sait de ce compte, et tout ce qu’ont les sites dont il est le seul
        propriétaire.
      </p>
      <Refusal {...acts} />
      <p class="acts">
        <ActButton act="archive" acts={acts} work={async () => announce(await saved())}>
          Télécharger l’archive
        </ActButton>
        {goesAt === null && (
          <>
            {' '}
            <AskButton
              act="supprimer-compte"
              kind="danger"
              question={(close) => <LeavingQuestion email={email} ownSites={ownSites} onClose={close} />}
            >
              Supprimer ce compte
            </AskButton>
          </>
        )}
      </p>
    </>
  );
}

interface LeavingQuestionProps extends Pick<AccountProps, 'email' | 'ownSites'> {
  readonly onClose: () => void;
}

function LeavingQuestion({ email, ownSites, onClose }: LeavingQuestionProps) {
  return (
    <Question
      title="Supprimer ce compte ?"
      agree="Supprimer le compte"
      kind="danger"
      onClose={onClose}
      work={async (form) => {
        const body = { mot_de_passe: form.get('mot_de_passe'), sites: ownSites.map(({ id }) => id) };
        await withProof(() => api.send('/api/compte', { act: LEAVING, method: 'DELETE', body }));
        location.assign('/');
      }}
    >
      <p>
        Le compte <bdi>{email}</bdi> s’efface dans trente jours, et tous ses navigateurs sont déconnectés tout de suite.
        D’ici là, reconnectez-vous pour le garder. Ensuite, il ne reste que l’archive que vous avez prise. Les sites qui
        ont un autre propriétaire restent.
      </p>
      <p class="acts">
        <BesideButton work={saved}>Télécharger l’archive</BesideButton>
      </p>
      {ownSites.length > 0 && (
        <Option type="checkbox" name="sites" required>
          Supprimer aussi les sites qui n’ont pas d’autre propriétaire, hors ligne tout de suite et effacés avec le
          compte :{' '}
          {ownSites.map(({ id, name }, n) => (
            <span key={id}>
              {n > 0 && ', '}
              <Name of={name} />
            </span>
          ))}
          . Pour en garder un, nommez-en d’abord un autre propriétaire.
        </Option>
      )}
      <input type="text" hidden readonly autocomplete="username" value={email} />
      <Field
        id="depart-mot-de-passe"
        name="mot_de_passe"
        label="Mot de passe du compte"
        type="password"
        autocomplete="current-password"
        required
      />
    </Question>
  );
}
