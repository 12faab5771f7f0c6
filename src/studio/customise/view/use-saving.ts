import { useCallback, useEffect } from 'preact/hooks';
import { archiveFileName } from '../../../themes/archive-name.ts';
import { ApiRefusal } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';
import { archiveOf } from '../../theme/archive-of.ts';
import type { ThemePageData } from '../../theme/start.ts';
import type { Agreed, Session } from '../session.ts';
import { type Notice, signedOutNotice } from './notices.tsx';

const MERGED = 'Enregistré. D’autres changements, faits entre-temps ailleurs, ont été réunis avec les vôtres.';

const ROLE_WORDS = {
  publie: 'Ce thème a été publié entre-temps : enregistrer changera ce que les visiteurs voient.',
  brouillon: 'Ce thème n’est plus le thème publié : enregistrer ne changera pas ce que les visiteurs voient.',
} as const;

const commentWords = (files: readonly string[]): string =>
  `Un fichier s’enregistre sans commentaires, car le JSON n’en admet pas : ${files.join(', ')} ${
    files.length > 1 ? 'perdront les leurs' : 'perdra les siens'
  }. Tout le reste est gardé.`;

const wordsOf = (error: unknown): string =>
  error instanceof ApiRefusal && error.refusals.length > 0
    ? `${error.message} ${error.refusals.map(({ chemin, message }) => `${chemin} : ${message}`).join(' ')}`
    : error instanceof Error
      ? error.message
      : 'L’enregistrement a échoué.';

/** The notice about a failure, with a button to try again, or with another way out. */
export function failureNotice(error: unknown, retry: () => void, { session, data }: Kept): Notice {
  if (error instanceof ApiRefusal && error.isSignedOut) return signedOutNotice(retry);
  if (error instanceof ApiRefusal && error.isGone) {
    const { nom, version } = data.theme;
    const take = () => saveFile(archiveFileName(nom, version), archiveOf(data.theme, session.texts));
    return {
      kind: 'bad',
      words: `${error.message} Gardez-en l’archive : elle s’importe comme un nouveau thème.`,
      acts: [{ label: 'Télécharger l’archive', run: take }],
    };
  }
  return { kind: 'bad', words: wordsOf(error), acts: [{ label: 'Réessayer', run: retry }] };
}

/** The theme as this page has it, unsaved changes included. */
interface Kept {
  readonly session: Session;
  readonly data: ThemePageData;
}

interface Told {
  readonly setNotice: (notice: Notice | null) => void;
  readonly announce: (words: string) => void;
  /** Called when both sides have changed the same values. */
  readonly onConflict: () => void;
}

/** Saves the changes and announces the outcome. */
export function useSaving({ session, data }: Kept, { setNotice, announce, onConflict }: Told): () => void {
  return useCallback(() => {
    const save = async (agreed: Agreed = {}) => {
      if (data.lectureSeule !== null) return;
      const agree = (more: Agreed) => void save({ ...agreed, ...more });
      try {
        const outcome = await session.save(agreed);
        if (outcome.kind === 'conflict') onConflict();
        else if (outcome.kind === 'role') {
          const acts = [{ label: 'Enregistrer quand même', run: () => agree({ role: outcome.role }) }];
          setNotice({ kind: 'warn', words: ROLE_WORDS[outcome.role], acts });
        } else if (outcome.kind === 'comments') {
          const acts = [{ label: 'Enregistrer sans commentaires', run: () => agree({ dropsComments: true }) }];
          setNotice({ kind: 'warn', words: commentWords(outcome.files), acts });
        } else if (outcome.kind !== 'busy') {
          announce(outcome.kind === 'nothing' ? 'Tout est déjà enregistré.' : 'Enregistré.');
          setNotice(outcome.kind === 'merged' ? { kind: 'info', words: MERGED } : null);
        }
      } catch (error) {
        setNotice(failureNotice(error, () => void save(agreed), { session, data }));
      }
    };
    void save();
  }, [session, data, setNotice, announce, onConflict]);
}

/** Merges changes of others when the person comes back to this tab. */
export function useReturn({ session, data }: Kept, setNotice: (notice: Notice) => void): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible' || session.isSaving) return;
      session.sync().catch((error) => {
        // Other failures are shown at the next save.
        if (error instanceof ApiRefusal && (error.isSignedOut || error.isGone)) {
          setNotice(failureNotice(error, look, { session, data }));
        }
      });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [session, data, setNotice]);
}
