import { Installation, Installed } from '../../contract/store.ts';
import type { ErrorCode } from '../../errors.ts';
import { doerOf } from '../../journal/doers.ts';
import { installTheme } from '../../themes/themes.ts';
import type { Api } from './api.ts';

/** Codes of a refused installation. */
export const INSTALLATION_REFUSALS = [
  ...([
    'theme_inconnu',
    'fichier_requis_manquant',
    'chemin_invalide',
    'fichier_trop_gros',
    'trop_de_fichiers',
  ] as const),
  ...(['creation_impossible', 'ecriture_impossible'] as const),
] satisfies readonly ErrorCode[];

/** `/api/store/themes` (docs/decisions/catalog.md). */
export function storeRoutes(api: Api): void {
  const {
    database: { management },
    upgrades: { readCatalog },
  } = api.context;

  api.add({
    method: 'POST',
    path: '/api/store/themes',
    summary: 'Installe un thème du catalogue et le publie sur demande.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Installation,
    answers: { 201: Installed },
    refusals: [...INSTALLATION_REFUSALS, 'publication_impossible'],
    handle: async ({ caller, site, body: { origine, edition, publier: publish = false }, reply }) => {
      const wish = { catalogId: origine, by: doerOf(caller), edition, publish, readCatalog };
      const themeId = await installTheme(management, site.id, wish);
      return reply.code(201).send({ ok: true, themeId, publie: publish });
    },
  });
}
