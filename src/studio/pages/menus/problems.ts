/** What of menus the platform would not store, in words. Pure. */
import { LINK_UNITS } from '../../../content/links.ts';
import { MENU_LIMITS } from '../../../content/menu-limits.ts';
import { linkProblem } from '../../links/link-problem.ts';
import type { Row } from './rows.ts';

export type RowField = 'titre' | 'url';

/** What the platform stores of no text. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const UNSTORABLE = 'Un caractère de ce texte ne peut pas être enregistré : effacez-le, et écrivez de nouveau.';

/** What begins like an address: others are words that somebody searches with. */
const IS_ADDRESS = /^(?:[/#?]|[a-z][a-z0-9+.-]*:)/i;

/** What is wrong with a field of an entry; null where nothing is. @param isStored whether the address stands like this on the platform */
export function rowProblem({ titre, url }: Row, field: RowField, isStored: boolean): string | null {
  if (field === 'titre') {
    if (titre.trim() === '') return 'Écrivez ce que les visiteurs lisent dans le menu.';
    if (!isStorable(titre)) return UNSTORABLE;
    const length = [...titre.trim()].length;
    return length > MENU_LIMITS.title ? `Ce titre a ${length} signes : ${MENU_LIMITS.title} au plus.` : null;
  }
  const address = url.trim();
  if (!isStorable(address)) return UNSTORABLE;
  if (address.length > LINK_UNITS) return `Cette adresse a ${address.length} signes : ${LINK_UNITS} au plus.`;
  const problem = linkProblem(address);
  if (problem !== undefined) return problem;
  if (address === '' || isStored || IS_ADDRESS.test(address)) return null;
  return 'Choisissez dans la liste où mène cette entrée, ou écrivez une adresse : /page, https://…, mailto:…, tel:… ou #…';
}

/** What is wrong with all menus together; null where nothing is. */
export function totalProblem(menus: number, entries: number): string | null {
  if (entries > MENU_LIMITS.entries) {
    const all = `Les menus du site ont ${entries} entrées, et ${MENU_LIMITS.entries} sont possibles`;
    return `${all} : retirez-en ${entries - MENU_LIMITS.entries} pour enregistrer.`;
  }
  if (menus <= MENU_LIMITS.menus) return null;
  return `Le site a ${menus} menus, et ${MENU_LIMITS.menus} sont possibles : supprimez-en pour enregistrer.`;
}
