import { z } from 'zod';
import type { MenuEntry } from '../../../engine/index.ts';
import { isLink, LINK_UNITS } from '../../content/links.ts';
import { countEntries, MENU_LIMITS, readMenus, replaceMenus } from '../../content/menus.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Guard } from './guard-input.ts';
import { atMostUnits, plainJson, storableText } from './input.ts';

/** An entry with so many levels, itself included; a field that is not known is refused, since it would be lost. */
const entryOf = (levels: number): z.ZodType<MenuEntry> =>
  z.strictObject({
    titre: storableText.max(MENU_LIMITS.title).refine((title) => title.trim() !== ''),
    url: atMostUnits(LINK_UNITS).refine(isLink),
    enfants: z.exactOptional(levels > 1 ? z.array(entryOf(levels - 1)) : z.array(z.never()).max(0)),
  });

const Menus = z
  .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/), z.array(entryOf(MENU_LIMITS.levels)))
  .refine((menus) => Object.keys(menus).length <= MENU_LIMITS.menus && countEntries(menus) <= MENU_LIMITS.entries);

/** An entry has a title, an address and a list, and each level an object and a list. */
const BOUNDS = { depth: 2 * MENU_LIMITS.levels + 2, values: 1 + MENU_LIMITS.menus + 4 * MENU_LIMITS.entries };

const Replacement = z.object({ menus: plainJson(BOUNDS, Menus), garde: Guard.optional() });

/** `/api/menus` (specification and decisions, Other routes). */
export function menusRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/menus';

  api.add({
    method: 'GET',
    path,
    summary: 'Donne les menus du site.',
    access: { kind: 'site', scope: 'lecture', active: false },
    answers: { 200: z.object({ site: answers.site, menus: Menus, majLe: answers.timestamp.nullable() }) },
    refusals: [],
    handle: async ({ site: { id, slug, nom } }) => {
      const { menus, maj_le: majLe } = await readMenus(management, id);
      return { site: { id, slug, nom }, menus, majLe };
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Remplace tous les menus du site.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Replacement,
    answers: { 200: answers.replaced },
    refusals: ['autre_site', 'modifie_entre_temps'],
    handle: async ({ site, body: { menus, garde: guard } }) => ({
      ok: true,
      majLe: await replaceMenus(management, site.id, { menus, guard }),
    }),
  });
}
