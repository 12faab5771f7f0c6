import { type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { ApiRefusal } from '../../api/client.ts';
import { PROVING } from '../../api/refusals.ts';
import { Field } from '../../parts/field.tsx';
import { BesideButton, Question } from '../../parts/question.tsx';
import { type PasskeyOptions, showPasskey } from '../../passkeys/ceremonies.ts';
import { SECURITY, securityApi } from './api.ts';
import type { SecurityProps } from './props.ts';

/** Does something that the platform does only for who has shown recently who she is: where it asks for that, so does the page, and does the same again. */
type Proven = <T>(work: () => Promise<T>) => Promise<T>;

const ProvenAct = createContext<Proven>((work) => work());

export const useProven = (): Proven => useContext(ProvenAct);

interface ProvingProps extends Pick<SecurityProps, 'email' | 'passkeys' | 'generateur' | 'proposable'> {
  readonly children: ComponentChildren;
}

/** Asks, above the page, for a proof where an act in it needs one. */
export function Proving({ children, ...ways }: ProvingProps) {
  const [waiting, setWaiting] = useState<{ readonly end: (isProven: boolean) => void } | null>(null);
  const proof = () => new Promise<boolean>((end) => setWaiting({ end }));
  const proven: Proven = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiRefusal && error.code === 'preuve_requise')) throw error;
    }
    if (!(await proof())) throw new Error('Rien n’est changé : confirmez d’abord que c’est vous.');
    return work();
  };
  const end = (isProven: boolean) => {
    setWaiting(null);
    waiting?.end(isProven);
  };
  return (
    <>
      <ProvenAct.Provider value={proven}>{children}</ProvenAct.Provider>
      {waiting && <ProofQuestion {...ways} onProven={() => end(true)} onClose={() => end(false)} />}
    </>
  );
}

interface ProofQuestionProps extends Omit<ProvingProps, 'children'> {
  readonly onProven: () => void;
  readonly onClose: () => void;
}

const PROOF = `${SECURITY}/preuve`;
const prove = (body: object) => securityApi.send(PROOF, { act: PROVING, method: 'POST', body });

function ProofQuestion({
  email,
  passkeys,
  generateur: application,
  proposable,
  onProven,
  onClose,
}: ProofQuestionProps) {
  const work = async (form: FormData) => {
    const [password, code] = [String(form.get('preuve') ?? ''), String(form.get('code') ?? '').trim()];
    if (password === '' && code === '') throw new Error('Indiquez le mot de passe du compte, ou un code.');
    await prove(code === '' ? { mot_de_passe: password } : { code });
    onProven();
  };
  const byPasskey = async () => {
    const { options } = await securityApi.send<{ options: PasskeyOptions }>(`${PROOF}/defi`, { method: 'POST' });
    await prove({ passkey: await showPasskey(options) });
    onProven();
    return '';
  };
  return (
    <Question title="Confirmez que c’est vous" agree="Confirmer" work={work} onClose={onClose}>
      <p>Ce changement concerne la sécurité du compte. La confirmation vaut pour dix minutes.</p>
      {proposable && passkeys.length > 0 && (
        <p>
          <BesideButton work={byPasskey}>Confirmer avec une clé d’accès</BesideButton>
        </p>
      )}
      <input type="text" hidden readonly autocomplete="username" value={email} />
      <Field name="preuve" label="Mot de passe du compte" type="password" autocomplete="current-password" />
      {application !== null && (
        <Field
          name="code"
          label="Ou un code de votre application"
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={20}
        />
      )}
    </Question>
  );
}
