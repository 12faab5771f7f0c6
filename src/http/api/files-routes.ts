import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { findFile, listFiles } from '../../storage/theme-files.ts';
import { removeFile, writeFile } from '../../themes/files.ts';
import { PATH_LENGTH } from '../../themes/path-rules.ts';
import { FILE_UNITS } from '../../themes/validate.ts';
import { type ApiContext, openThemeFor, siteOf, themeOf } from './context.ts';
import { atMostUnits, parseInput, storableText } from './input.ts';

const Query = z.object({ chemin: z.string().optional() });
const PathQuery = z.object({ chemin: z.string().min(1) });

const Writing = z.object({
  chemin: storableText.min(PATH_LENGTH.minimum).max(PATH_LENGTH.maximum),
  contenu: atMostUnits(FILE_UNITS),
  siAbsent: z.boolean().optional(),
});

/** `/api/themes/<theme_id>/fichiers` (specification, Endpoints). */
export function filesRoutes(app: FastifyInstance, context: ApiContext): void {
  const { management } = context.database;
  const url = '/api/themes/:themeId/fichiers';

  app.get(url, { onRequest: openThemeFor(context, { scope: 'lecture' }) }, async (request) => {
    const { chemin } = parseInput(Query, request.query);
    const site = siteOf(request);
    const { id, nom, role } = themeOf(request);
    if (chemin === undefined) {
      return { theme: { id, nom, role }, fichiers: await listFiles(management, site.id, id) };
    }
    const fichier = chemin.includes('\0') ? null : await findFile(management, site.id, id, chemin);
    if (!fichier) throw new Refusal('fichier_introuvable');
    return { fichier };
  });

  const write = { onRequest: openThemeFor(context, { scope: 'themes' }) };

  app.put(url, write, async (request) => {
    const { chemin: path, contenu: content, siAbsent: ifAbsent = false } = parseInput(Writing, request.body);
    const checkSyntax = context.renderer.check.bind(context.renderer);
    const file = { path, content, ifAbsent };
    const done = await writeFile(management, checkSyntax, siteOf(request).id, themeOf(request).id, file);
    return done === 'unchanged' ? { ok: true, inchange: true } : { ok: true };
  });

  app.delete(url, write, async (request) => {
    const { chemin } = parseInput(PathQuery, request.query);
    if (!chemin.includes('\0')) await removeFile(management, siteOf(request).id, themeOf(request).id, chemin);
    return { ok: true };
  });
}
