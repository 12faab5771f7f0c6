import { z } from 'zod';
import { findFreeAddress } from '../../content/addresses.ts';
import { cursorAt, readCursor } from '../../content/cursor.ts';
import { restoreText } from '../../content/deleted-texts.ts';
import * as answers from '../../contract/shared.ts';
import { AddressQuestion, DeletedText } from '../../contract/writing.ts';
import { doerOf } from '../../journal/doers.ts';
import { listDeleted } from '../../storage/deleted-texts.ts';
import type { Api } from './api.ts';

/** How many deleted texts one answer lists. */
const AT_ONCE = 100;

/** `/api/contenus-supprimes` and `/api/adresses-libres` (docs/content.md). */
export function deletedTextsRoutes(api: Api): void {
  const { management } = api.context.database;

  api.add({
    method: 'GET',
    path: '/api/contenus-supprimes',
    summary:
      'Liste ce qui a été supprimé ces trente derniers jours, le dernier supprimé d’abord ; « suite » mène plus loin.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: z.object({ avant: z.string().max(100).optional() }),
    answers: {
      200: z.object({ site: answers.site, contenus: z.array(DeletedText), suite: z.string().nullable() }),
    },
    refusals: [],
    handle: async ({ site: { id, slug, nom }, query }) => {
      const after = query.avant === undefined ? null : await readCursor(management, query.avant, 'avant');
      const found = await listDeleted(management, id, { after, limit: AT_ONCE + 1 });
      const contenus = found.slice(0, AT_ONCE);
      const last = contenus.at(-1);
      const suite = found.length > AT_ONCE && last ? cursorAt(last.supprime_le, last.id) : null;
      return { site: { id, slug, nom }, contenus, suite };
    },
  });

  api.add({
    method: 'POST',
    path: '/api/contenus-supprimes',
    summary: 'Rend un texte supprimé, sans le publier ; un blog revient avec ses articles.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: answers.One,
    answers: { 200: answers.added.extend({ slug: z.string() }) },
    refusals: ['introuvable', 'sans_blog'],
    handle: async ({ caller, site, body: { id } }) => {
      const { slug } = await restoreText(management, site.id, id, doerOf(caller));
      return { ok: true, id, slug };
    },
  });

  api.add({
    method: 'GET',
    path: '/api/adresses-libres',
    summary: 'Dit si une adresse est libre, et en propose une qui l’est.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: AddressQuestion,
    answers: { 200: z.object({ libre: z.boolean(), proposee: z.string() }) },
    refusals: [],
    handle: async ({ site, query: { genre, blog = null, slug, sauf: except = null } }) =>
      findFreeAddress(management, site.id, { genre, blogId: genre === 'article' ? blog : null, except }, slug),
  });
}
