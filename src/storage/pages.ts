import type { Change } from './content.ts';
import { TextTable } from './text-table.ts';

/** The fields of a page that an author writes. */
interface AllPageFields {
  /** Empty for the home page. */
  readonly slug: string;
  readonly titre: string;
  readonly gabarit: string;
  readonly contenu: string;
  readonly image: string;
  readonly seo_titre: string;
  readonly seo_description: string;
  readonly publiee: boolean;
}

/** A new page; what is not given is empty. */
export type PageFields = Omit<AllPageFields, Added> & Change<Pick<AllPageFields, Added>>;
type Added = 'image' | 'seo_titre' | 'seo_description';

/** Sorted by address, the home page first. */
export const PAGES = new TextTable<AllPageFields, PageFields, Added | 'contenu'>({
  name: 'pages',
  genre: 'page',
  columns: ['slug', 'titre', 'gabarit', 'image', 'seo_titre', 'seo_description', 'publiee', 'contenu'],
  unlisted: ['image', 'seo_titre', 'seo_description', 'contenu'],
  order: 'slug COLLATE "C"',
  defaults: { image: "''", seo_titre: "''", seo_description: "''" },
  published: 'publiee',
  placed: ['slug'],
  begins: true,
});

/** The page that every published site has. */
export const HOME_PAGE: PageFields = { slug: '', titre: 'Accueil', gabarit: 'index', contenu: '', publiee: true };
