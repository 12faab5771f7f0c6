import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteAccountRows } from '../../../src/storage/deletion.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { tidyTexts } from '../../../src/storage/text-upkeep.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';

let url: string;
let pools: RolePools;
let service: RolePools;
let site: string;
beforeAll(async () => {
  url = await freshDatabase();
  [pools, service] = [openPools(url, 'vitrine_gestion'), openPools(url, 'vitrine_service')];
  await query(url, "INSERT INTO sites (slug, nom) SELECT 's' || n, 'S' FROM generate_series(1, 250) n");
  site = (await query(url, "SELECT id FROM sites WHERE slug = 's7'")).rows[0].id;
});
afterAll(() => Promise.all([pools.end(), service.end()]));

const rows = async (text: string) => (await query(url, text)).rows;
async function goThrough(): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await tidyTexts(pools, 30, after);
}

it('settles what has passed, and nothing that visitors see changes but the version of the content', async () => {
  await query(
    url,
    `INSERT INTO pages (site_id, slug, titre, contenu, publie_le, retire_le, prevu, prevu_le)
     SELECT $1, 'p' || n, 'avant', 'texte', CASE n WHEN 1 THEN now() - interval '1 hour' END, CASE n WHEN 2 THEN now() END,
            CASE n WHEN 3 THEN '{"titre": "apres"}'::jsonb END, CASE n WHEN 3 THEN now() - interval '1 hour' END FROM generate_series(1, 4) n`,
    [site],
  );
  const seen = 'SELECT slug, titre, contenu FROM pages_publiques ORDER BY slug';
  const [before, version] = [await rows(seen), await rows('SELECT id, contenu_maj_le::text FROM sites ORDER BY id')];
  await goThrough();
  expect(await rows(seen)).toEqual(before);
  expect(before.map(({ titre }) => titre)).toEqual(['avant', 'apres', 'avant']);
  expect(await rows('SELECT titre, publiee, publie_le, retire_le, prevu FROM pages ORDER BY slug')).toEqual([
    { titre: 'avant', publiee: true, publie_le: null, retire_le: null, prevu: null },
    { titre: 'avant', publiee: false, publie_le: null, retire_le: null, prevu: null },
    { titre: 'apres', publiee: true, publie_le: null, retire_le: null, prevu: null },
    { titre: 'avant', publiee: true, publie_le: null, retire_le: null, prevu: null },
  ]);
  const after = await rows('SELECT id, contenu_maj_le::text FROM sites ORDER BY id');
  expect(after.filter((row, n) => row.contenu_maj_le !== version[n].contenu_maj_le).map(({ id }) => id)).toEqual([
    site,
  ]);
  await goThrough();
  expect(await rows('SELECT id, contenu_maj_le::text FROM sites ORDER BY id')).toEqual(after);
});

it('what was deleted too long ago goes with its versions, as do versions of texts that an older release has deleted', async () => {
  await query(
    url,
    `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, supprime_le)
     SELECT $1, gen_random_uuid(), 'page', 'T' || n, '{}', now() - make_interval(days => CASE WHEN n <= 2500 THEN 31 ELSE 29 END)
     FROM generate_series(1, 2502) n`,
    [site],
  );
  await query(
    url,
    `INSERT INTO versions_de_contenus (site_id, contenu_id, numero, moyen, valeurs)
     SELECT site_id, id, 1, 'enregistrement', '{}'::jsonb FROM contenus_supprimes
     UNION ALL SELECT site_id, id, 1, 'origine', '{}' FROM pages UNION ALL SELECT $1, gen_random_uuid(), 1, 'origine', '{}'`,
    [site],
  );
  await goThrough();
  expect(await rows('SELECT count(*)::int AS n FROM contenus_supprimes')).toEqual([{ n: 2 }]);
  expect(await rows('SELECT count(*)::int AS n FROM versions_de_contenus')).toEqual([{ n: 6 }]);
});

it('a deleted account is named by no version and by no deleted text', async () => {
  const [account] = await rows(
    "INSERT INTO comptes (email, mot_de_passe, confirme_le) VALUES ('a@b.fr', 'x', now()) RETURNING id",
  );
  await query(
    url,
    "UPDATE versions_de_contenus SET auteur = CASE WHEN moyen = 'origine' THEN 'a@b.fr' ELSE 'autre' END",
  );
  await query(url, "UPDATE contenus_supprimes SET auteur = 'a@b.fr'");
  await inTransaction(service, (client) => deleteAccountRows(client, account.id));
  expect(await rows('SELECT DISTINCT auteur FROM versions_de_contenus ORDER BY auteur')).toEqual([
    { auteur: 'autre' },
    { auteur: null },
  ]);
  expect(await rows('SELECT DISTINCT auteur FROM contenus_supprimes')).toEqual([{ auteur: null }]);
});
