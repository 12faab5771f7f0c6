import { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { findFile, listFiles } from '../../storage/theme-files.ts';
import type { Theme } from '../../storage/themes.ts';
import { type FileToWrite, removeFile, writeFile } from '../../themes/files.ts';
import { type Lot, writeLot } from '../../themes/lot.ts';
import { isNamed, tagOf } from '../entity-tags.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { type LotWriting, type OneWriting, Writing } from './bodies/files.ts';
import { Diagnosis, diagnoseTheme } from './theme-diagnostics.ts';

const Reading = z.object({
  chemin: z.string().optional(),
  /** Present, whatever its value. */
  diagnostics: z.unknown().optional(),
});
const Removal = z.object({ chemin: z.string().min(1) });

/** Caches must revalidate a copy each time, so that no answer is older than the last write. */
const CACHE_CONTROL = 'private, no-cache';

const Tree = z.object({
  theme: z.object({ id: answers.id, nom: z.string(), role: answers.themeRole }),
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
    summary: 'Donne l’arborescence d’un thème, un de ses fichiers, ou ce qui s’y affiche mal.',
    access: { kind: 'theme', scope: 'lecture' },
    query: Reading,
    answers: { 200: z.union([Tree, OneFile, Diagnosis]), 304: null },
    refusals: ['fichier_introuvable'],
    handle: async ({ site, theme, query: { chemin, diagnostics }, request, reply }) => {
      if (diagnostics !== undefined) return diagnoseTheme(api.context, site.id, theme);
      const etag = tagOf(theme.maj_le, ...(chemin === undefined ? [theme.nom, theme.role] : [chemin]));
      if (isNamed(etag, request.headers['if-none-match'])) {
        return reply.code(304).headers(cacheHeaders(etag)).send();
      }
      const view = await (chemin === undefined ? tree(site.id, theme) : oneFile(site.id, theme.id, chemin));
      return reply.headers(cacheHeaders(etag)).send(view);
    },
  });

  const tree = async (siteId: string, { id, nom, role }: Theme) => ({
    theme: { id, nom, role },
    fichiers: await listFiles(management, siteId, id),
  });

  const oneFile = async (siteId: string, themeId: string, chemin: string) => {
    const fichier = chemin.includes('\0') ? null : await findFile(management, siteId, themeId, chemin);
    if (!fichier) throw new Refusal('fichier_introuvable');
    return { fichier };
  };

  api.add({
    method: 'PUT',
    path,
    summary: 'Écrit un fichier, ou un lot de fichiers en une fois.',
    access: { kind: 'theme', scope: 'themes' },
    body: Writing,
    answers: { 200: answers.ok.extend({ inchange: z.literal(true).optional() }) },
    refusals: [
      ...(['traversee', 'hors_dossier', 'nom', 'extension', 'syntaxe', 'lot_refuse'] as const),
      ...(['modifie_entre_temps', 'fichier_existe', 'trop_de_fichiers'] as const),
    ],
    handle: async ({ site, theme, body }) => {
      const checkSyntax = renderer.check.bind(renderer);
      const done = body.lot
        ? await writeLot(management, checkSyntax, site.id, theme.id, lotOf(body.lot))
        : await writeFile(management, checkSyntax, site.id, theme.id, fileOf(body));
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

const cacheHeaders = (etag: string) => ({ ETag: `W/${etag}`, 'Cache-Control': CACHE_CONTROL });

const fileOf = ({ chemin, contenu, siAbsent = false, siEmpreinte }: OneWriting): FileToWrite => ({
  path: chemin,
  content: contenu,
  ifAbsent: siAbsent,
  ifFingerprint: siEmpreinte,
});

const lotOf = ({ ecrire, supprimer, siEmpreinte, siRole }: LotWriting): Lot => ({
  write: ecrire,
  remove: new Set(supprimer),
  ifFingerprint: siEmpreinte,
  ifRole: siRole,
});
