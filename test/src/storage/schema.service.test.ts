import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/storage/database.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { storeFiles } from '../../support/stored-files.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const THEME = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';

describe('what the database itself enforces', () => {
  let url: string;
  const run = (text: string) => query(url, text);
  const addTheme = (id: string, columns = '', values = '') =>
    run(`INSERT INTO themes (site_id, id, lignee, nom${columns}) VALUES ('${A}', '${id}', '${id}', 'T'${values})`);

  beforeAll(async () => {
    url = await freshDatabase();
    await run(`INSERT INTO sites (id, slug, nom) VALUES ('${A}', 'a', 'A')`);
    await addTheme(THEME, ', role', ", 'publie'");
    await storeFiles(url, A, THEME, { 'assets/a.css': '' });
  });

  it('one published theme a site', async () => {
    await expect(addTheme(OTHER, ', role', ", 'publie'")).rejects.toThrow('themes_un_publie_par_site');
  });

  it('one working draft a site', async () => {
    const draft = (id: string) => addTheme(id, ', issu_de', `, '${THEME}'`);
    await draft('00000000-0000-4000-8000-000000000003');
    await expect(draft('00000000-0000-4000-8000-000000000004')).rejects.toThrow(
      'themes_un_brouillon_de_travail_par_site',
    );
  });

  it('a published theme is no working draft', async () => {
    await expect(addTheme(OTHER, ', role, issu_de', `, 'publie', '${THEME}'`)).rejects.toThrow('check constraint');
  });

  it('a path once in a theme', async () => {
    const again = run('INSERT INTO fichiers SELECT * FROM fichiers');
    await expect(again).rejects.toThrow('fichiers_pkey');
  });

  it('files go with their theme', async () => {
    await run(`DELETE FROM themes WHERE id = '${THEME}'`);
    expect((await run('SELECT FROM fichiers')).rowCount).toBe(0);
  });
});

describe('the role that serves public pages', () => {
  it('reads published themes and the assets of drafts, and no key, password hash, file or row of a draft', async () => {
    const url = await freshDatabase();
    await query(url, `INSERT INTO sites (id, slug, nom) VALUES ('${A}', 'a', 'A')`);
    for (const [id, role] of [
      [THEME, 'publie'],
      [OTHER, 'brouillon'],
    ]) {
      await query(
        url,
        `INSERT INTO themes (site_id, id, lignee, nom, role) VALUES ('${A}', '${id}', '${id}', 'T', '${role}')`,
      );
      for (const path of ['assets/a.css', 'layout/theme.liquid']) {
        await storeFiles(url, A, String(id), { [path]: '' });
      }
    }
    const database = await openDatabase({ url, serviceUrl: undefined, warn: () => undefined });
    const read = (text: string) => database.public.query(text);

    expect((await read('SELECT current_user AS role')).rows).toEqual([{ role: 'vitrine_public' }]);
    expect((await read('SELECT id FROM themes_publies')).rows).toEqual([{ id: THEME }]);
    expect((await read('SELECT DISTINCT theme_id FROM fichiers_publies')).rows).toEqual([{ theme_id: THEME }]);
    expect((await read('SELECT DISTINCT chemin FROM actifs_publics')).rows).toEqual([{ chemin: 'assets/a.css' }]);
    for (const table of [
      'cles',
      'comptes',
      'themes',
      'fichiers',
      'fichiers_complets',
      'textes',
      'versions',
      'sites',
      'pages',
      'membres',
    ]) {
      await expect(read(`SELECT * FROM ${table}`), table).rejects.toThrow('permission denied');
    }
    await expect(read("UPDATE menus SET menus = '{}'")).rejects.toThrow('permission denied');
    await expect(database.management.query('SELECT mot_de_passe FROM comptes')).rejects.toThrow('permission denied');
    await expect(database.management.query('SELECT * FROM cles')).rejects.toThrow('permission denied');
    await database.close();
  });
});
