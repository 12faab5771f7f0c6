import { z } from 'zod';
import { readSettings, replaceSettings, settingsTab } from '../../content/settings.ts';
import { Replacement, Values } from '../../contract/settings.ts';
import * as answers from '../../contract/shared.ts';
import { doerOf } from '../../journal/doers.ts';
import type { Api } from './api.ts';

/** `/api/parametres/<onglet>` (docs/decisions/guarded-writes.md). */
export function settingsRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/parametres/{onglet}';
  const tabOf = (params: unknown) => settingsTab((params as { onglet: string }).onglet);

  api.add({
    method: 'GET',
    path,
    summary: 'Donne les paramètres d’un onglet : general, seo, contact, reseaux ou acces.',
    access: { kind: 'site', scope: 'lecture', active: false },
    judgeParameters: tabOf,
    answers: { 200: z.object({ site: answers.site, valeurs: Values, majLe: answers.timestamp.nullable() }) },
    refusals: ['introuvable'],
    handle: async ({ site: { id, slug, nom }, request }) => {
      const { values, version } = await readSettings(management, id, tabOf(request.params));
      return { site: { id, slug, nom }, valeurs: values, majLe: version };
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Remplace tous les paramètres d’un onglet.',
    access: { kind: 'site', scope: 'themes', active: true },
    judgeParameters: tabOf,
    body: Replacement,
    answers: { 200: answers.replaced },
    refusals: ['introuvable', 'autre_site', 'modifie_entre_temps'],
    handle: async ({ site, caller, request, body: { valeurs: values, garde: guard } }) => {
      const tab = tabOf(request.params);
      const wish = { values, guard, by: doerOf(caller) };
      return { ok: true, majLe: await replaceSettings(management, site.id, tab, wish) };
    },
  });
}
