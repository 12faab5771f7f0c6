import type { Client } from 'pg';
import type { ThemeFiles } from '../../engine/index.ts';
import { generateKey } from '../../src/accounts/api-key.ts';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { insertAccount } from '../../src/storage/accounts.ts';
import { touchContent } from '../../src/storage/content.ts';
import { withConnection } from '../../src/storage/database.ts';
import { insertKey } from '../../src/storage/keys.ts';
import { replaceMenus } from '../../src/storage/menus.ts';
import { HOME_PAGE, PAGES, type PageFields } from '../../src/storage/pages.ts';
import { insertSite } from '../../src/storage/sites.ts';
import { insertTheme, publishTheme } from '../../src/storage/themes.ts';
import { transaction } from '../../src/storage/transaction.ts';
import { applyEdition, readCatalogTheme } from '../../src/themes/catalog.ts';

/** A site with its own account and a published theme. */
export interface Tenant {
  readonly slug: string;
  /** `Host` that its visitors send. */
  readonly host: string;
  readonly themeId: string;
  /** An API key that may write its themes. */
  readonly key: string;
}

export interface NewTenant {
  readonly slug: string;
  readonly files: ThemeFiles;
  readonly pages?: readonly PageFields[];
}

/** Sites stored in one transaction. */
const BATCH = 100;
/** Connections that store sites at the same time. */
const WRITERS = 4;

/** Stores and publishes the sites, with the program's own statements. @returns them in the same order */
export async function createTenants(databaseUrl: string, tenants: readonly NewTenant[]): Promise<Tenant[]> {
  const batches = Array.from({ length: Math.ceil(tenants.length / BATCH) }, (_, n) =>
    tenants.slice(n * BATCH, (n + 1) * BATCH),
  );
  const created: Tenant[][] = batches.map(() => []);
  const left = batches.entries();
  const write = () =>
    withConnection('DATABASE_URL', databaseUrl, async (client) => {
      for (const [place, batch] of left) {
        await transaction(client, async () => {
          for (const tenant of batch) created[place]?.push(await createTenant(client, tenant));
        });
      }
    });
  await Promise.all(Array.from({ length: Math.min(WRITERS, batches.length) }, write));
  return created.flat();
}

async function createTenant(client: Client, { slug, files, pages = [] }: NewTenant): Promise<Tenant> {
  const account = await insertAccount(client, { email: `${slug}@exemple.fr`, passwordHash: '-', type: 'client' });
  const site = account && (await insertSite(client, { slug, name: slug, state: 'actif', ownerId: account.id }));
  if (!account || !site) throw new Error(`the site ${slug} exists already`);
  const theme = { siteId: site.id, name: 'Origo', version: '1.0.0', origin: 'origo', files };
  const authorship = { auteur: null, moyen: 'installation' } as const;
  const themeId = await insertTheme(client, { ...theme, authorship });
  await publishTheme(client, site.id, themeId);
  for (const page of [HOME_PAGE, ...pages]) await PAGES.insert(client, site.id, page);
  await replaceMenus(client, site.id, demo.menus);
  await touchContent(client, site.id);
  const { key, fingerprint, prefix } = generateKey();
  await insertKey(client, {
    accountId: account.id,
    name: null,
    fingerprint,
    prefix,
    scope: 'themes',
    expiresAt: null,
    backing: null,
  });
  return { slug, host: `${slug}.localhost`, themeId, key };
}

/**
 * Sites without an attack. All have the catalog's theme origo, in its editions by turns, and each has settings of its own.
 */
export async function normalSites(count: number): Promise<NewTenant[]> {
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  const { editions } = theme.metadata;
  // Rendering does not read assets; without them 2,000 sites are stored faster and take less space.
  const files = Object.fromEntries(Object.entries(theme.files).filter(([path]) => !path.startsWith('assets/')));
  return Array.from({ length: count }, (_, index) => {
    const edition = editions[index % editions.length]?.id ?? '';
    return { slug: `site-${index}`, files: ownSettings(applyEdition({ ...theme, files }, edition), index) };
  });
}

/** A section of origo that its home page shows. */
export const SECTION = 'sections/hero.liquid';

/** The same sites, each with a change in one section, so that no two have the same code. */
export const withOwnCode = (sites: readonly NewTenant[]): NewTenant[] =>
  sites.map((site, index) => ({
    ...site,
    files: { ...site.files, [SECTION]: `${site.files[SECTION]}<!-- code ${index} -->` },
  }));

const SETTINGS = 'config/settings_data.json';

function ownSettings(files: ThemeFiles, index: number): ThemeFiles {
  const data = JSON.parse(files[SETTINGS] ?? '{}');
  const current = { ...data.current, description: `Site ${index} : des meubles faits ici.` };
  return { ...files, [SETTINGS]: JSON.stringify({ ...data, current }) };
}
