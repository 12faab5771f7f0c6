import { useEffect, useState } from 'preact/hooks';
import { isolated } from '../../../text/names.ts';
import { ADDING_PASSKEY, REMOVING_FACTOR } from '../../api/refusals.ts';
import { shown, unlessGone } from '../../live/live.tsx';
import { AskButton } from '../../parts/act-buttons.tsx';
import { Field } from '../../parts/field.tsx';
import { EmptyState, Facts, List } from '../../parts/list.tsx';
import { Name, StrongName } from '../../parts/name.tsx';
import { Question } from '../../parts/question.tsx';
import { Time } from '../../parts/time.tsx';
import { knowsPasskeys, makePasskey, type NewPasskeyOptions } from '../../passkeys/ceremonies.ts';
import { SECURITY, securityApi } from '../../proof/security-api.ts';
import { withProof } from '../../proof/with-proof.tsx';
import { whyNoName } from '../names.ts';
import { type Recovery, withRecovery } from './codes.tsx';
import type { SecurityProps } from './props.ts';

const PASSKEYS = `${SECURITY}/passkeys`;
/** Longest name, characters. */
const NAME_LENGTH = 80;

interface PasskeysProps extends Pick<SecurityProps, 'passkeys'>, Recovery {
  /** Whether passkeys work at the address of this installation. */
  readonly isOffered: boolean;
}

/** The passkeys of an account, and the way to one more. */
export function Passkeys({ passkeys, isOffered, ...recovery }: PasskeysProps) {
  // The server does not know the browser.
  const [isKnown, setKnown] = useState(true);
  useEffect(() => setKnown(knowsPasskeys()), []);
  return (
    <>
      <p>
        Une clé d’accès (passkey) est gardée par un appareil, qui ne la montre qu’à vous : votre doigt, votre visage ou
        votre code d’écran l’ouvre. Elle remplace le mot de passe à la connexion, et ne sert qu’à cette adresse.
      </p>
      {!isOffered ? (
        <p class="soft">
          Cette installation n’a pas d’adresse à laquelle les navigateurs admettent des clés d’accès : il y faut un nom
          et https. Une application de codes convient.
        </p>
      ) : isKnown ? (
        <p class="acts">
          <AskButton
            act="ajouter-cle-d-acces"
            kind="primary"
            question={(close) => <NewPasskey onClose={close} {...recovery} />}
          >
            Ajouter une clé d’accès
          </AskButton>
        </p>
      ) : (
        <p class="soft">Ce navigateur ne connaît pas les clés d’accès. Une application de codes convient.</p>
      )}
      <List
        class="entries"
        label="Clés d’accès de ce compte"
        items={passkeys}
        keyOf={({ id }) => id}
        empty={<EmptyState title="Aucune clé d’accès." />}
      >
        {(passkey) => <OnePasskey {...passkey} />}
      </List>
    </>
  );
}

function OnePasskey({ id, nom: name, cree_le: made, derniere_utilisation: used }: SecurityProps['passkeys'][number]) {
  const heading = `passkey-${id}`;
  return (
    <article aria-labelledby={heading}>
      <h3 id={heading}>
        <Name of={name} />
      </h3>
      <Facts
        facts={[
          ['Ajoutée', <Time key="ajoutee" at={made} />],
          ['Dernier usage', used === null ? 'Jamais' : <Time key="usage" at={used} />],
        ]}
      />
      <p class="acts">
        <AskButton
          act={`retirer ${id}`}
          kind="danger"
          aria-describedby={heading}
          question={(close) => <Removal id={id} name={name} onClose={close} />}
        >
          Retirer
        </AskButton>
      </p>
    </article>
  );
}

function NewPasskey({ onClose, ...recovery }: Recovery & { readonly onClose: () => void }) {
  const work = async (form: FormData) => {
    const nom = String(form.get('nom')).trim();
    const refusal = nom === '' ? 'Donnez-lui un nom, pour la reconnaître plus tard.' : whyNoName(nom, NAME_LENGTH);
    if (refusal !== null) throw new Error(refusal);
    await withProof(async () => {
      const request = { act: ADDING_PASSKEY, method: 'POST' } as const;
      const { options } = await securityApi.send<{ options: NewPasskeyOptions }>(`${PASSKEYS}/defi`, request);
      await securityApi.send(PASSKEYS, { ...request, body: { nom, passkey: await makePasskey(options) } });
    });
    await withRecovery(`La clé d’accès « ${isolated(nom)} » est ajoutée.`, recovery, onClose);
  };
  return (
    <Question title="Ajouter une clé d’accès" agree="Continuer" onClose={onClose} work={work}>
      <p>Le navigateur demande ensuite où la garder : cet appareil, un téléphone, ou une clé de sécurité.</p>
      <Field
        id="nom-passkey"
        name="nom"
        label="Nom"
        autocomplete="off"
        placeholder="Téléphone de Camille"
        required
        help="Pour la reconnaître dans cette page."
      />
    </Question>
  );
}

interface RemovalProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

function Removal({ id, name, onClose }: RemovalProps) {
  const remove = async () => {
    const path = `${PASSKEYS}/${encodeURIComponent(id)}`;
    await withProof(() => securityApi.send(path, { act: REMOVING_FACTOR, method: 'DELETE' }));
    await shown(`La clé d’accès « ${isolated(name)} » est retirée.`);
  };
  return (
    <Question
      title="Retirer cette clé d’accès ?"
      agree="Retirer"
      kind="danger"
      onClose={onClose}
      work={() => unlessGone(`La clé d’accès « ${isolated(name)} » n’existe plus.`, remove)}
    >
      <p>
        <StrongName of={name} /> n’ouvrira plus ce compte. L’appareil qui la garde peut encore la proposer : effacez-la
        là aussi. Avec la dernière confirmation partent les codes de secours.
      </p>
    </Question>
  );
}
