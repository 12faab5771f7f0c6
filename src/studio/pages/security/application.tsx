import { useState } from 'preact/hooks';
import { ADDING_APPLICATION, REMOVING_FACTOR } from '../../api/refusals.ts';
import { shown } from '../../live/live.tsx';
import { useActs } from '../../live/use-act.ts';
import { ActButton, AskButton } from '../../parts/act-buttons.tsx';
import { CopiedText } from '../../parts/copied-text.tsx';
import { Field } from '../../parts/field.tsx';
import { Question } from '../../parts/question.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { Time } from '../../parts/time.tsx';
import { SECURITY, securityApi } from '../../proof/security-api.ts';
import { withProof } from '../../proof/with-proof.tsx';
import { type Recovery, withRecovery } from './codes.tsx';
import type { SecurityProps } from './props.ts';

const APPLICATION = `${SECURITY}/generateur`;

/** What an application is to be told, once. */
interface Secret {
  /** In groups of four, as people read aloud. */
  readonly secret: string;
  /** SVG as text. */
  readonly qr: string;
}

interface ApplicationProps extends Recovery {
  readonly application: SecurityProps['generateur'];
}

/** The application that shows codes: one for an account. */
export function Application({ application, ...recovery }: ApplicationProps) {
  const acts = useActs();
  const [secret, setSecret] = useState<Secret | null>(null);
  const begin = async () =>
    setSecret(
      await withProof(() => securityApi.send<Secret>(APPLICATION, { act: ADDING_APPLICATION, method: 'POST' })),
    );
  return (
    <>
      <p>
        Une application sur votre téléphone (Aegis, FreeOTP, Google Authenticator, un gestionnaire de mots de passe)
        montre un code de six chiffres, que la connexion demande après le mot de passe.
      </p>
      {application !== null && (
        <p>
          Une application montre les codes de ce compte depuis le <Time at={application.confirme_le} />.
        </p>
      )}
      <Refusal {...acts} />
      <p class="acts">
        {application === null ? (
          <ActButton act="configurer-application" acts={acts} work={begin} aria-haspopup="dialog">
            Configurer une application
          </ActButton>
        ) : (
          <AskButton act="retirer-application" kind="danger" question={(close) => <Removal onClose={close} />}>
            Retirer l’application
          </AskButton>
        )}
      </p>
      {secret && <Confirmation {...secret} {...recovery} onClose={() => setSecret(null)} />}
    </>
  );
}

function Confirmation({ secret, qr, onClose, ...recovery }: Secret & Recovery & { readonly onClose: () => void }) {
  const [told, setTold] = useState('');
  const work = async (form: FormData) => {
    const body = { code: String(form.get('code')).trim() };
    const request = { act: ADDING_APPLICATION, method: 'POST', body } as const;
    await withProof(() => securityApi.send(`${APPLICATION}/confirmation`, request));
    await withRecovery('L’application est prête : la connexion demandera ses codes.', recovery, onClose);
  };
  return (
    <Question title="Configurer une application" agree="Vérifier le code" onClose={onClose} work={work}>
      <p>Lisez cette image avec l’application :</p>
      <img
        class="qr"
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="Code QR pour l’application. Le texte qu’il contient suit."
      />
      <p>Ou tapez-y ce secret, en choisissant des codes qui changent avec le temps :</p>
      <CopiedText text={secret} label="Copier le secret" onCopied={setTold} />
      <p role="status" class="copied">
        {told}
      </p>
      <Field
        id="premier-code"
        name="code"
        label="Le code que l’application montre maintenant"
        inputMode="numeric"
        autocomplete="one-time-code"
        required
        maxLength={20}
      />
    </Question>
  );
}

function Removal({ onClose }: { readonly onClose: () => void }) {
  const work = async () => {
    await withProof(() => securityApi.send(APPLICATION, { act: REMOVING_FACTOR, method: 'DELETE' }));
    await shown('L’application est retirée : ses codes n’ouvrent plus ce compte.');
  };
  return (
    <Question title="Retirer l’application ?" agree="Retirer" kind="danger" onClose={onClose} work={work}>
      <p>
        Ses codes n’ouvriront plus ce compte ; supprimez-le aussi dans l’application. Avec la dernière confirmation
        partent les codes de secours.
      </p>
    </Question>
  );
}
