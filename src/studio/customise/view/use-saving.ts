import { useCallback, useEffect } from 'preact/hooks';
import { ApiRefusal } from '../../api/client.ts';
import type { ThemeRole } from '../../theme/theme-store.ts';
import type { Session } from '../session.ts';
import { type Notice, signedOutNotice } from './notices.tsx';

const MERGED = 'Enregistré. D’autres changements, faits entre-temps ailleurs, ont été réunis avec les vôtres.';

const ROLE_WORDS = {
  publie: 'Ce thème a été publié entre-temps : enregistrer changera ce que les visiteurs voient.',
  brouillon: 'Ce thème n’est plus le thème publié : enregistrer ne changera pas ce que les visiteurs voient.',
} as const;

const wordsOf = (error: unknown): string =>
  error instanceof ApiRefusal && error.refusals.length > 0
    ? `${error.message} ${error.refusals.map(({ chemin, message }) => `${chemin} : ${message}`).join(' ')}`
    : error instanceof Error
      ? error.message
      : 'L’enregistrement a échoué.';

/** What went wrong, as a notice with the way to try again. */
export const failureNotice = (error: unknown, retry: () => void): Notice =>
  error instanceof ApiRefusal && error.isSignedOut
    ? signedOutNotice(retry)
    : { kind: 'bad', words: wordsOf(error), acts: [{ label: 'Réessayer', run: retry }] };

interface Told {
  readonly setNotice: (notice: Notice | null) => void;
  readonly announce: (words: string) => void;
  /** Both sides have changed the same values. */
  readonly onConflict: () => void;
}

/** Saves what is changed, and tells how that went. */
export function useSaving(
  session: Session,
  isReadOnly: boolean,
  { setNotice, announce, onConflict }: Told,
): () => void {
  return useCallback(() => {
    const save = async (agreed?: ThemeRole) => {
      if (isReadOnly) return;
      try {
        const outcome = await session.save(agreed);
        if (outcome.kind === 'conflict') onConflict();
        else if (outcome.kind === 'role') {
          const acts = [{ label: 'Enregistrer quand même', run: () => void save(outcome.role) }];
          setNotice({ kind: 'warn', words: ROLE_WORDS[outcome.role], acts });
        } else if (outcome.kind !== 'busy') {
          announce(outcome.kind === 'nothing' ? 'Tout est déjà enregistré.' : 'Enregistré.');
          setNotice(outcome.kind === 'merged' ? { kind: 'info', words: MERGED } : null);
        }
      } catch (error) {
        setNotice(failureNotice(error, () => void save()));
      }
    };
    void save();
  }, [session, isReadOnly, setNotice, announce, onConflict]);
}

/** Takes over what changed elsewhere when a person comes back to this tab. */
export function useReturn(session: Session, setNotice: (notice: Notice) => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible' || session.isSaving) return;
      session.sync().catch((error) => {
        // Other failures show when one saves.
        if (error instanceof ApiRefusal && error.isSignedOut) setNotice(signedOutNotice(look));
      });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [session, setNotice]);
}
