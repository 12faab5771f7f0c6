import { ApiRefusal } from '../api/client.ts';

/** What was thrown, in a sentence. */
const sentenceOf = (error: unknown): string =>
  typeof error === 'string' ? error : error instanceof Error ? error.message : 'La demande a échoué.';

/** Why something was refused. One signs in again in another tab, so that what is typed and what is on its way stay here. */
export const Trouble = ({ error }: { readonly error: unknown }) => (
  <div class="refusal" role="alert">
    {error !== null && <TroubleWords error={error} />}
  </div>
);

export const TroubleWords = ({ error }: { readonly error: unknown }) => (
  <>
    {sentenceOf(error)}
    {error instanceof ApiRefusal && error.isSignedOut && (
      <>
        {' '}
        <a href="/connexion?suite=/studio" target="_blank" rel="noopener">
          Se reconnecter <span class="unseen">(nouvel onglet)</span>
        </a>
        , puis recommencer ici.
      </>
    )}
  </>
);
