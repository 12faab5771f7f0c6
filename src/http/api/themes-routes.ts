import { One, ok } from '../../contract/shared.ts';
import { Change, Creation, Listing, ThemeList } from '../../contract/themes.ts';
import { doerOf } from '../../journal/doers.ts';
import { findDeployed } from '../../storage/deployments.ts';
import { listDescents } from '../../storage/descent.ts';
import { listThemes } from '../../storage/themes.ts';
import { changeTheme, removeTheme } from '../../themes/themes.ts';
import type { Api } from './api.ts';
import { ACTION_ANSWERS, ACTION_REFUSALS, act } from './theme-actions.ts';

/** `/api/themes`. */
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
    answers: { 200: ThemeList },
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
    answers: { 200: ok },
    refusals: ['introuvable', 'modifie_entre_temps', 'publication_impossible'],
    handle: async ({ caller, site, body: { id, nom: name, publier: publish, siPublie: ifPublished } }) => {
      await changeTheme(management, site.id, id, { name, publish, ifPublished, by: doerOf(caller) });
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime un brouillon et ses fichiers.',
    access: { kind: 'site', scope: 'themes', active: false },
    query: One,
    answers: { 200: ok },
    refusals: ['introuvable', 'theme_publie'],
    handle: async ({ caller, site, query }) => {
      await removeTheme(management, site.id, query.id, doerOf(caller));
      return { ok: true };
    },
  });
}
