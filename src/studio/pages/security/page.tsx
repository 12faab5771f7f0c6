import { useState } from 'preact/hooks';
import { Page, Section } from '../../frame/page.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Application } from './application.tsx';
import { Codes, RecoveryCodes } from './codes.tsx';
import { Passkeys } from './passkeys.tsx';
import type { SecurityProps } from './props.ts';
import { Sessions } from './sessions.tsx';

/** `/studio/securite`: what an account is signed in with besides its password, and where it is signed in. */
export function SecurityPage(props: SecurityProps) {
  const { passkeys, generateur: application, codes_restants: left, sessions, exige: isRequired, proposable } = props;
  // Shown once, after they were made: only their fingerprints are stored.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const hasFactor = passkeys.length > 0 || application !== null;
  const recovery = { hasFactor, hasCodes: left > 0, onCodes: setCodes };
  return (
    <Page title="Sécurité" beside={<Introduction hasFactor={hasFactor} />} isNarrow>
      {isRequired && !hasFactor && (
        <Notice>
          La personne qui gère cette installation demande une deuxième confirmation à la connexion. Ajoutez une clé
          d’accès ou une application pour continuer : le reste du studio s’ouvre ensuite.
        </Notice>
      )}
      <Section title="Clés d’accès" id="cles-d-acces">
        <Passkeys passkeys={passkeys} isOffered={proposable} {...recovery} />
      </Section>
      <Section title="Application de codes" id="application">
        <Application application={application} {...recovery} />
      </Section>
      <Section title="Codes de secours" id="codes-de-secours">
        <RecoveryCodes hasFactor={hasFactor} left={left} onCodes={setCodes} />
      </Section>
      <Section title="Sessions" id="sessions">
        <Sessions sessions={sessions} />
      </Section>
      {codes !== null && <Codes codes={codes} email={props.email} onClose={() => setCodes(null)} />}
    </Page>
  );
}

const Introduction = ({ hasFactor }: { readonly hasFactor: boolean }) => (
  <>
    <p class="soft">
      {hasFactor
        ? 'Ce compte demande, à la connexion, une clé d’accès, ou le mot de passe et un code.'
        : 'Ce compte s’ouvre avec son mot de passe seul. Une deuxième confirmation le protège aussi de qui connaîtrait ce mot de passe.'}
    </p>
    <p>
      <a href="/studio/compte">Adresse et mot de passe du compte</a>
    </p>
  </>
);
