import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { record } from '../journal/record.ts';
import type { Doer } from '../storage/journal.ts';
import { restoreOriginal } from '../storage/originals.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { hasVersion, isAsThen, restoreFiles } from '../storage/theme-versions.ts';
import { beginVersion, lockTheme } from '../storage/themes.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { ThemeWrite } from './theme-write.ts';

interface Returned {
  readonly number: number;
  /** False when the theme's files equalled those of the wanted version already. */
  readonly isNew: boolean;
}

/**
 * Gives a theme the files of one of its versions: as a new version, so that nothing is lost.
 * @param number the version to return to
 * @throws Refusal `introuvable`, `version_introuvable`
 */
export async function restoreVersion(
  db: RolePools,
  { siteId, themeId, by }: Omit<ThemeWrite, 'author'> & { readonly by: Doer },
  number: number,
): Promise<Returned> {
  return inTransaction(db, async (client) => {
    const theme = await lockTheme(client, siteId, themeId);
    if (!theme) throw new Refusal('introuvable');
    if (!(await hasVersion(client, siteId, themeId, number))) throw new Refusal('version_introuvable');
    const made = await returnTo(client, { siteId, themeId, author: by.name }, number);
    if (made !== null && theme.role === 'publie') {
      await record(client, { siteId, act: 'theme_retabli', by, details: { nom: theme.nom, id: themeId } });
    }
    return { number: made ?? theme.numero, isNew: made !== null };
  });
}

/**
 * `restoreVersion` in a transaction that holds the theme's lock.
 * @returns the number of the new version; null when the files are those of the wanted version already
 */
export async function returnTo(
  client: ClientBase,
  { siteId, themeId, author }: ThemeWrite,
  number: number,
): Promise<number | null> {
  if (await isAsThen(client, siteId, themeId, number)) return null;
  const theme = await beginVersion(client, siteId, themeId, { auteur: author, moyen: 'retour' });
  await restoreFiles(client, theme, number);
  await restoreOriginal(client, theme, number);
  return theme.number;
}
