import { Refusal } from '../errors.ts';
import { allowLongStatements, endLongStatements } from '../storage/connection.ts';
import { lockSite, touchContent } from '../storage/content.ts';
import { HOME_PAGE, insertPage } from '../storage/pages.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { insertDraft } from '../storage/theme-drafts.ts';
import { upsertFiles } from '../storage/theme-files.ts';
import * as themes from '../storage/themes.ts';
import { inTransaction } from '../storage/transaction.ts';
import { applyEdition, readCatalogTheme } from './catalog.ts';
import { inCreation, refusalOr } from './creation.ts';
import { validateThemeFiles } from './validate.ts';

/**
 * Copies a catalog theme into the site as a draft; later changes of the catalog never reach the copy.
 * @param edition id of the edition whose values it gets; without one it is as its folder has it
 * @param publish whether it becomes the published theme at once: installed and published, or neither
 * @returns the id of the new theme
 * @throws Refusal `theme_inconnu`, `invalid_input` for an edition that the theme does not have, what `validateThemeFiles` refuses, `creation_impossible`, `ecriture_impossible`,
 *   `publication_impossible`
 */
export async function installTheme(
  db: RolePools,
  siteId: string,
  catalogId: string,
  { edition, publish = false }: { edition?: string | undefined; publish?: boolean } = {},
): Promise<string> {
  const theme = await readCatalogTheme(catalogId);
  if (!theme) throw new Refusal('theme_inconnu');
  if (edition !== undefined && !theme.metadata.editions.some(({ id }) => id === edition)) {
    throw new Refusal('invalid_input');
  }
  const files = edition === undefined ? theme.files : applyEdition(theme, edition);
  validateThemeFiles(files);
  const { nom: name, version } = theme.metadata;
  const id = await inCreation(db, async (client, step) => {
    const draft = await insertDraft(client, { siteId, name, version, origin: theme.id });
    step('ecriture_impossible');
    await upsertFiles(client, draft, new Map(Object.entries(files)), await allowLongStatements(client));
    if (publish) {
      step('publication_impossible');
      await endLongStatements(client);
      await themes.publishTheme(client, siteId, draft.id);
    }
    return draft.id;
  });
  if (publish) await createHomePage(db, siteId);
  return id;
}

/**
 * Renames a theme, then publishes it, as asked; a change that asks for neither does nothing.
 * @throws Refusal `introuvable`, `publication_impossible`
 */
export async function changeTheme(
  db: RolePools,
  siteId: string,
  id: string,
  change: { name?: string | undefined; publish?: boolean | undefined },
): Promise<void> {
  if (!(await themes.findTheme(db, siteId, id))) throw new Refusal('introuvable');
  if (change.name !== undefined && !(await themes.renameTheme(db, siteId, id, change.name))) {
    throw new Refusal('introuvable');
  }
  if (!change.publish) return;
  const published = await inTransaction(db, (client) => themes.publishTheme(client, siteId, id)).catch((error) => {
    throw refusalOr(error, 'publication_impossible');
  });
  if (!published) throw new Refusal('introuvable');
  await createHomePage(db, siteId);
}

/** A site that is published has a home page; a failure to make one does not undo the publication. */
async function createHomePage(db: RolePools, siteId: string): Promise<void> {
  await inTransaction(db, async (client) => {
    await lockSite(client, siteId);
    const created = await insertPage(client, siteId, HOME_PAGE);
    if (created) await touchContent(client, siteId);
  }).catch(() => undefined);
}

/** @throws Refusal `introuvable`, `theme_publie` */
export async function removeTheme(db: RolePools, siteId: string, id: string): Promise<void> {
  await inTransaction(db, async (client) => {
    const theme = await themes.lockTheme(client, siteId, id);
    if (!theme) throw new Refusal('introuvable');
    if (theme.role === 'publie') throw new Refusal('theme_publie');
    await themes.deleteTheme(client, siteId, id);
  });
}
