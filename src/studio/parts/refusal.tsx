import { ApiRefusal } from '../api/client.ts';
import { type Failure, waiting } from '../live/use-act.ts';
import { Button } from './button.tsx';

interface RefusalProps {
  readonly failure: Failure | null;
  /** Tries again, where that may help. */
  readonly again?: (() => void) | undefined;
}

/** Why an act was refused, beside the control that asked; it is there from the start, so that screen readers say what comes in. */
export const Refusal = ({ failure, again }: RefusalProps) => (
  <div class="refusal" role="alert">
    {failure && <Why {...failure} again={again} />}
  </div>
);

/** A refusal in words. */
export function Why({ error, act, again }: Failure & Pick<RefusalProps, 'again'>) {
  const { refusals, isSignedOut } = error instanceof ApiRefusal ? error : NOTHING_MORE;
  return (
    <>
      {error instanceof Error ? error.message : 'La demande a échoué.'}
      {refusals.length > 0 && (
        <ul>
          {refusals.map(({ chemin, message, ligne }) => (
            <li key={chemin}>
              {ligne === undefined ? chemin : `${chemin}, ligne ${ligne}`} : {message}
            </li>
          ))}
        </ul>
      )}
      {isSignedOut && (
        <>
          {' '}
          <SignIn act={act} />
        </>
      )}
      {again && (
        <p>
          <Button onClick={again}>Réessayer</Button>
        </p>
      )}
    </>
  );
}

const NOTHING_MORE = { refusals: [], isSignedOut: false };

/** A link to the sign-in, which leads back to this page. @param act of the button that the page then presses again */
export function SignIn({ act = null }: { readonly act?: string | null }) {
  // On the server nothing is refused; only the page of all parts shows what would be.
  const here = typeof location === 'undefined' ? '/studio' : location.pathname + location.search;
  return (
    <a
      href={`/connexion?${new URLSearchParams({ suite: here })}`}
      onClick={({ currentTarget, ctrlKey, metaKey, shiftKey }) => {
        // A sign-in in another tab presses nothing there.
        if (act !== null && !ctrlKey && !metaKey && !shiftKey) waiting.keepAsked?.(act, currentTarget.closest('form'));
      }}
    >
      {act === null ? 'Se reconnecter' : 'Se reconnecter et continuer'}
    </a>
  );
}
