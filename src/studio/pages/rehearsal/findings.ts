import { controlsShownInLines } from '../../../../engine/text/controls.ts';
import type { RehearsedPage } from '../../../contract/rehearsal.ts';
import { reasonInWords } from '../../preview/reasons.ts';
import { element } from './elements.ts';
import type { PagePictures } from './pictures.ts';

/** Shows everything that a rehearsal has found on a page. */
export function showFindings(
  page: RehearsedPage,
  { hasPublished, pictures }: { readonly hasPublished: boolean; readonly pictures: PagePictures },
): HTMLElement {
  const { raison, apres, sections, casses, fichiers, difference, etat } = page;
  const parts = [
    ...(raison === null ? [] : [element('p', {}, reasonInWords(raison, apres?.statut ?? 503))]),
    ...listOf(
      'Sections qui échouent avec ce brouillon seulement',
      sections.map(({ type, chemin, ligne, message }) => {
        const place = ligne === undefined ? chemin : `${chemin}, ligne ${ligne}`;
        return `${type} – ${place} : ${message}`;
      }),
    ),
    ...listOf(
      'Ce que les visiteurs ne trouveraient plus',
      casses.map(({ adresse, genre }) => `${genre === 'lien' ? 'La page' : 'Le fichier'} ${adresse}`),
    ),
    ...listOf('Fichiers de la page dont le contenu change', fichiers),
    ...(etat === 'omise' ? [] : [pictures.of(page.adresse, hasPublished)]),
    ...(difference === null ? [] : [differenceOf(difference)]),
  ];
  return element('div', { className: 'findings' }, ...parts);
}

function listOf(title: string, lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return [];
  const items = lines.map((line) => element('li', {}, line));
  return [element('div', {}, element('h3', {}, title), element('ul', {}, ...items))];
}

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };

/** Shows the HTML that differs: signs and colours both tell added from removed. */
function differenceOf(difference: string): HTMLElement {
  const lines = difference === '' ? ['Seules des lignes vides diffèrent.'] : difference.split('\n');
  const text = element(
    'pre',
    { className: 'html-difference', tabIndex: 0 },
    ...lines.map((line) => element('span', { className: KINDS[line.charAt(0)] ?? '' }, controlsShownInLines(line))),
  );
  text.setAttribute('role', 'region');
  text.setAttribute('aria-label', 'HTML qui diffère');
  return element('div', {}, element('h3', {}, 'HTML qui diffère'), text);
}
