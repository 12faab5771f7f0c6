import { z } from 'zod';
import { findDeployed } from '../../storage/deployments.ts';
import { listDescents } from '../../storage/descent.ts';
import { listThemes } from '../../storage/themes.ts';
import { changeTheme, removeTheme } from '../../themes/themes.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Change, Creation } from './bodies/themes.ts';
import { uuid } from './input.ts';
import { ACTION_ANSWERS, ACTION_REFUSALS, act } from './theme-actions.ts';

const Removal = z.object({ id: uuid });
const Listing = z.object({
  /** Present, whatever its value: the site's public address is told, too. */
  adresse: z.unknown().optional(),
  /** Only the theme that a deployment has under this name. */
  deploiement: z.string().optional(),
  /** Present, whatever its value: each theme with its descent. */
  lignees: z.unknown().optional(),
});

const Site = answers.site.extend({ adresse: z.string().optional() });

const Theme = z.object({
  id: answers.id,
  nom: z.string(),
  version: z.string(),
  role: answers.themeRole,
  origine: z.string().nullable(),
  maj_le: answers.timestamp,
});

/** The same with its descent (docs/versions.md). */
const Descended = Theme.extend({
  lignee: answers.id,
  issu_de: answers.id.nullable(),
  fait_de: answers.id.nullable(),
  fait_du_numero: z.int().nullable(),
  cree_le: answers.timestamp,
  publie_le: answers.timestamp.nullable(),
});

/** `/api/themes` (specification, Endpoints). */
export function themesRoutes(api: Api): void {
  const {
    database: { management },
    publicAddress,
    sitesDomain,
  } = api.context;
  const path = '/api/themes';

  api.add({
    method: 'GET',
    path,
    summary: 'Liste les thèmes du site ; avec `lignees`, de quel thème chacun est fait.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Listing,
    answers: { 200: z.object({ site: Site, themes: z.union([z.array(Theme), z.array(Descended)]) }) },
    refusals: [],
    handle: async ({ site: { id, slug, nom }, query: { adresse, deploiement: name, lignees }, request }) => {
      const address =
        adresse === undefined ? {} : { adresse: `${publicAddress.originOf(request.raw, `${slug}.${sitesDomain}`)}/` };
      const site = { id, slug, nom, ...address };
      const themes = await (lignees === undefined ? listThemes : listDescents)(management, id);
      if (name === undefined) return { site, themes };
      const deployed = name.includes('\0') ? null : await findDeployed(management, id, name);
      return { site, themes: themes.filter((theme) => theme.id === deployed?.id) };
    },
  });

  api.add({
    method: 'POST',
    path,
    summary:
      'Installe un thème du catalogue, duplique un thème, donne le brouillon de travail ou celui d’un déploiement, revient à la publication précédente, mesure une page, répète une publication ou fusionne ce que le catalogue a de plus récent.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Creation,
    answers: ACTION_ANSWERS,
    refusals: ACTION_REFUSALS,
    handle: (call) => act(api.context, call),
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Renomme un thème, le publie.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Change,
    answers: { 200: answers.ok },
    refusals: ['introuvable', 'modifie_entre_temps', 'publication_impossible'],
    handle: async ({ site, body: { id, nom: name, publier: publish, siPublie: ifPublished } }) => {
      await changeTheme(management, site.id, id, { name, publish, ifPublished });
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
      await removeTheme(management, site.id, query.id);
      return { ok: true };
    },
  });
}
