import type { Client } from 'pg';
import type { ThemeFiles } from '../../engine/index.ts';
import { generateKey } from '../../src/accounts/api-key.ts';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { insertAccount } from '../../src/storage/accounts.ts';
import { touchContent } from '../../src/storage/content.ts';
import { withConnection } from '../../src/storage/database.ts';
import { insertKey } from '../../src/storage/keys.ts';
import { replaceMenus } from '../../src/storage/menus.ts';
import { HOME_PAGE, insertPage, type NewPage } from '../../src/storage/pages.ts';
import { insertSite } from '../../src/storage/sites.ts';
import { insertTheme, publishTheme } from '../../src/storage/themes.ts';
import { transaction } from '../../src/storage/transaction.ts';
import { applyEdition, readCatalogTheme } from '../../src/themes/catalog.ts';

/** A site of an account of its own, with a published theme. */
export interface Tenant {
  readonly slug: string;
  /** `Host` that its visitors send. */
  readonly host: string;
  readonly themeId: string;
  /** A key that may write its themes. */
  readonly key: string;
}

export interface NewTenant {
  readonly slug: string;
  readonly files: ThemeFiles;
  readonly pages?: readonly NewPage[];
}

/** Sites stored in one transaction. */
const BATCH = 100;

/** Stores the sites through the program's own statements, each published. */
export function createTenants(databaseUrl: string, tenants: readonly NewTenant[]): Promise<Tenant[]> {
  return withConnection('DATABASE_URL', databaseUrl, async (client) => {
    const created: Tenant[] = [];
    for (let from = 0; from < tenants.length; from += BATCH) {
      await transaction(client, async () => {
        for (const tenant of tenants.slice(from, from + BATCH)) created.push(await createTenant(client, tenant));
      });
    }
    return created;
  });
}

async function createTenant(client: Client, { slug, files, pages = [] }: NewTenant): Promise<Tenant> {
  const account = await insertAccount(client, { email: `${slug}@exemple.fr`, passwordHash: '-', type: 'client' });
  const site = account && (await insertSite(client, { slug, name: slug, state: 'actif', ownerId: account.id }));
  if (!account || !site) throw new Error(`the site ${slug} exists already`);
  const theme = { siteId: site.id, name: 'Origo', version: '1.0.0', origin: 'origo', files };
  const themeId = await insertTheme(client, theme);
  await publishTheme(client, site.id, themeId);
  for (const page of [HOME_PAGE, ...pages]) await insertPage(client, site.id, page);
  await replaceMenus(client, site.id, demo.menus);
  await touchContent(client, site.id);
  const { key, fingerprint, prefix } = generateKey();
  await insertKey(client, { accountId: account.id, name: null, fingerprint, prefix, scope: 'themes', expiresAt: null });
  return { slug, host: `${slug}.localhost`, themeId, key };
}

/**
 * Sites that behave well: the catalog's origo in each of its editions and with settings of each site's own, so that no two
 * compile to the same program.
 */
export async function wellBehaved(count: number): Promise<NewTenant[]> {
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  const { editions } = theme.metadata;
  // A page names its assets and does not read them; left out, 2,000 sites are made in less time and space.
  const files = Object.fromEntries(Object.entries(theme.files).filter(([path]) => !path.startsWith('assets/')));
  return Array.from({ length: count }, (_, index) => {
    const edition = editions[index % editions.length]?.id ?? '';
    return { slug: `site-${index}`, files: ownSettings(applyEdition({ ...theme, files }, edition), index) };
  });
}

const SETTINGS = 'config/settings_data.json';

function ownSettings(files: ThemeFiles, index: number): ThemeFiles {
  const data = JSON.parse(files[SETTINGS] ?? '{}');
  const current = { ...data.current, description: `Site ${index} : des meubles faits ici.` };
  return { ...files, [SETTINGS]: JSON.stringify({ ...data, current }) };
}
