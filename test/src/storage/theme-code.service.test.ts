import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf } from '../../../engine/theme/data.ts';
import { codeOf, listingOf, sourceFiles } from '../../../sandbox/web-process/code/code-key.ts';
import { type CodeText, loadCode, loadPublishedTheme, loadWholeTheme } from '../../../src/storage/public-themes.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { insertTheme, publishTheme } from '../../../src/storage/themes.ts';
import { inTransaction } from '../../../src/storage/transaction.ts';
import { CATALOG_FOLDER, readCatalogFrom } from '../../../src/themes/catalog.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';
import { createTenant } from '../../support/program.ts';
import { BY_NOBODY, storeFiles } from '../../support/stored-files.ts';

let url: string;
let management: RolePools;
let db: RolePools;
let siteId: string;

beforeAll(async () => {
  url = await freshDatabase();
  ({ siteId } = await createTenant(url));
  management = openPools(url, 'vitrine_gestion');
  db = openPools(url, 'vitrine_public');
});
afterAll(() => Promise.all([db.end(), management.end()]));

async function publish(files: Readonly<Record<string, string>>): Promise<string> {
  return inTransaction(management, async (client) => {
    const id = await insertTheme(client, {
      siteId,
      name: 'Thème',
      version: '1',
      origin: null,
      authorship: BY_NOBODY,
      files,
    });
    await publishTheme(client, siteId, id);
    return id;
  });
}

const ODD: Record<string, string> = {
  'layout/theme.liquid': 'é € 😀 \\ \\x41 %s\r\n',
  'layout/autre.liquid': 'never called',
  'sections/a.liquid': '',
  'sections/B.liquid': '\n',
  'sections/_.css': 'no code',
  'snippets/a.liquid': '',
  'snippets/a-b.liquid': `{{ "\u2028" }}`,
  'config/settings_schema.json': '[]',
  'config/theme.json': '{}',
  'config/settings_data.json': '{"current": {"a": "\\u0001 é"}}',
  'templates/index.json': '{}',
  'assets/a.svg': '<?xml version="1.0"?><svg viewBox="0 0 1 2"><path/></svg>',
  'assets/b.svg': 'none',
  'assets/c.css': 'a{}',
};

it('the database names code, and reads data, as the sandbox does: of odd files, and of the whole catalog', async () => {
  const catalog = await readCatalogFrom(CATALOG_FOLDER);
  for (const files of [ODD, ...catalog.map((theme) => theme.files)]) {
    const id = await publish(files);
    const theme = await loadPublishedTheme(db, siteId, id);
    const code = sourceFiles(files);
    expect(theme?.listing).toBe(listingOf(code));
    expect(codeOf(theme?.listing ?? '').files).toEqual(code.map(({ path, key }) => ({ path, key })));
    expect(JSON.parse(theme?.files ?? '')).toEqual(dataOf(files));
    const keys = code.map(({ key }) => key);
    const texts = await loadCode(db, siteId, id, keys);
    const inOrder = (files: readonly CodeText[]) =>
      files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
    expect(inOrder(texts)).toEqual(code);
    const whole = await loadWholeTheme(db, siteId, id);
    expect({ ...whole, code: inOrder(whole?.code ?? []) }).toEqual({ ...theme, code });
  }
});

it('a key goes with its text', async () => {
  const id = await publish(ODD);
  const keysNow = async () => codeOf((await loadPublishedTheme(db, siteId, id))?.listing ?? '').files;
  await storeFiles(url, siteId, id, { 'sections/a.liquid': 'neuf' });
  await query(url, "DELETE FROM fichiers WHERE theme_id = $1 AND chemin = 'snippets/a.liquid'", [id]);
  const kept = Object.fromEntries(Object.entries(ODD).filter(([path]) => path !== 'snippets/a.liquid'));
  expect(await keysNow()).toEqual(
    sourceFiles({ ...kept, 'sections/a.liquid': 'neuf' }).map(({ path, key }) => ({ path, key })),
  );
});

it('a theme without files, and one that is not published', async () => {
  const id = await publish({});
  expect(await loadPublishedTheme(db, siteId, id)).toMatchObject({ listing: '', files: '{}' });
  expect(await loadWholeTheme(db, siteId, id)).toMatchObject({ listing: '', files: '{}', code: [] });
  await publish({ 'templates/index.json': '{}' });
  expect(await loadPublishedTheme(db, siteId, id)).toBe(null);
  expect(await loadWholeTheme(db, siteId, id)).toBe(null);
});
