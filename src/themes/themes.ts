import { Refusal, wrongInput } from '../errors.ts';
import { record } from '../journal/record.ts';
import { allowLongStatements, endLongStatements } from '../storage/connection.ts';
import { lockSite, touchContent } from '../storage/content.ts';
import type { Doer } from '../storage/journal.ts';
import { noteOriginal } from '../storage/originals.ts';
import { HOME_PAGE, PAGES } from '../storage/pages.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { Queryable } from '../storage/statement.ts';
import { findPrevious, findPublishedTheme, insertDraft } from '../storage/theme-drafts.ts';
import { upsertFiles } from '../storage/theme-files.ts';
import * as themes from '../storage/themes.ts';
import { inTransaction } from '../storage/transaction.ts';
import { applyEdition, type ReadCatalog, readCatalogTheme } from './catalog.ts';
import { catalogTreeOf } from './catalog-tree.ts';
import { inCreation, refusalOr } from './creation.ts';
import { validateThemeFiles } from './validate.ts';
import { returnTo } from './versions.ts';

export interface Installation {
  /** Id of the catalog's theme. */
  readonly catalogId: string;
  readonly by: Doer;
  /** Id of the edition whose values it gets; without one it is as its folder has it. */
  readonly edition?: string | undefined;
  /** Whether it becomes the published theme at once: installed and published, or neither. */
  readonly publish?: boolean;
  /** The catalog that it comes from; the built-in one when left out. */
  readonly readCatalog?: ReadCatalog;
}

/**
 * Copies a catalog theme into the site as a draft; later changes of the catalog never reach the copy.
 * @returns the id of the new theme
 * @throws Refusal `theme_inconnu`, `invalid_input` for an edition that the theme does not have, what `validateThemeFiles` refuses, `creation_impossible`, `ecriture_impossible`,
 *   `publication_impossible`
 */
export async function installTheme(
  db: RolePools,
  siteId: string,
  { catalogId, by, edition, publish = false, readCatalog = readCatalogTheme }: Installation,
): Promise<string> {
  const theme = await readCatalog(catalogId);
  if (!theme) throw new Refusal('theme_inconnu');
  if (edition !== undefined && !theme.metadata.editions.some(({ id }) => id === edition)) {
    throw wrongInput('edition');
  }
  const files = edition === undefined ? theme.files : applyEdition(theme, edition);
  validateThemeFiles(files);
  const { nom: name, version } = theme.metadata;
  const id = await inCreation(db, async (client, step) => {
    const draft = await insertDraft(client, {
      ...{ siteId, name, version, origin: theme.id },
      authorship: { auteur: by.name, moyen: 'installation' },
    });
    step('ecriture_impossible');
    await upsertFiles(client, draft, new Map(Object.entries(files)), await allowLongStatements(client));
    await noteOriginal(client, draft, catalogTreeOf(theme.files));
    if (publish) {
      step('publication_impossible');
      await endLongStatements(client);
      await themes.publishTheme(client, siteId, draft.id);
      await record(client, { siteId, act: 'theme_publie', by, details: { nom: name, id: draft.id } });
    }
    return draft.id;
  });
  if (publish) await createHomePage(db, siteId);
  return id;
}

interface ThemeChange {
  readonly name?: string | undefined;
  readonly publish?: boolean | undefined;
  /** Id of the theme that must be published now, null for none; not checked where this theme is published already. */
  readonly ifPublished?: string | null | undefined;
  readonly by: Doer;
}

/**
 * Renames a theme, then publishes it, as asked; a change that asks for neither does nothing.
 * @throws Refusal `introuvable`, `modifie_entre_temps`, `publication_impossible`
 */
export async function changeTheme(db: RolePools, siteId: string, id: string, change: ThemeChange): Promise<void> {
  const { name, publish = false, ifPublished, by } = change;
  if (!(await themes.findTheme(db, siteId, id))) throw new Refusal('introuvable');
  const renamed = async (on: Queryable) => name === undefined || themes.renameTheme(on, siteId, id, name);
  if (ifPublished === undefined && !(await renamed(db))) throw new Refusal('introuvable');
  if (ifPublished === undefined && !publish) return;
  const isDone = await inTransaction(db, async (client) => {
    if (ifPublished !== undefined) {
      await lockSite(client, siteId);
      const present = await findPublishedTheme(client, siteId);
      if (present !== ifPublished && present !== id) throw new Refusal('modifie_entre_temps');
      if (!(await renamed(client))) return false;
    }
    if (!publish) return true;
    const published = await themes.publishTheme(client, siteId, id);
    if (published) await record(client, { siteId, act: 'theme_publie', by, details: { nom: published.nom, id } });
    return published !== null;
  }).catch((error) => {
    throw refusalOr(error, 'publication_impossible');
  });
  if (!isDone) throw new Refusal('introuvable');
  if (publish) await createHomePage(db, siteId);
}

/**
 * Publishes again the theme that was published before the present one, with the files that visitors saw last.
 * @returns the id of the theme
 * @throws Refusal `aucun_precedent`, `publication_impossible`
 */
export async function publishPrevious(db: RolePools, siteId: string, by: Doer): Promise<string> {
  return inTransaction(db, async (client) => {
    await lockSite(client, siteId);
    const previous = await findPrevious(client, siteId);
    if (!previous || !(await themes.lockTheme(client, siteId, previous.id))) throw new Refusal('aucun_precedent');
    await returnTo(client, { siteId, themeId: previous.id, author: by.name }, previous.numero);
    await themes.publishTheme(client, siteId, previous.id);
    await record(client, { siteId, act: 'theme_remis', by, details: { nom: previous.nom, id: previous.id } });
    return previous.id;
  }).catch((error) => {
    throw refusalOr(error, 'publication_impossible');
  });
}

/** Gives a published site a home page; a failure to do so does not undo the publication. */
async function createHomePage(db: RolePools, siteId: string): Promise<void> {
  await inTransaction(db, async (client) => {
    await lockSite(client, siteId);
    const created = await PAGES.insert(client, siteId, HOME_PAGE);
    if (created) await touchContent(client, siteId);
  }).catch(() => undefined);
}

/** @throws Refusal `introuvable`, `theme_publie` */
export async function removeTheme(db: RolePools, siteId: string, id: string, by: Doer): Promise<void> {
  await inTransaction(db, async (client) => {
    const theme = await themes.lockTheme(client, siteId, id);
    if (!theme) throw new Refusal('introuvable');
    if (theme.role === 'publie') throw new Refusal('theme_publie');
    await themes.deleteTheme(client, siteId, id);
    await record(client, { siteId, act: 'theme_supprime', by, details: { nom: theme.nom, id } });
  });
}
