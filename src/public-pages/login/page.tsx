import { PageLinks } from '../form/page.tsx';
import type { LoginProps } from './props.ts';

/** Where a sign-in with a passkey is sent. */
const PASSKEY_PATH = '/connexion/passkey';

/** `/connexion`. It works without its script (`src/http/browser/login.js`). */
export const LoginPage = ({ email, next, alert, notice, hasPasskeys, links, action, marks }: LoginProps) => (
  <>
    <h1>Connexion</h1>
    <p role="alert" tabIndex={-1}>
      {alert}
    </p>
    {notice !== '' && <p role="status">{notice}</p>}
    <form method="post" action={action} {...marks}>
      {next !== null && <input type="hidden" name="suite" value={next} />}
      <label for="email">Adresse électronique</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete={hasPasskeys ? 'username webauthn' : 'username'}
        required
        value={email}
      />
      <label for="mot_de_passe">Mot de passe</label>
      <input id="mot_de_passe" name="mot_de_passe" type="password" autocomplete="current-password" required />
      <button type="button" aria-pressed="false" aria-controls="mot_de_passe" hidden>
        Afficher le mot de passe
      </button>{' '}
      <button type="submit">Se connecter</button>
    </form>
    {hasPasskeys && (
      <p>
        <button type="button" class="other" data-passkey={PASSKEY_PATH} data-autofill hidden>
          Utiliser une clé d’accès
        </button>
      </p>
    )}
    <PageLinks links={links} />
  </>
);
