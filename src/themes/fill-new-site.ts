import type { ClientBase } from 'pg';
import type { MenuEntry, ThemeFiles } from '../../engine/index.ts';
import { touchContent } from '../storage/content.ts';
import { replaceMenus } from '../storage/menus.ts';
import { noteOriginal } from '../storage/originals.ts';
import { PAGES, type PageFields } from '../storage/pages.ts';
import { replaceSettings } from '../storage/settings.ts';
import { insertTheme, publishTheme } from '../storage/themes.ts';
import type { CatalogTheme } from './catalog.ts';
import { catalogTreeOf } from './catalog-tree.ts';

interface FirstContents {
  readonly theme: CatalogTheme;
  /** The theme's files, with the edition and what the site lays over them. */
  readonly files: ThemeFiles;
  /** Address of the account. */
  readonly author: string;
  readonly description: string;
  readonly pages: readonly PageFields[];
  readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
}

/**
 * Fills a site that has nothing yet, in the transaction that made the site: a published theme, pages, menus, the description.
 * @returns the id of the theme
 */
export async function fillNewSite(client: ClientBase, siteId: string, contents: FirstContents): Promise<string> {
  const { theme, files, author, description, pages, menus } = contents;
  const id = await insertTheme(client, {
    siteId,
    name: theme.metadata.nom,
    version: theme.metadata.version,
    origin: theme.id,
    files,
    authorship: { auteur: author, moyen: 'installation' },
  });
  await noteOriginal(client, { siteId, id }, catalogTreeOf(theme.files));
  await publishTheme(client, siteId, id);
  await replaceSettings(client, siteId, 'seo', { description });
  for (const page of pages) await PAGES.insert(client, siteId, page);
  await replaceMenus(client, siteId, menus);
  await touchContent(client, siteId);
  return id;
}
