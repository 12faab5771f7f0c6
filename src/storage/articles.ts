import type { Change } from './content.ts';
import { ContentTable } from './content-table.ts';

/** The fields of an article that an author writes. */
export interface ArticleFields {
  readonly blog_id: string;
  readonly slug: string;
  readonly titre: string;
  readonly extrait: string;
  readonly contenu: string;
  readonly image: string;
  readonly publie: boolean;
  readonly publie_le: string;
}

/** A new article without a publication time is published now. */
export type NewArticle = Omit<ArticleFields, 'publie_le'> & Change<Pick<ArticleFields, 'publie_le'>>;

/** The newest first. */
export const ARTICLES = new ContentTable<ArticleFields, NewArticle>({
  name: 'articles',
  columns: ['blog_id', 'slug', 'titre', 'extrait', 'image', 'publie', 'publie_le', 'contenu'],
  order: 'publie_le DESC, id',
  defaults: { publie_le: 'statement_timestamp()' },
});
