import { z } from 'zod';
import type { RolePools } from '../../storage/role-pools.ts';
import { listThemes } from '../../storage/themes.ts';
import { duplicateTheme, openWorkingDraft } from '../../themes/copies.ts';
import { changeTheme, installTheme, removeTheme } from '../../themes/themes.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Change, Creation } from './bodies/themes.ts';
import { uuid } from './input.ts';
import { INSTALLATION_REFUSALS } from './store-routes.ts';

const Removal = z.object({ id: uuid });

const Theme = z.object({
  id: answers.id,
  nom: z.string(),
  version: z.string(),
  role: answers.themeRole,
  origine: z.string().nullable(),
  maj_le: answers.timestamp,
});

/** `/api/themes` (specification, Endpoints). */
export function themesRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/themes';

  api.add({
    method: 'GET',
    path,
    summary: 'Liste les thèmes du site.',
    access: { kind: 'site', scope: 'lecture', active: false },
    answers: { 200: z.object({ site: answers.site, themes: z.array(Theme) }) },
    refusals: [],
    handle: async ({ site: { id, slug, nom } }) => ({
      site: { id, slug, nom },
      themes: await listThemes(management, id),
    }),
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Installe un thème du catalogue, duplique un thème ou donne le brouillon de travail.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Creation,
    answers: { 200: answers.created.extend({ reutilise: z.literal(true) }), 201: answers.created },
    refusals: [...INSTALLATION_REFUSALS, 'introuvable', 'aucun_theme'],
    handle: async ({ site, body, reply }) => {
      const { id: themeId, reused = false } = await create(management, site.id, body);
      return reused ? { ok: true, themeId, reutilise: true } : reply.code(201).send({ ok: true, themeId });
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Renomme un thème, le publie.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Change,
    answers: { 200: answers.ok },
    refusals: ['introuvable', 'publication_impossible'],
    handle: async ({ site, body: { id, nom: name, publier: publish } }) => {
      await changeTheme(management, site.id, id.toLowerCase(), { name, publish });
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime un brouillon et ses fichiers.',
    access: { kind: 'site', scope: 'themes', active: false },
    query: Removal,
    answers: { 200: answers.ok },
    refusals: ['introuvable', 'theme_publie'],
    handle: async ({ site, query }) => {
      await removeTheme(management, site.id, query.id.toLowerCase());
      return { ok: true };
    },
  });
}

async function create(
  db: RolePools,
  siteId: string,
  body: z.output<typeof Creation>,
): Promise<{ id: string; reused?: boolean }> {
  switch (body.action) {
    case 'installer':
      return { id: await installTheme(db, siteId, body.origine, { edition: body.edition }) };
    case 'dupliquer':
      return { id: await duplicateTheme(db, siteId, body.id.toLowerCase()) };
    case 'brouillon':
      return openWorkingDraft(db, siteId);
  }
}
