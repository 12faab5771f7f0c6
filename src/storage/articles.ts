import type { Change } from './content.ts';
import { TextTable } from './text-table.ts';

/** The fields of an article that an author writes. */
export interface ArticleFields {
  readonly blog_id: string;
  readonly slug: string;
  readonly titre: string;
  readonly extrait: string;
  readonly contenu: string;
  readonly image: string;
  readonly seo_titre: string;
  readonly seo_description: string;
  readonly publie: boolean;
  /** Its date; visitors see the article from then on. */
  readonly publie_le: string;
}

/** A new article without a publication time is published now; what else is not given is empty. */
export type NewArticle = Omit<ArticleFields, Optional> & Change<Pick<ArticleFields, Optional>>;
type Optional = 'seo_titre' | 'seo_description' | 'publie_le';

/** The newest first. */
export const ARTICLES = new TextTable<ArticleFields, NewArticle, 'seo_titre' | 'seo_description' | 'contenu'>({
  name: 'articles',
  genre: 'article',
  columns: [
    'blog_id',
    'slug',
    'titre',
    'extrait',
    'image',
    'seo_titre',
    'seo_description',
    'publie',
    'publie_le',
    'contenu',
  ],
  unlisted: ['seo_titre', 'seo_description', 'contenu'],
  order: 'publie_le DESC, id',
  defaults: { seo_titre: "''", seo_description: "''", publie_le: 'statement_timestamp()' },
  published: 'publie',
  placed: ['blog_id', 'slug'],
  begins: false,
});
