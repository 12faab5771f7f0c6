import { findTexts } from '../../content/texts.ts';
import { FoundTexts, Search } from '../../contract/texts.ts';
import type { Api } from './api.ts';

/** `/api/textes`: what a link may lead to. */
export function textsRoutes(api: Api): void {
  const { management } = api.context.database;
  api.add({
    method: 'GET',
    path: '/api/textes',
    summary: 'Trouve des pages et des articles par leurs mots, vingt au plus, les derniers changés d’abord.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Search,
    answers: { 200: FoundTexts },
    refusals: [],
    handle: async ({ site: { id, slug, nom }, query }) => ({
      site: { id, slug, nom },
      textes: await findTexts(management, id, query.q ?? ''),
    }),
  });
}
