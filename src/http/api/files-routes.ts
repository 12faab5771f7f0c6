import { z } from 'zod';
import { Diagnosis } from '../../contract/diagnostics.ts';
import {
  AtPath,
  type LotWriting,
  OneFile,
  OneFileThen,
  type OneWriting,
  Reading,
  Tree,
  TreeThen,
  Writing,
  Written,
} from '../../contract/files.ts';
import { ok } from '../../contract/shared.ts';
import { VersionList } from '../../contract/versions.ts';
import { Refusal } from '../../errors.ts';
import { doerOf } from '../../journal/doers.ts';
import { findFile, listFiles } from '../../storage/theme-files.ts';
import { findFileThen, hasVersion, listFilesThen } from '../../storage/theme-versions.ts';
import type { Theme } from '../../storage/themes.ts';
import { writeDeployment } from '../../themes/deployment.ts';
import { type FileToWrite, removeFile, writeFile } from '../../themes/files.ts';
import { checkedFor } from '../../themes/judge-file.ts';
import { type Lot, writeLot } from '../../themes/lot.ts';
import { versionList } from '../../themes/version-list.ts';
import { restoreVersion } from '../../themes/versions.ts';
import { isNamed, tagOf } from '../entity-tags.ts';
import { type Api, actorOf } from './api.ts';
import { diagnoseTheme } from './theme-diagnostics.ts';

/** Caches must revalidate a copy each time, so that no answer is older than the last write. */
const CACHE_CONTROL = 'private, no-cache';
/** Headers of answers that no cache keeps. */
const NEWEST = { 'Cache-Control': 'private, no-store' };

/** `/api/themes/<theme_id>/fichiers`. */
export function filesRoutes(api: Api): void {
  const { database, renderer } = api.context;
  const { management } = database;
  const path = '/api/themes/{themeId}/fichiers';

  api.add({
    method: 'GET',
    path,
    summary:
      'Donne l’arborescence d’un thème ou un de ses fichiers, tels quels ou dans une version ; ses versions ; ou ce qui s’y affiche mal.',
    access: { kind: 'theme', scope: 'lecture' },
    query: Reading,
    answers: { 200: z.union([Tree, OneFile, VersionList, TreeThen, OneFileThen, Diagnosis]), 304: null },
    refusals: ['fichier_introuvable', 'version_introuvable'],
    handle: async ({ caller, site, theme, query, request, reply }) => {
      const { chemin, diagnostics, versions, avant = null, version } = query;
      if (diagnostics !== undefined) return diagnoseTheme(api.context, actorOf({ caller, site }), theme);
      if (versions !== undefined) {
        return reply.headers(NEWEST).send(await versionList(management, site.id, theme, avant));
      }
      if (version !== undefined) return reply.headers(NEWEST).send(await then(site.id, theme, version, chemin));
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

  /** The tree of a version, or a file as it was. */
  const then = async (siteId: string, { id, nom, role }: Theme, version: number, chemin: string | undefined) => {
    const isTree = chemin === undefined;
    const files = isTree ? await listFilesThen(management, siteId, id, version) : [];
    const isPath = !isTree && !chemin.includes('\0');
    const file = isPath ? await findFileThen(management, siteId, id, { number: version, path: chemin }) : null;
    // Old versions may be removed meanwhile.
    if (!(await hasVersion(management, siteId, id, version))) throw new Refusal('version_introuvable');
    if (isTree) return { theme: { id, nom, role }, version, fichiers: files };
    if (!file) throw new Refusal('fichier_introuvable');
    return { fichier: file };
  };

  api.add({
    method: 'PUT',
    path,
    summary:
      'Écrit un fichier, ou un lot de fichiers en une fois, comme un déploiement ou non ; ou rétablit les fichiers d’une version.',
    access: { kind: 'theme', scope: 'themes' },
    body: Writing,
    answers: { 200: Written },
    refusals: [
      ...(['traversee', 'hors_dossier', 'nom', 'extension', 'syntaxe', 'lot_refuse'] as const),
      ...(['modifie_entre_temps', 'fichier_existe', 'trop_de_fichiers', 'version_introuvable'] as const),
    ],
    handle: async ({ caller, site, theme, body }) => {
      const { name, scope } = caller;
      const checkSyntax = checkedFor(renderer, caller.accountId);
      const place = { siteId: site.id, themeId: theme.id, author: name };
      if (body.retablir !== undefined) {
        const { number, isNew } = await restoreVersion(management, { ...place, by: doerOf(caller) }, body.retablir);
        return { ok: true, numero: number, ...(!isNew && { inchange: true }) };
      }
      if (body.lot?.deploiement) {
        const { garder, fusionner } = body.lot.deploiement;
        const deployment = { ...lotOf(body.lot), keep: new Set(garder), merged: fusionner };
        const numero = await writeDeployment(management, checkSyntax, place, deployment);
        return { ok: true, numero };
      }
      const done = body.lot
        ? await writeLot(management, checkSyntax, { ...place, isInStudio: scope === 'session' }, lotOf(body.lot))
        : await writeFile(management, checkSyntax, place, fileOf(body));
      return done === 'unchanged' ? { ok: true, inchange: true } : { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime un fichier.',
    access: { kind: 'theme', scope: 'themes' },
    query: AtPath,
    answers: { 200: ok },
    refusals: ['fichier_requis'],
    handle: async ({ caller, site, theme, query: { chemin } }) => {
      const place = { siteId: site.id, themeId: theme.id, author: caller.name };
      if (!chemin.includes('\0')) await removeFile(management, place, chemin);
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

const lotOf = ({ ecrire, supprimer, siEmpreinte, siRole, siNumero }: LotWriting): Lot => ({
  write: ecrire,
  remove: new Set(supprimer),
  ifFingerprint: siEmpreinte,
  ifRole: siRole,
  ifNumber: siNumero,
});
