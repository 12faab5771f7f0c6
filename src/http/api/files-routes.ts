import { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { findFile, listFiles } from '../../storage/theme-files.ts';
import { removeFile, writeFile } from '../../themes/files.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Writing } from './bodies/files.ts';

const Reading = z.object({ chemin: z.string().optional() });
const Removal = z.object({ chemin: z.string().min(1) });

const Tree = z.object({
  theme: z.object({ id: answers.id, nom: z.string(), role: z.enum(['publie', 'brouillon']) }),
  fichiers: z.array(
    z.object({ chemin: z.string(), octets: z.int(), empreinte: z.string(), maj_le: answers.timestamp }),
  ),
});
const OneFile = z.object({
  fichier: z.object({ chemin: z.string(), contenu: z.string(), maj_le: answers.timestamp }),
});

/** `/api/themes/<theme_id>/fichiers` (specification, Endpoints). */
export function filesRoutes(api: Api): void {
  const { database, renderer } = api.context;
  const { management } = database;
  const path = '/api/themes/{themeId}/fichiers';

  api.add({
    method: 'GET',
    path,
    summary: 'Donne l’arborescence d’un thème, ou un de ses fichiers.',
    access: { kind: 'theme', scope: 'lecture' },
    query: Reading,
    answers: { 200: z.union([Tree, OneFile]) },
    refusals: ['fichier_introuvable'],
    handle: async ({ site, theme: { id, nom, role }, query: { chemin } }) => {
      if (chemin === undefined) {
        return { theme: { id, nom, role }, fichiers: await listFiles(management, site.id, id) };
      }
      const fichier = chemin.includes('\0') ? null : await findFile(management, site.id, id, chemin);
      if (!fichier) throw new Refusal('fichier_introuvable');
      return { fichier };
    },
  });

  api.add({
    method: 'PUT',
    path,
    summary: 'Écrit un fichier.',
    access: { kind: 'theme', scope: 'themes' },
    body: Writing,
    answers: { 200: answers.ok.extend({ inchange: z.literal(true).optional() }) },
    refusals: ['traversee', 'hors_dossier', 'nom', 'extension', 'syntaxe', 'fichier_existe', 'trop_de_fichiers'],
    handle: async ({ site, theme, body: { chemin: path, contenu: content, siAbsent: ifAbsent = false } }) => {
      const checkSyntax = renderer.check.bind(renderer);
      const done = await writeFile(management, checkSyntax, site.id, theme.id, { path, content, ifAbsent });
      return done === 'unchanged' ? { ok: true, inchange: true } : { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime un fichier.',
    access: { kind: 'theme', scope: 'themes' },
    query: Removal,
    answers: { 200: answers.ok },
    refusals: ['fichier_requis'],
    handle: async ({ site, theme, query: { chemin } }) => {
      if (!chemin.includes('\0')) await removeFile(management, site.id, theme.id, chemin);
      return { ok: true };
    },
  });
}
