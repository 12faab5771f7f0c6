/** Templates as a person calls them, and a page of the site that shows each. */
import type { ThemePageData } from '../../theme/props.ts';

const LABELS: Readonly<Record<string, string>> = {
  index: 'Page d’accueil',
  page: 'Pages',
  blog: 'Listes du blog',
  article: 'Articles',
  '404': 'Page introuvable',
};

/** `page` is « Pages », `contact` is « Pages « contact » ». */
export const templateLabel = (name: string): string =>
  Object.hasOwn(LABELS, name) ? (LABELS[name] ?? name) : `Gabarit « ${name} »`;

/** An address that no page has. */
const NOWHERE = '/cette-page-n-existe-pas';

/** The template of an address, as far as the form of the address tells. */
export function templateNameFor(address: string): string {
  const [first, ...rest] = address
    .replace(/[?#].*$/, '')
    .split('/')
    .filter(Boolean);
  if (first === undefined) return 'index';
  if (first !== 'blog') return 'page';
  return rest.length < 2 ? 'blog' : 'article';
}

/** A page that a template shows. @returns null when the site has none */
export function addressFor(template: string, pages: ThemePageData['pages']): string | null {
  if (template === 'index') return '/';
  if (template === '404') return NOWHERE;
  const named = pages.find(({ adresse }) => adresse === `/${template}`);
  return (named ?? pages.find(({ adresse }) => templateNameFor(adresse) === template))?.adresse ?? null;
}
