import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '../../themes/archive.ts';
import { archiveFileName } from '../../themes/archive-name.ts';
import { saveFile } from '../api/save-file.ts';
import type { ThemePageData } from '../theme/props.ts';
import { otherThemes, sentenceOf, tellFailure, tellSaved, type WaysOut } from '../unsaved/telling.ts';
import type { Texts } from './model/theme-model.ts';
import type { Session } from './session.ts';

const MERGED = 'Enregistré. D’autres changements, faits entre-temps ailleurs, ont été réunis avec les vôtres.';

const commentWords = (files: readonly string[]): string =>
  `Un fichier s’enregistre sans commentaires, car le JSON n’en admet pas : ${files.join(', ')} ${
    files.length > 1 ? 'perdront les leurs' : 'perdra les siens'
  }. Tout le reste est gardé.`;

/** The archive of the texts that a page has: it can be imported again when the theme was deleted elsewhere. */
const archiveOf = ({ nom, version, origine }: ThemePageData['theme'], texts: Texts): string =>
  JSON.stringify({
    ...{ format: ARCHIVE_FORMAT, format_version: ARCHIVE_VERSION },
    ...{ nom, version, origine, exporte_le: new Date().toISOString() },
    fichiers: Object.fromEntries(texts),
  });

/** What a person can do when the theme cannot be reached. */
export const waysOut = (session: Session, { theme, adresses }: ThemePageData): WaysOut => ({
  others: otherThemes(adresses.site),
  takeAway: () => ({
    words: 'Gardez-en l’archive : elle s’importe comme un nouveau thème.',
    actions: [
      {
        label: 'Télécharger l’archive',
        run: () => saveFile(archiveFileName(theme.nom, theme.version), archiveOf(theme, session.texts)),
      },
    ],
  }),
});

/** A question that a save has ended with, which a dialog asks. */
export type Question = 'conflict' | 'published';

interface Told {
  readonly announce: (words: string) => void;
  readonly ask: (question: Question) => void;
}

/** Saves the changes, and tells what became of them. @param run begins the save */
export async function save(
  session: Session,
  data: ThemePageData,
  told: Told,
  run = () => session.save(),
): Promise<void> {
  if (data.lectureSeule !== null) return;
  const { work, notices } = session;
  const { role } = work;
  const again = (other = run) => void save(session, data, told, other);
  try {
    const outcome = await run();
    told.announce(sentenceOf(outcome));
    notices.hide('commentaires', 'fusion');
    if (outcome.kind === 'conflict' || outcome.kind === 'published') told.ask(outcome.kind);
    else if (outcome.kind === 'held') {
      const actions = [{ label: 'Enregistrer sans commentaires', run: () => again(() => session.saveStripped()) }];
      notices.show('commentaires', 'warning', commentWords(outcome.paths), { actions });
    } else {
      tellSaved(notices, work, role);
      if (outcome.kind === 'saved' && outcome.merged.length > 0) notices.show('fusion', 'info', MERGED);
    }
  } catch (error) {
    tellFailure(notices, error, { ...waysOut(session, data), retry: () => again() });
  }
}
