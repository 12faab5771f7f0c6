import type { Security } from '../../contract/second-factor.ts';
import { ASKING_FOR_CODE, PROVING, PROVING_BY_MAIL } from '../api/refusals.ts';
import { useLoaded } from '../live/use-loaded.ts';
import { Field } from '../parts/field.tsx';
import { BesideButton, Question } from '../parts/question.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { knowsPasskeys, type PasskeyOptions, showPasskey } from '../passkeys/ceremonies.ts';
import { SECURITY, securityApi } from './security-api.ts';

const PROOF = `${SECURITY}/preuve`;

interface ProofQuestionProps extends Security {
  readonly onProven: () => void;
  readonly onClose: () => void;
}

/** Asks who is at the browser for what the account can be asked for. */
export function ProofQuestion({ onProven, onClose, ...security }: ProofQuestionProps) {
  const { preuve: kind, email } = security;
  const prove = async (body: object) => {
    const act = kind === 'courriel' ? PROVING_BY_MAIL : PROVING;
    await securityApi.send(PROOF, { act, method: 'POST', body });
    onProven();
  };
  const work = async (form: FormData) => {
    const typed = String(form.get('preuve'));
    if (kind === 'mot_de_passe') await prove({ mot_de_passe: typed });
    else if (typed.trim() === '') throw new Error('Indiquez un code.');
    else await prove({ [kind === 'courriel' ? 'code_courriel' : 'code']: typed.trim() });
  };
  return (
    <Question title="Confirmez que c’est vous" agree="Confirmer" work={work} onClose={onClose}>
      <p>Ce changement est important pour votre compte ou votre site. La confirmation vaut pour dix minutes.</p>
      {kind === 'facteur' && <Factor {...security} prove={prove} />}
      {kind === 'courriel' && <MailedCode email={email} />}
      {kind === 'mot_de_passe' && (
        <>
          <input type="text" hidden readonly autocomplete="username" value={email} />
          <Field
            id="preuve-a-donner"
            name="preuve"
            label="Mot de passe du compte"
            type="password"
            autocomplete="current-password"
            required
          />
        </>
      )}
    </Question>
  );
}

interface FactorProps extends Pick<Security, 'passkeys' | 'proposable' | 'generateur'> {
  readonly prove: (body: object) => Promise<void>;
}

function Factor({ passkeys, proposable, generateur: application, prove }: FactorProps) {
  const byPasskey = async () => {
    const { options } = await securityApi.send<{ options: PasskeyOptions }>(`${PROOF}/defi`, { method: 'POST' });
    await prove({ passkey: await showPasskey(options) });
    return '';
  };
  return (
    <>
      {proposable && passkeys.length > 0 && knowsPasskeys() && (
        <p>
          <BesideButton work={byPasskey}>Confirmer avec une clé d’accès</BesideButton>
        </p>
      )}
      <Field
        id="preuve-a-donner"
        name="preuve"
        label={application === null ? 'Code de secours' : 'Code de votre application, ou code de secours'}
        autocomplete="one-time-code"
        maxLength={64}
      />
    </>
  );
}

const sendCode = () => securityApi.send(`${PROOF}/courriel`, { act: ASKING_FOR_CODE, method: 'POST' });

/** The first code is on its way when the window is there. */
function MailedCode({ email }: Pick<Security, 'email'>) {
  const sent = useLoaded(sendCode, []);
  const sendAnother = async () => {
    await sendCode();
    return 'Un autre code est parti : celui d’avant ne vaut plus.';
  };
  return (
    <>
      <p>
        Nous vous envoyons un code à 8 chiffres à <bdi>{email}</bdi>. Il sert pendant un quart d’heure, dans ce
        navigateur.
      </p>
      <Refusal failure={sent.state === 'failed' ? sent.failure : null} />
      <Field
        id="preuve-a-donner"
        name="preuve"
        label="Code reçu par courriel"
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={20}
      />
      <p>
        <BesideButton work={sendAnother}>Renvoyer le code</BesideButton>
      </p>
    </>
  );
}
