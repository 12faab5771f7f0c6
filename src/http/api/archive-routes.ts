import { Readable } from 'node:stream';
import { Archive, ArchiveReading, ArchiveToImport } from '../../contract/archives.ts';
import { created } from '../../contract/shared.ts';
import { Refusal } from '../../errors.ts';
import { doerOf } from '../../journal/doers.ts';
import { record } from '../../journal/record.ts';
import { measureCopy } from '../../storage/theme-copy.ts';
import { ARCHIVE_BYTES } from '../../themes/archive.ts';
import { exportTheme } from '../../themes/export.ts';
import { onceOver } from '../answer-end.ts';
import { type Api, actorOf } from './api.ts';
import { ExportAdmission, ImportAdmission } from './transfer-admission.ts';

/** Export and import of whole themes (docs/theme-format.md, Archives). */
export function archiveRoutes(api: Api): void {
  const { database, imports } = api.context;
  const { management } = database;
  const exportAdmission = new ExportAdmission();
  const importAdmission = new ImportAdmission();

  api.add({
    method: 'GET',
    path: '/api/themes/{themeId}/export',
    summary: 'Donne un thème entier en une archive ; le journal du site le dit, à moins que « lecture » soit demandée.',
    access: { kind: 'theme', scope: 'lecture' },
    query: ArchiveReading,
    answers: { 200: Archive },
    refusals: [],
    handle: async ({ caller, site, theme, query, reply }) => {
      const atMost = await measureCopy(management, site.id, theme.id);
      exportAdmission.admit(actorOf({ caller, site }), atMost, reply);
      const archive = await exportTheme(management, site.id, theme.id, atMost);
      if (!archive) throw new Refusal('introuvable');
      if (query.lecture === undefined) {
        const details = { nom: theme.nom, id: theme.id };
        await record(management, { siteId: site.id, act: 'export_theme', by: doerOf(caller), details });
      }
      reply
        .type('application/json; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${archive.fileName}"`)
        .header('Content-Length', archive.bytes);
      return reply.send(Readable.from(archive.pieces));
    },
  });

  api.add({
    method: 'POST',
    path: '/api/themes/importer',
    summary: 'Crée un thème à partir d’une archive, en brouillon.',
    access: { kind: 'site', scope: 'themes', active: true },
    unread: {
      schema: ArchiveToImport,
      bytes: ARCHIVE_BYTES,
      admit: (who, bytes, reply) => importAdmission.admit(who, bytes, reply),
    },
    answers: { 201: created },
    refusals: [
      ...(['archive_invalide', 'vide', 'trop_de_fichiers', 'chemin_invalide', 'fichier_trop_gros'] as const),
      ...(['fichier_requis_manquant', 'creation_impossible', 'ecriture_impossible'] as const),
    ],
    handle: async ({ caller, site, request, reply }) => {
      const body = request.body as Readable | undefined;
      if (!body) throw new Refusal('invalid_input');
      const gone = new AbortController();
      onceOver(reply.raw, () => gone.abort());
      const themeId = await imports.take(site.id, caller.name, body, gone.signal);
      return reply.code(201).send({ ok: true, themeId });
    },
  });
}
