/** The words in which the editors of themes, and that of pages and articles, tell what became of unsaved work. */

import type { ThemeRole } from '../../contract/shared.ts';
import { ApiRefusal } from '../api/client.ts';
import type { NoticeAction, Notices } from './notices.ts';
import type { News, SaveOutcome, UnsavedWork } from './unsaved-work.ts';

/** What a person can do when something has failed. */
export interface WaysOut {
  /** Where the others of the site are: its themes, its texts. */
  readonly others: NoticeAction;
  /** What can be taken along of a document that is gone; null for nothing. */
  readonly takeAway: () => { readonly words: string; readonly actions: readonly NoticeAction[] } | null;
  /** Does again what has failed. */
  readonly retry?: () => void;
}

/** Refused files that a notice names. */
const NAMED_REFUSALS = 3;

/** Shows why something could not be done. */
export function tellFailure(notices: Notices, error: unknown, { others, takeAway, retry }: WaysOut): void {
  tellReached(notices);
  const again = retry ? [{ label: 'Réessayer', run: retry }] : [];
  const { message } = error as Error;
  if (!(error instanceof ApiRefusal) || error.isMomentary)
    notices.show('service', 'error', message, { actions: again });
  else if (error.isGone) {
    const kept = takeAway();
    notices.show('parti', 'error', kept ? `${message} ${kept.words}` : message, {
      actions: [...(kept?.actions ?? []), others],
      isDismissible: false,
    });
  } else if (error.isSignedOut) {
    const told = 'Votre session est terminée. Rien n’est perdu : reconnectez-vous, puis enregistrez ici.';
    notices.show('session', 'warning', told, {
      actions: [{ label: 'Se reconnecter', href: '/connexion' }, ...again],
      isDismissible: false,
    });
  } else if (error.refusals.length > 0) {
    const { refusals } = error;
    const count = refusals.length === 1 ? 'Un fichier est refusé' : `${refusals.length} fichiers sont refusés`;
    const named = refusals.slice(0, NAMED_REFUSALS).map((one) => ` ${one.chemin} : ${one.message}`);
    notices.show('refus', 'error', `${count} : rien n’a été enregistré.${named.join('')}`);
  } else notices.show('refus', 'error', message, { actions: again });
}

/** Where a theme that is gone was. @param href address of the site's themes */
export const otherThemes = (href: string): NoticeAction => ({ label: 'Thèmes du site', href });

/** Takes away the notices about a service that does not answer: it has answered. */
export const tellReached = (notices: Notices): void => notices.hide('session', 'service', 'parti');

/** Says which role the theme has, where the person has seen another; texts have one only. @param seen the role that the person had seen before a look or a save */
function tellRole(notices: Notices, { role, store }: UnsavedWork, seen: ThemeRole): void {
  if (store.role === 'publie' && role !== 'publie') {
    const told = 'Ce thème a été publié : ce que vous enregistrez change maintenant le site public.';
    notices.show('role', 'warning', told, { isDismissible: false });
  } else notices.hide('role');
  if (seen === 'publie' && role !== 'publie') {
    const told = 'Ce thème n’est plus publié : ce que vous enregistrez ne se voit plus sur le site.';
    notices.show('depublie', 'info', told);
  }
}

/** Tells of a save that ended without a question. @param seen the role that the person had seen before */
export function tellSaved(notices: Notices, work: UnsavedWork, seen: ThemeRole): void {
  tellReached(notices);
  tellRole(notices, work, seen);
  notices.hide('refus', 'restaure');
}

/** Says from now on when unsaved texts would be lost with the page. */
export function tellUnkept(notices: Notices, work: UnsavedWork): void {
  let wasKept = true;
  work.subscribe(() => {
    if (work.isKept === wasKept) return;
    wasKept = work.isKept;
    const told = 'Ce navigateur ne garde pas les textes non enregistrés : enregistrez souvent.';
    if (wasKept) notices.hide('brouillons');
    else notices.show('brouillons', 'warning', told);
  });
}

/** Looks for changes made elsewhere. @returns null where nothing is known of them */
export async function lookElsewhere(work: UnsavedWork, notices: Notices, ways: WaysOut): Promise<News | null> {
  if (work.isSaving) return null;
  const { role } = work;
  try {
    const news = await work.look();
    tellReached(notices);
    tellRole(notices, work, role);
    return news;
  } catch (error) {
    // A service that is away for a moment is not reported here: the person is told when they ask something of it.
    if (error instanceof ApiRefusal && !error.isMomentary) tellFailure(notices, error, ways);
    return null;
  }
}

/** What a save came to, for screen readers. */
export const sentenceOf = ({ kind }: SaveOutcome): string => SENTENCES[kind];

const SENTENCES: Readonly<Record<SaveOutcome['kind'], string>> = {
  nothing: 'Tout est déjà enregistré.',
  saved: 'Enregistré',
  merged: 'Fusionné avec une modification faite ailleurs : relisez, puis enregistrez.',
  conflict: 'Modifié ailleurs entre-temps : choisissez ce qui reste.',
  published: 'Ce thème a été publié.',
  held: 'Rien n’a encore été enregistré.',
};
