import type { SecondStepProps } from './props.ts';

/** The second step of a sign-in. Codes work without its script, which is that of the login page. */
export const SecondStepPage = ({ next, alert, hasPasskey, hasApplication, hasRecovery, action }: SecondStepProps) => {
  const suite = next !== null && <input type="hidden" name="suite" value={next} />;
  return (
    <>
      <h1>Confirmez que c’est vous</h1>
      <p role="alert" tabIndex={-1}>
        {alert}
      </p>
      <p>Le mot de passe est bon. Ce compte demande une deuxième confirmation.</p>
      {hasPasskey && (
        <p>
          <button type="button" data-passkey={action} hidden>
            Confirmer avec une clé d’accès
          </button>
          <noscript>
            Une clé d’accès (passkey) a besoin de JavaScript, que ce navigateur n’exécute pas.
            {(hasApplication || hasRecovery) && ' Un code fait la même chose.'}
          </noscript>
        </p>
      )}
      {hasApplication && (
        <form method="post" action={action}>
          {suite}
          <label for="code">Code de votre application</label>
          <input
            id="code"
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            autocapitalize="off"
            spellcheck={false}
            maxLength={20}
            required
            aria-describedby="code-aide"
          />
          <small id="code-aide">Six chiffres, qui changent toutes les trente secondes.</small>
          <button type="submit">Continuer</button>
        </form>
      )}
      {hasRecovery && (
        <details open={!hasPasskey && !hasApplication}>
          <summary>Utiliser un code de secours</summary>
          <form method="post" action={action}>
            {suite}
            <label for="secours">Code de secours</label>
            <input
              id="secours"
              name="code"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              maxLength={40}
              required
              aria-describedby="secours-aide"
            />
            <small id="secours-aide">
              Un de ceux que vous avez gardés sur papier ou dans un fichier. Chacun sert une fois.
            </small>
            <button type="submit" class="other">
              Continuer avec ce code
            </button>
          </form>
        </details>
      )}
      <p>
        Vous n’avez plus rien de cela ? La personne qui gère cette installation peut retirer la deuxième confirmation.
      </p>
      <p>
        <a href="/connexion">Revenir à la connexion</a>
      </p>
    </>
  );
};
