import { z } from 'zod';
import { readMenus, replaceMenus } from '../../content/menus.ts';
import { Menus, Replacement } from '../../contract/menus.ts';
import * as answers from '../../contract/shared.ts';
import type { Api } from './api.ts';

/** `/api/menus` (docs/decisions/guarded-writes.md). */
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
