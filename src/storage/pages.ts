import { ContentTable } from './content-table.ts';

/** The fields of a page that an author writes. */
export interface PageFields {
  /** Empty for the home page. */
  readonly slug: string;
  readonly titre: string;
  readonly gabarit: string;
  readonly contenu: string;
  readonly publiee: boolean;
}

/** Sorted by address, the home page first. */
export const PAGES = new ContentTable<PageFields>({
  name: 'pages',
  columns: ['slug', 'titre', 'gabarit', 'publiee', 'contenu'],
  order: 'slug COLLATE "C"',
});

/** The page that every published site has. */
export const HOME_PAGE: PageFields = { slug: '', titre: 'Accueil', gabarit: 'index', contenu: '', publiee: true };
