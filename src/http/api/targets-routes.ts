import { targetsAt } from '../../content/link-targets.ts';
import { Question, Targets } from '../../contract/targets.ts';
import type { Api } from './api.ts';

/** `/api/cibles`, for browser sessions only: whether links inside a site lead somewhere. */
export function targetsRoutes(api: Api): void {
  const { management } = api.context.database;
  api.add({
    method: 'POST',
    path: '/api/cibles',
    summary: 'Dit ce qui se trouve à des adresses du site.',
    access: { kind: 'site', scope: 'lecture', active: false, sessionOnly: true },
    body: Question,
    answers: { 200: Targets },
    refusals: [],
    handle: async ({ site: { id, slug, nom }, body: { adresses: addresses } }) => ({
      site: { id, slug, nom },
      cibles: await targetsAt(management, id, addresses),
    }),
  });
}
