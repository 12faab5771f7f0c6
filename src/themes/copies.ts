import type { PoolClient } from 'pg';
import { REQUIRED_FILES } from '../../engine/language/paths.ts';
import { Refusal } from '../errors.ts';
import { lockSite } from '../storage/content.ts';
import { copyOriginal } from '../storage/originals.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { findPublishedTheme, findWorkingDraft, insertDraft } from '../storage/theme-drafts.ts';
import { copyFiles, countFiles, fingerprintsOf } from '../storage/theme-files.ts';
import { type LockedTheme, lockTheme } from '../storage/themes.ts';
import { inCreation } from './creation.ts';
import { FILES_PER_THEME, NAME_LENGTH } from './limits.ts';
import { WORKING_DRAFT_SUFFIX } from './published-name.ts';

/** The name of a copy: the source's, cut where name and suffix together would be too long (docs/decisions/working-draft.md). */
function nameOfCopy(name: string, suffix: string): string {
  return [...name].slice(0, NAME_LENGTH - [...suffix].length).join('') + suffix;
}

/**
 * Copies a theme of the site into a new draft, as it is at one moment: its row's lock keeps writers out meanwhile.
 * @param author address of the account, or name of the key
 * @returns the id of the new theme
 * @throws Refusal `introuvable`, `trop_de_fichiers`, `fichier_requis_manquant`, `creation_impossible`, `ecriture_impossible`
 */
export function duplicateTheme(
  db: RolePools,
  siteId: string,
  sourceId: string,
  author: string | null,
): Promise<string> {
  return inCreation(db, async (client, step) => {
    const source = await lockTheme(client, siteId, sourceId);
    if (!source) throw new Refusal('introuvable');
    await assertWhole(client, siteId, sourceId);
    const draft = await insertDraft(client, copyOf(siteId, source, ' (copie)', author));
    step('ecriture_impossible');
    await copyFiles(client, sourceId, draft);
    await copyOriginal(client, sourceId, draft);
    return draft.id;
  });
}

/**
 * Gives the site's one working draft: the present one, whatever was published since it was made, or a copy of the published theme.
 * Requests at the same time, and publications, wait for each other at the site's lock.
 * @param author address of the account, or name of the key
 * @throws Refusal `aucun_theme`, `creation_impossible`, `ecriture_impossible`
 */
export async function openWorkingDraft(
  db: RolePools,
  siteId: string,
  author: string | null,
): Promise<{ id: string; reused: boolean }> {
  const present = await findWorkingDraft(db, siteId);
  if (present) return { id: present, reused: true };
  return inCreation(db, async (client, step) => {
    await lockSite(client, siteId);
    const made = await findWorkingDraft(client, siteId);
    if (made) return { id: made, reused: true };
    const publishedId = await findPublishedTheme(client, siteId);
    const published = publishedId && (await lockTheme(client, siteId, publishedId));
    if (!published) throw new Refusal('aucun_theme');
    const copy = copyOf(siteId, published, WORKING_DRAFT_SUFFIX, author);
    const draft = await insertDraft(client, { ...copy, workingCopyOf: published.id, line: published.lignee });
    step('ecriture_impossible');
    await copyFiles(client, published.id, draft);
    await copyOriginal(client, published.id, draft);
    return { id: draft.id, reused: false };
  });
}

/** The row of the new theme. */
export const copyOf = (siteId: string, source: LockedTheme, suffix: string, author: string | null) => ({
  siteId,
  name: nameOfCopy(source.nom, suffix),
  version: source.version,
  origin: source.origine,
  source,
  authorship: { auteur: author, moyen: 'copie' as const },
});

/** A theme is copied only if it could be installed. */
async function assertWhole(client: PoolClient, siteId: string, id: string): Promise<void> {
  if ((await countFiles(client, siteId, id)) > FILES_PER_THEME) throw new Refusal('trop_de_fichiers');
  const required = await fingerprintsOf(client, siteId, id, REQUIRED_FILES);
  if (required.size < REQUIRED_FILES.length) throw new Refusal('fichier_requis_manquant');
}
