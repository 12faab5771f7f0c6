import { Readable } from 'node:stream';
import { withCredential } from '../../accounts/service-credential.ts';
import { ENTRIES_AT_ONCE, Journal, JournalSelection, Reading } from '../../contract/journal.ts';
import { doerOf } from '../../journal/doers.ts';
import { exportJournal } from '../../journal/export.ts';
import { readJournal } from '../../journal/reading.ts';
import { record } from '../../journal/record.ts';
import { textOf } from '../../journal/sentences.ts';
import { type Api, actorOf } from './api.ts';
import { TableAdmission } from './transfer-admission.ts';

/** `/api/journal`: who did what on a site, for its owners (docs/journal.md). */
export function journalRoutes(api: Api): void {
  const { service } = api.context.database;
  const path = '/api/journal';
  const access = { kind: 'site', scope: 'lecture', active: false, sessionOnly: true, owner: true } as const;
  const tables = new TableAdmission();

  api.add({
    method: 'GET',
    path,
    summary: 'Donne le journal du site, le plus récent d’abord ; « suite » se redonne en « avant ».',
    access,
    query: Reading,
    answers: { 200: Journal },
    refusals: [],
    handle: async ({ site: { id, slug, nom }, query: { avant: cursor, limite, ...wish } }) => {
      const limit = limite ?? ENTRIES_AT_ONCE.usual;
      const { entries, next } = await readJournal(withCredential(service), id, wish, { cursor, limit });
      const entrees = entries.map(({ who, deed, compte_id, ...entry }) => ({
        ...{ ...entry, compte: compte_id, qui: textOf(who), quoi: textOf(deed) },
      }));
      return { site: { id, slug, nom }, entrees, suite: next };
    },
  });

  api.add({
    method: 'GET',
    path: `${path}/export`,
    summary: 'Donne le journal du site en un tableau CSV.',
    access,
    query: JournalSelection,
    answers: { 200: null },
    refusals: [],
    handle: async ({ caller, site, query, reply }) => {
      tables.admit(actorOf({ caller, site }), reply);
      const db = withCredential(service);
      const pieces = await exportJournal(db, site.id, query);
      await record(db, { siteId: site.id, act: 'export_journal', by: doerOf(caller), details: {} });
      const day = new Date().toISOString().slice(0, 10);
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="journal-${site.slug}-${day}.csv"`);
      return reply.send(Readable.from(pieces));
    },
  });
}
