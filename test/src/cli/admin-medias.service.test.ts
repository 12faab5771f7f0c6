import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { originalKey, variantKey } from '../../../src/media/store/media-store.ts';
import { type MediaFiles, openMediaFiles } from '../../../src/media/store/open-store.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { expectRefusal, printedByAdmin, runAdmin } from '../../support/operator.ts';
import { S3Server } from '../../support/s3-server.ts';
import { insertMedia } from '../../support/stored-media.ts';

/** `vitrine admin medias verifier`, and what `vitrine admin verifier` says of MEDIA_URL. */

let url: string;
let dataDir: string;
let media: MediaFiles;
let sites: string[];
beforeAll(async () => {
  url = await freshDatabase();
  const { rows } = await query(
    url,
    "INSERT INTO sites (slug, nom) VALUES ('photos', 'Photos'), ('pain', 'Pain') RETURNING id",
  );
  sites = rows.map(({ id }) => id);
});
beforeEach(async () => {
  await query(url, 'DELETE FROM medias');
  dataDir = await freshDataDir();
  media = await openMediaFiles({ dataDir, mediaBucket: undefined });
  return () => rm(dataDir, { recursive: true, force: true });
});

const verify = async (...words: string[]) => {
  const { code, out, err } = await runAdmin(url, ['medias', 'verifier', ...words, '--json'], { DATA_DIR: dataDir });
  expect(err).toBe('');
  return { code, ...JSON.parse(out) };
};
const insert = (site = 0, nom = 'photo.jpg') =>
  insertMedia(url, media.store, sites[site] ?? '', randomBytes(1_000), { nom });

it('says that all is well, and how much was read', async () => {
  for (const site of [0, 0, 1]) await insert(site);
  expect(await verify()).toEqual({ code: 0, ok: true, medias: 3, octets: 3_000, fautes: [], sans_ligne: [] });
  expect(await verify('--site', 'pain')).toMatchObject({ code: 0, medias: 1 });
  expect(await printedByAdmin(url, ['medias', 'verifier'], { DATA_DIR: dataDir })).toBe(
    'Médias lus : 3 (3 Ko). Fichiers qui manquent ou diffèrent : 0.\n' +
      'Fichiers sans ligne : 0 (0 o), dont 0 de plus d’un jour, que le service enlève.\n',
  );
});

it('names originals that are missing or differ, each with what is wrong, and fails', async () => {
  const [gone, shorter, other] = [await insert(0, 'partie.jpg'), await insert(1), await insert(1)];
  await media.store.remove([gone.key]);
  await media.store.put(shorter.key, randomBytes(999));
  await media.store.put(other.key, randomBytes(1_000));
  const { code, ok, fautes } = await verify();
  expect([code, ok]).toEqual([1, false]);
  expect(fautes).toHaveLength(3);
  expect(fautes).toContainEqual({ site: 'photos', id: gone.id, nom: 'partie.jpg', cle: gone.key, faute: 'absent' });
  expect(fautes).toContainEqual(expect.objectContaining({ site: 'pain', id: shorter.id, faute: 'taille' }));
  expect(fautes).toContainEqual(expect.objectContaining({ site: 'pain', id: other.id, faute: 'empreinte' }));
  expect(await verify('--site', 'photos')).toMatchObject({ code: 1, medias: 1, fautes: [{ id: gone.id }] });
  const { code: exit, out } = await runAdmin(url, ['medias', 'verifier'], { DATA_DIR: dataDir });
  expect(exit).toBe(1);
  expect(out).toContain(`photos  ${gone.id}  partie.jpg : le fichier manque\n`);
});

it('names files that no row has, which are no failure', async () => {
  const { empreinte } = await insert();
  const [original, variant] = [
    originalKey(sites[1] ?? '', `${empreinte}-${'0'.repeat(16)}`),
    variantKey(sites[0] ?? '', empreinte, '640.webp'),
  ];
  for (const key of [original, variant]) await media.store.put(key, Buffer.from('stray'));
  const { code, sans_ligne } = await verify();
  expect(code).toBe(0);
  expect(sans_ligne.map(({ cle, octets }: { cle: string; octets: number }) => [cle, octets]).sort()).toEqual([
    [original, 5],
    [variant, 5],
  ]);
  expect((await verify('--site', 'pain')).sans_ligne).toMatchObject([{ cle: original }]);
});

it('a site that is not there, and more media than one step reads', async () => {
  expectRefusal(await runAdmin(url, ['medias', 'verifier', '--site', 'personne']), 'Aucun site ne s’appelle personne.');
  for (let n = 0; n < 201; n++) await insert(n % 2);
  expect(await verify()).toMatchObject({ code: 0, medias: 201 });
});

it('a bucket is compared as the folder is, and said to be away where it is', async () => {
  const server = await S3Server.start();
  onTestFinished(() => server.close().catch(() => undefined));
  const MEDIA_URL = server.url;
  const bucket = await openMediaFiles({ dataDir, mediaBucket: server.address });
  const { key } = await insertMedia(url, bucket.store, sites[0] ?? '', randomBytes(30));
  await bucket.close();
  const words = ['medias', 'verifier', '--json'];
  expect(JSON.parse(await printedByAdmin(url, words, { MEDIA_URL }))).toMatchObject({ ok: true, medias: 1 });
  server.objects.delete(key);
  expect((await runAdmin(url, words, { MEDIA_URL })).code).toBe(1);
  const look = async () => JSON.parse((await runAdmin(url, ['verifier', '--json'], { MEDIA_URL })).out).verifications;
  expect(await look()).toContainEqual({ nom: 'medias', etat: 'ok', message: 'Le compartiment de MEDIA_URL répond.' });
  await server.close();
  const run = await runAdmin(url, words, { MEDIA_URL });
  expectRefusal(run, 'Les fichiers des bibliothèques sont hors d’atteinte (ECONNREFUSED).');
  expect(run.code).toBe(4);
  expect(await look()).toContainEqual(expect.objectContaining({ nom: 'medias', etat: 'attention' }));
});
