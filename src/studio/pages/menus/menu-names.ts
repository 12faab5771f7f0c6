/** What menus are called. Pure. */
import { MENU_KEY } from '../../../content/menu-limits.ts';
import { addressWords } from '../../../text/address-words.ts';

const [MAIN, FOOT] = ['Menu principal', 'Pied de page'];

/** What themes of the catalog and many others call their menus. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...['principal', 'main', 'main-menu', 'navigation'].map((key) => [key, MAIN] as const),
  ...['pied', 'footer', 'pied-de-page'].map((key) => [key, FOOT] as const),
]);

/** The name of a menu in words. @param key by which themes name the menu */
export function menuName(key: string): string {
  const words = key.replace(/[-_]+/g, ' ').trim();
  return NAMES.get(key) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The key for a name that a person has typed; null where none can be made of it. */
export function menuKey(name: string): string | null {
  const key = addressWords(name)
    .join('-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 64);
  return MENU_KEY.test(key) ? key : null;
}

const RANKS = [MAIN, FOOT];
const rankOf = (key: string): number => (RANKS.indexOf(menuName(key)) + RANKS.length + 1) % (RANKS.length + 1);

/** Menus as people look for them: those of all pages first. */
export const inMenuOrder = (keys: Iterable<string>): readonly string[] =>
  [...new Set(keys)].sort(
    (a, b) => rankOf(a) - rankOf(b) || menuName(a).localeCompare(menuName(b), 'fr') || (a < b ? -1 : 1),
  );
