import { z } from 'zod';
import type { MenuEntry } from '../../engine/index.ts';
import { isLink, LINK_UNITS } from '../content/links.ts';
import { MENU_KEY, MENU_LIMITS } from '../content/menu-limits.ts';
import { atMostUnits, Guard, plainJson, storableText, together } from './shared.ts';

/** Entries of all menus, on every level. */
const countEntries = (menus: Readonly<Record<string, readonly MenuEntry[]>>): number =>
  Object.values(menus).reduce((sum, entries) => sum + countLevel(entries), 0);

const countLevel = (entries: readonly MenuEntry[]): number =>
  entries.reduce((sum, { enfants = [] }) => sum + 1 + countLevel(enfants), 0);

/** An entry with this many levels, itself included. Unknown fields are refused, because they would be lost. */
const entryOf = (levels: number): z.ZodType<MenuEntry> =>
  z.strictObject({
    titre: storableText.max(MENU_LIMITS.title).refine((title) => title.trim() !== ''),
    url: atMostUnits(LINK_UNITS).refine(isLink),
    enfants: z.exactOptional(levels > 1 ? z.array(entryOf(levels - 1)) : z.array(z.never()).max(0)),
  });

export const Menus = z
  .record(z.string().regex(MENU_KEY), z.array(entryOf(MENU_LIMITS.levels)))
  .refine(
    (menus) => Object.keys(menus).length <= MENU_LIMITS.menus && countEntries(menus) <= MENU_LIMITS.entries,
    together,
  );

/** An entry has a title, an address and a list, and each level an object and a list. */
const BOUNDS = { depth: 2 * MENU_LIMITS.levels + 2, values: 1 + MENU_LIMITS.menus + 4 * MENU_LIMITS.entries };

export const Replacement = z.object({ menus: plainJson(BOUNDS, Menus), garde: Guard.optional() });
