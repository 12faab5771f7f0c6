/**
 * A server with Fastify and pg that runs the statements of vitrine's management API and checks nothing itself: neither the shape of
 * a body nor a path nor syntax. `node rival-bare.ts <database address>`
 */
import Fastify, { type FastifyRequest } from 'fastify';
import { presentedKey } from '../../src/accounts/api-key.ts';
import { useKey } from '../../src/storage/keys.ts';
import { openRolePools } from '../../src/storage/role-pools.ts';
import { listSitesOfAccount } from '../../src/storage/sites.ts';
import { countFiles, findFile, fingerprintsOf, upsertFiles } from '../../src/storage/theme-files.ts';
import { beginVersion, findTheme, insertTheme, lockTheme } from '../../src/storage/themes.ts';
import { inTransaction } from '../../src/storage/transaction.ts';
import { fingerprintOf } from '../../src/text/fingerprint.ts';
import { whenDisconnected } from '../processes.ts';

const [, , databaseUrl = ''] = process.argv;
const db = openRolePools(databaseUrl, 'vitrine_gestion');
const service = openRolePools(databaseUrl, 'vitrine_service');
const app = Fastify({ bodyLimit: 4 * 1024 * 1024 });

async function siteOf({ headers }: FastifyRequest): Promise<string> {
  const key = await useKey(service.probes, fingerprintOf(presentedKey(headers.authorization) ?? ''));
  const [site] = await listSitesOfAccount(db, key?.compte_id ?? '');
  return site?.id ?? '';
}

interface OfTheme {
  Params: { themeId: string };
  Querystring: { chemin: string };
  Body: { chemin: string; contenu: string };
}
const path = '/api/themes/:themeId/fichiers';

app.get<OfTheme>(path, async (request) => {
  const siteId = await siteOf(request);
  const theme = await findTheme(db, siteId, request.params.themeId);
  return { fichier: await findFile(db, siteId, theme?.id ?? '', request.query.chemin) };
});

app.put<OfTheme>(path, async (request) => {
  const siteId = await siteOf(request);
  const { themeId } = request.params;
  const { chemin, contenu } = request.body;
  await findTheme(db, siteId, themeId);
  await inTransaction(db, async (client) => {
    await lockTheme(client, siteId, themeId);
    if (!(await fingerprintsOf(client, siteId, themeId, [chemin])).has(chemin))
      await countFiles(client, siteId, themeId);
    const version = await beginVersion(client, siteId, themeId, { auteur: null, moyen: 'fichier' });
    await upsertFiles(client, version, new Map([[chemin, contenu]]));
  });
  return { ok: true };
});

interface Archive {
  Body: { nom: string; version: string; fichiers: Record<string, string> };
}

app.post<Archive>('/api/themes/importer', async (request, reply) => {
  const siteId = await siteOf(request);
  const { nom: name, version, fichiers: files } = request.body;
  const authorship = { auteur: null, moyen: 'import' } as const;
  const themeId = await inTransaction(db, (client) =>
    insertTheme(client, { siteId, name, version, origin: null, files, authorship }),
  );
  return reply.code(201).send({ ok: true, themeId });
});

await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as { port: number }).port });
whenDisconnected(() => process.exit(0));
