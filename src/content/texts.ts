import { type ListedText, listTexts, type TextGenre } from '../storage/content-lists.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { textPath } from './slugs.ts';

/** Path of a text on its site. */
export const addressOfText = (genre: TextGenre, { slug, blog_slug }: Pick<ListedText, 'slug' | 'blog_slug'>): string =>
  textPath(slug, genre === 'pages' ? null : blog_slug);

/** The words that a search asks for; null for all texts. @param typed what a person wrote */
export const searchedWords = (typed: string): readonly string[] | null =>
  typed.trim() === '' ? null : typed.trim().split(/\s+/);

/** A text that a link may lead to. */
export interface FoundText {
  readonly genre: 'page' | 'article';
  readonly id: string;
  readonly titre: string;
  readonly adresse: string;
  /** Whether visitors see the text now. */
  readonly visible: boolean;
}

/** So many texts are found at most. */
const FOUND = 20;

/** Pages and articles of a site with these words, those that were changed last before the others. @param typed words of titles, addresses and excerpts */
export async function findTexts(db: RolePools, siteId: string, typed: string): Promise<FoundText[]> {
  const wish = { filter: null, blog: null, order: 'modif', after: null, limit: FOUND } as const;
  const words = searchedWords(typed);
  const found = await Promise.all(
    (['pages', 'articles'] as const).map(async (genre) =>
      (await listTexts(db, siteId, genre, { ...wish, words })).map((text) => ({ genre, text })),
    ),
  );
  return found
    .flat()
    .sort((a, b) => (a.text.maj_le < b.text.maj_le ? 1 : -1))
    .slice(0, FOUND)
    .map(({ genre, text }) => {
      const adresse = addressOfText(genre, text);
      return {
        ...{ genre: genre === 'pages' ? 'page' : 'article', id: text.id, titre: text.titre || adresse, adresse },
        visible: text.etat === 'publie',
      } as const;
    });
}
