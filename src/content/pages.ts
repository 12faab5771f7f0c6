import { Refusal, siteFull } from '../errors.ts';
import type { Change } from '../storage/content.ts';
import * as stored from '../storage/pages.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { changeContent, changeObject, changesNothing } from './changes.ts';

export const PAGES_PER_SITE = 2000;

/** The template of a page that does not name one. */
export const defaultTemplate = (slug: string): string => (slug === '' ? stored.HOME_PAGE.gabarit : 'page');

/** @returns its id @throws Refusal `invalid_input` when the site is full, `adresse_prise` */
export function createPage(db: RolePools, siteId: string, page: stored.NewPage): Promise<string> {
  return changeContent(db, siteId, async (client) => {
    if ((await stored.countPages(client, siteId)) >= PAGES_PER_SITE) throw siteFull(PAGES_PER_SITE, 'pages');
    const id = await stored.insertPage(client, siteId, page);
    if (!id) throw new Refusal('adresse_prise');
    return id;
  });
}

/** Changes the given fields of a page. @throws Refusal `introuvable`, `adresse_prise` */
export async function changePage(
  db: RolePools,
  siteId: string,
  id: string,
  change: Change<Required<stored.NewPage>>,
): Promise<void> {
  if (changesNothing(change)) return readPage(db, siteId, id).then(() => undefined);
  await changeObject(db, siteId, (client) => stored.updatePage(client, siteId, id, change));
}

/**
 * Removes a page, the home page too: its address still shows the theme's `templates/index.json`, and the next publication
 * makes the page again. @throws Refusal `introuvable`
 */
export function removePage(db: RolePools, siteId: string, id: string): Promise<void> {
  return changeObject(db, siteId, (client) => stored.deletePage(client, siteId, id));
}

/** @throws Refusal `introuvable` */
export async function readPage(db: RolePools, siteId: string, id: string): Promise<stored.Page> {
  const page = await stored.findPage(db, siteId, id);
  if (!page) throw new Refusal('introuvable');
  return page;
}
