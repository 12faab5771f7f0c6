import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { z } from 'zod';
import { generateKey } from '../accounts/api-key.ts';
import { hashPassword } from '../accounts/password.ts';
import { hasAccounts, insertAccount } from '../storage/accounts.ts';
import { insertArticle } from '../storage/articles.ts';
import { insertBlog } from '../storage/blogs.ts';
import { touchContent } from '../storage/content.ts';
import { insertKey } from '../storage/keys.ts';
import { replaceMenus } from '../storage/menus.ts';
import { HOME_PAGE, insertPage } from '../storage/pages.ts';
import { insertSite } from '../storage/sites.ts';
import { insertTheme, publishTheme } from '../storage/themes.ts';
import { transaction } from '../storage/transaction.ts';
import { applyEdition, readCatalogTheme } from '../themes/catalog.ts';

const EMAIL = 'demo@vitrine.localhost';
const PASSWORD_BYTES = 9;

const MenuEntry = z.object({ titre: z.string(), url: z.string() });

const DemoSite = z.object({
  slug: z.string(),
  nom: z.string(),
  edition: z.string(),
  pages: z.array(z.object({ slug: z.string(), titre: z.string(), gabarit: z.string(), contenu: z.string() })),
  blogs: z.array(
    z.object({
      slug: z.string(),
      titre: z.string(),
      description: z.string(),
      articles: z.array(
        z.object({
          slug: z.string(),
          titre: z.string(),
          extrait: z.string(),
          image: z.string(),
          publie_le: z.string(),
          contenu: z.string(),
        }),
      ),
    }),
  ),
  menus: z.record(z.string(), z.array(MenuEntry)),
});

/** What the terminal shows once: the secrets are stored nowhere. */
export interface DemoAccess {
  readonly email: string;
  readonly password: string;
  readonly key: string;
}

/**
 * Fills an empty database with the demo account and one published site per catalog theme, in one transaction.
 * @returns null when the database has an account already
 */
export async function seedDemo(client: Client): Promise<DemoAccess | null> {
  if (await hasAccounts(client)) return null;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  const { key, fingerprint, prefix } = generateKey();
  await transaction(client, async () => {
    const account = await insertAccount(client, { email: EMAIL, passwordHash, type: 'client' });
    if (!account) throw new Error('the demo account exists in a database without accounts');
    for (const site of await readDemoSites()) await insertDemoSite(client, account.id, site);
    await insertKey(client, {
      accountId: account.id,
      name: 'Démonstration',
      fingerprint,
      prefix,
      scope: 'themes',
      expiresAt: null,
    });
  });
  return { email: EMAIL, password, key };
}

async function readDemoSites(): Promise<{ themeId: string; site: z.infer<typeof DemoSite> }[]> {
  const folder = new URL('.', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => ({
      themeId: name.slice(0, -'.json'.length),
      site: DemoSite.parse(JSON.parse(await readFile(new URL(name, folder), 'utf8'))),
    })),
  );
}

async function insertDemoSite(
  client: Client,
  accountId: string,
  { themeId, site }: { themeId: string; site: z.infer<typeof DemoSite> },
): Promise<void> {
  const theme = await readCatalogTheme(themeId);
  const created = await insertSite(client, { slug: site.slug, name: site.nom, state: 'actif', ownerId: accountId });
  if (!theme || !created) throw new Error(`the demo site of ${themeId} cannot be made`);
  const installed = await insertTheme(client, {
    siteId: created.id,
    name: theme.metadata.nom,
    version: theme.metadata.version,
    origin: theme.id,
    files: applyEdition(theme, site.edition),
  });
  await publishTheme(client, created.id, installed);
  for (const page of [HOME_PAGE, ...site.pages]) await insertPage(client, created.id, page);
  for (const { articles, ...blog } of site.blogs) {
    const blogId = await insertBlog(client, created.id, blog);
    if (!blogId) throw new Error(`the demo site of ${themeId} has two blogs of one address`);
    for (const article of articles) {
      await insertArticle(client, created.id, { ...article, blog_id: blogId, publie: true });
    }
  }
  await replaceMenus(client, created.id, site.menus);
  await touchContent(client, created.id);
}
