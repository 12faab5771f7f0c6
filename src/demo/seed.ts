import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { generateKey } from '../accounts/api-key.ts';
import { hashPassword } from '../accounts/password.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { hasAccounts, insertAccount } from '../storage/accounts.ts';
import { ARTICLES } from '../storage/articles.ts';
import { BLOGS } from '../storage/blogs.ts';
import { touchContent } from '../storage/content.ts';
import { insertKey } from '../storage/keys.ts';
import { HOME_PAGE } from '../storage/pages.ts';
import { replaceSettings, type SettingsTab } from '../storage/settings.ts';
import { insertSite } from '../storage/sites.ts';
import { transaction } from '../storage/transaction.ts';
import { applyEdition, readCatalogTheme } from '../themes/catalog.ts';
import { fillNewSite } from '../themes/fill-new-site.ts';
import { type DemoSite, readDemoSites } from './demo-site.ts';
import { houseSettings } from './house.ts';
import { addPhotographs, withAddresses } from './photographs.ts';
import { withSettings } from './settings.ts';

const EMAIL = 'demo@vitrine.localhost';
const PASSWORD_BYTES = 9;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What the terminal shows once: the secrets are stored nowhere. */
export interface DemoAccess {
  readonly email: string;
  readonly password: string;
  readonly key: string;
}

/**
 * Fills an empty database with the demo account and one published site per catalog theme, in one transaction.
 * @param store takes the photographs of the sites
 * @returns null when the database has an account already
 */
export async function seedDemo(client: Client, store: MediaStore): Promise<DemoAccess | null> {
  if (await hasAccounts(client)) return null;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  const { key, fingerprint, prefix } = generateKey();
  await transaction(client, async () => {
    const account = await insertAccount(client, { email: EMAIL, passwordHash, type: 'client' });
    if (!account) throw new Error('the demo account exists in a database without accounts');
    for (const site of await readDemoSites()) await insertDemoSite(client, store, account.id, site);
    await insertKey(client, {
      accountId: account.id,
      name: 'Démonstration',
      fingerprint,
      prefix,
      scope: 'themes',
      expiresAt: null,
      backing: null,
    });
  });
  return { email: EMAIL, password, key };
}

async function insertDemoSite(
  client: Client,
  store: MediaStore,
  accountId: string,
  { themeId, site }: { themeId: string; site: DemoSite },
): Promise<void> {
  const theme = await readCatalogTheme(themeId);
  const created = await insertSite(client, { slug: site.slug, name: site.nom, state: 'actif', ownerId: accountId });
  if (!theme || !created) throw new Error(`the demo site of ${themeId} cannot be made`);
  const photographs = await addPhotographs(client, store, created.id, site.photographies ?? {});
  const installed = await fillNewSite(client, created.id, {
    theme,
    files: withSettings(applyEdition(theme, site.edition), withAddresses(site.reglages ?? {}, photographs)),
    author: EMAIL,
    description: site.description,
    pages: [HOME_PAGE, ...site.pages.map((page) => ({ ...page, publiee: true }))],
    menus: site.menus,
  });
  const settings = withAddresses(houseSettings(site, Date.now()), photographs);
  for (const [tab, values] of Object.entries(settings)) {
    await replaceSettings(client, created.id, tab as SettingsTab, values);
  }
  const place = { siteId: created.id, themeId: installed, photographs };
  for (const blog of site.blogs) await insertDemoBlog(client, place, blog);
  await touchContent(client, created.id);
}

interface BlogPlace {
  readonly siteId: string;
  readonly themeId: string;
  readonly photographs: ReadonlyMap<string, string>;
}

async function insertDemoBlog(
  client: Client,
  { siteId, themeId, photographs }: BlogPlace,
  { articles, ...blog }: DemoSite['blogs'][number],
): Promise<void> {
  const blogId = await BLOGS.insert(client, siteId, blog);
  if (!blogId) throw new Error(`the demo has two blogs ${blog.slug}`);
  for (const { il_y_a_jours: days, image, photographie = '', ...article } of articles) {
    await ARTICLES.insert(client, siteId, {
      ...article,
      blog_id: blogId,
      image: photographs.get(photographie) ?? `/theme-assets/${themeId}/${image}`,
      publie: true,
      publie_le: new Date(Date.now() - days * DAY_MS).toISOString(),
    });
  }
}
