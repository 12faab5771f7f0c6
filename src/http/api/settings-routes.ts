import type { ClientBase } from 'pg';
import { z } from 'zod';
import { presentedKey } from '../../accounts/api-key.ts';
import { giveContact, type SettingsWriter } from '../../accounts/contact-address.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { readSettings, replaceSettings, settingsTab } from '../../content/settings.ts';
import { Replacement, Values } from '../../contract/settings.ts';
import * as answers from '../../contract/shared.ts';
import { doerOf } from '../../journal/doers.ts';
import type { SettingsValues } from '../../storage/settings.ts';
import type { Api, ApiContext, SiteCall } from './api.ts';
import { ownSessionOf } from './own-session.ts';

/** `/api/parametres/<onglet>` (docs/decisions/guarded-writes.md). */
export function settingsRoutes(api: Api): void {
  const { database, login, sessionCookie } = api.context;
  const { management } = database;
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
    refusals: ['introuvable', 'autre_site', 'modifie_entre_temps', 'preuve_requise'],
    handle: async ({ site, caller, request, body: { valeurs: values, garde: guard } }) => {
      const tab = tabOf(request.params);
      const wish = { values, guard, by: doerOf(caller) };
      if (tab !== 'contact') return { ok: true, majLe: await replaceSettings(management, site.id, tab, wish) };
      const services = withCredential(login.services);
      const by = writerOf(sessionCookie, { caller, request });
      const before = (client: ClientBase, present: SettingsValues) =>
        giveContact(services, client, site.id, { by, present, values });
      return { ok: true, majLe: await replaceSettings(services.db, site.id, tab, { ...wish, before }) };
    },
  });
}

/** A request with a key is the key's, whatever session is beside it. */
const writerOf = (
  sessionCookie: ApiContext['sessionCookie'],
  { caller, request }: Pick<SiteCall<unknown, unknown>, 'caller' | 'request'>,
): SettingsWriter =>
  caller.scope === 'session'
    ? ownSessionOf(sessionCookie, { caller, request })
    : { accountId: caller.accountId, key: presentedKey(request.headers.authorization) ?? '' };
