import { AtPath, Original } from '../../contract/files.ts';
import { readOriginal } from '../../themes/original.ts';
import type { Api } from './api.ts';

const CACHE_HEADERS = {
  'Cache-Control': 'private, max-age=60',
  // The answer at this address depends on the caller.
  Vary: 'Authorization, Cookie, X-Service-Site-Cible',
} as const;

/** `/api/themes/<theme_id>/fichiers/origine`. */
export function originRoutes(api: Api): void {
  api.add({
    method: 'GET',
    path: '/api/themes/{themeId}/fichiers/origine',
    summary: 'Donne un fichier tel que le catalogue le livre aujourd’hui.',
    access: { kind: 'theme', scope: 'lecture' },
    query: AtPath,
    answers: { 200: Original },
    refusals: ['sans_origine', 'absent_de_l_original'],
    handle: async ({ theme, query: { chemin }, reply }) => {
      const { id, metadata, content } = await readOriginal(api.context.upgrades.readCatalog, theme.origine, chemin);
      reply.headers(CACHE_HEADERS);
      const { nom, version } = metadata;
      return { origine: { id, nom, version }, installee: theme.version, contenu: content };
    },
  });
}
