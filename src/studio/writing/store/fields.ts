/** The fields of a page and of an article that a person writes: each is a text of its own for the model of unsaved work. */
import type { ArticleWork, PageWork } from '../../../contract/writing.ts';

/** The collection of the API that a text is in. */
export type TextKind = 'pages' | 'articles';

export type TextField = keyof PageWork | keyof ArticleWork;

/** A value for each field of a text. */
export type TextValues = Readonly<Partial<Record<TextField, string>>>;

export const FIELDS: Readonly<Record<TextKind, readonly TextField[]>> = {
  pages: ['titre', 'slug', 'gabarit', 'image', 'seo_titre', 'seo_description', 'contenu'] satisfies (keyof PageWork)[],
  articles: [
    ...(['titre', 'slug', 'blog_id', 'extrait', 'image'] as const),
    ...(['seo_titre', 'seo_description', 'contenu'] as const),
  ] satisfies (keyof ArticleWork)[],
};

/** What the routes of each kind call things. */
export const NAMES = {
  pages: { one: 'page', isPublished: 'publiee' },
  articles: { one: 'article', isPublished: 'publie' },
} as const;

/** The address of a new text for which none was chosen. @param id of the text */
export const placeholderSlug = (kind: TextKind, id: string): string => `${NAMES[kind].one}-${id.slice(0, 8)}`;

/** The title under which the platform knows a text that has none yet. */
export const UNTITLED = 'Sans titre';

/** The fields that have another value than `before`. */
export const changedFields = (before: TextValues, after: TextValues): TextValues =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => before[field as TextField] !== value));
