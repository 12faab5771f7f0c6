/** Makes a database of before, with its own program: `node fill-before.ts <root of that program> <database> <sites>`. Prints the sites as JSON. */
import { join } from 'node:path';
import type { NewTenant, Tenant } from '../vitrine/tenants.ts';

const [, , root = '', url = '', count = ''] = process.argv;
const ofBefore = (file: string) => import(join(root, file));

const { withConnection } = await ofBefore('src/storage/database.ts');
const { migrate } = await ofBefore('src/storage/migrate.ts');
const { readCatalogTheme, applyEdition } = await ofBefore('src/themes/catalog.ts');
const { createTenants } = await ofBefore('bench/vitrine/tenants.ts');

const catalog = await Promise.all(['origo', 'aplomb', 'forge', 'vela'].map((id) => readCatalogTheme(id)));
const EDITED = 'sections/hero.liquid';

/** Themes of the catalog by turns, each in an edition; one in three has files of its owner's. */
function siteOf(index: number): NewTenant {
  const theme = catalog[index % catalog.length];
  const { editions } = theme.metadata;
  const files = applyEdition(theme, editions[index % editions.length].id);
  const edited = {
    [EDITED]: `${files[EDITED] ?? ''}<!-- site ${index} -->`,
    'snippets/maison.liquid': `€ 😀 \u2028 ${index}\r\n`,
    'assets/maison.css': '',
  };
  return { slug: `site-${index}`, files: index % 3 === 0 ? { ...files, ...edited } : files };
}

await withConnection('DATABASE_URL', url, migrate);
const sites = Array.from({ length: Number(count) }, (_, index) => siteOf(index));
const tenants: Tenant[] = await createTenants(url, sites);
process.stdout.write(JSON.stringify(tenants));
