import { isAsset, type PreviewSource } from '../preview/source.ts';
import type { ThemeStore } from '../theme/theme-store.ts';
import { kindOf } from './copies.ts';
import { parseNodes } from './html/fragment.ts';
import type { WritingProps } from './props.ts';
import type { WritingSession } from './session.ts';
import { FIELDS } from './store/fields.ts';

const ENDLESS =
  'Les éléments de ce texte sont trop imbriqués : l’aperçu ne le montre pas, et les navigateurs des visiteurs pourraient s’y arrêter.';

/** A text as it is written, in a theme as that is stored. */
export function textSource(session: WritingSession, theme: ThemeStore, data: WritingProps): PreviewSource {
  const fields = FIELDS[kindOf(data)];
  let isRead = false;
  let judged = '';
  let isReadable = true;
  /** Whether browsers read the text in a moment. What other people have stored is judged, and what is written only where that is bad. */
  const canBeShown = (): boolean => {
    const stored = session.work.baseOf('contenu')?.text ?? '';
    if (stored !== judged) {
      judged = stored;
      isReadable = parseNodes(stored) !== null;
    }
    return isReadable || parseNodes(session.textOf('contenu')) !== null;
  };
  return {
    subscribe(listener) {
      let later: ReturnType<typeof setTimeout> | undefined;
      const settle = () => {
        clearTimeout(later);
        const left = session.pauseLeft;
        if (left > 0) later = setTimeout(settle, left);
        else listener();
      };
      const end = session.work.subscribe(settle);
      return () => {
        clearTimeout(later);
        end();
      };
    },
    parts: () => [...fields.map((field) => session.textOf(field)), dateOf(session)],
    request() {
      const champs = Object.fromEntries(
        fields.map((field) => [field, session.textOf(field)]).filter(([, value]) => value !== ''),
      );
      const date = dateOf(session);
      return {
        texte: {
          genre: data.genre,
          champs: { slug: '', titre: '', ...champs, ...(date !== null && { publie_le: date }) },
        },
      };
    },
    async read() {
      if (!canBeShown()) throw new Error(ENDLESS);
      if (!isRead) await theme.refresh();
      await theme.readAll(isAsset);
      isRead = true;
    },
    textOf: (path) => theme.known(path)?.text,
  };
}

/** The date of an article; null for a page, and for a draft, which has the date of its publication. */
const dateOf = ({ isPage, store: { state } }: WritingSession): string | null =>
  !isPage && state.isPublished ? state.publishedFrom : null;
