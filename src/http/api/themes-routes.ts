import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listThemes } from '../../storage/themes.ts';
import { changeTheme, installTheme, removeTheme } from '../../themes/themes.ts';
import { type ApiContext, openSiteFor, siteOf } from './context.ts';
import { parseInput, storableText, uuid } from './input.ts';

const Installation = z.object({ action: z.literal('installer'), origine: storableText.min(1).max(40) });

const Change = z.object({
  id: uuid,
  nom: storableText.trim().min(1).max(80).optional(),
  publier: z.boolean().optional(),
});

const Removal = z.object({ id: uuid });

/** `/api/themes` (specification, Endpoints). */
export function themesRoutes(app: FastifyInstance, context: ApiContext): void {
  const { management } = context.database;

  app.get('/api/themes', { onRequest: openSiteFor(context, { scope: 'lecture', active: false }) }, async (request) => {
    const { id, slug, nom } = siteOf(request);
    return { site: { id, slug, nom }, themes: await listThemes(management, id) };
  });

  const write = { onRequest: openSiteFor(context, { scope: 'themes', active: true }) };

  app.post('/api/themes', write, async (request, reply) => {
    const { origine } = parseInput(Installation, request.body);
    const themeId = await installTheme(management, siteOf(request).id, origine);
    return reply.code(201).send({ ok: true, themeId });
  });

  app.patch('/api/themes', write, async (request) => {
    const { id, nom: name, publier: publish } = parseInput(Change, request.body);
    await changeTheme(management, siteOf(request).id, id.toLowerCase(), { name, publish });
    return { ok: true };
  });

  app.delete(
    '/api/themes',
    { onRequest: openSiteFor(context, { scope: 'themes', active: false }) },
    async (request) => {
      const { id } = parseInput(Removal, request.query);
      await removeTheme(management, siteOf(request).id, id.toLowerCase());
      return { ok: true };
    },
  );
}
