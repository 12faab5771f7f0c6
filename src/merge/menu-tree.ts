/** A menu of a site as a tree, and as the text that is compared and stored. Pure. */

/** An entry of a menu, with those beneath it. */
export interface MenuItem {
  readonly titre: string;
  readonly url: string;
  readonly enfants: readonly MenuItem[];
}

/** The levels that a menu may have. */
export const MENU_LEVELS = 3;

/** A menu with more levels than this is not read: no such one can be stored. */
const DEEPEST = 20;

/** @returns null for a text that is no menu */
export function readMenu(text: string): readonly MenuItem[] | null {
  try {
    return itemsOf(JSON.parse(text), DEEPEST);
  } catch {
    return null;
  }
}

function itemsOf(value: unknown, levels: number): readonly MenuItem[] | null {
  if (!Array.isArray(value) || levels === 0) return null;
  const items = value.map((one: unknown): MenuItem | null => {
    if (typeof one !== 'object' || one === null) return null;
    const { titre, url, enfants } = one as Readonly<Record<string, unknown>>;
    const beneath = enfants === undefined ? [] : itemsOf(enfants, levels - 1);
    return typeof titre === 'string' && typeof url === 'string' && beneath ? { titre, url, enfants: beneath } : null;
  });
  return items.includes(null) ? null : (items as readonly MenuItem[]);
}

/** The text of a menu: names of fields in their order, and no list without entries. */
export const writeMenu = (items: readonly MenuItem[]): string => JSON.stringify(items.map(plain));

const plain = ({ titre, url, enfants }: MenuItem): object => ({
  ...(enfants.length > 0 && { enfants: enfants.map(plain) }),
  titre,
  url,
});
