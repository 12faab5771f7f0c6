/** Versions of themes, and what is done with a theme as a whole, through the public API. */
import { z } from 'zod';
import { OneFileThen, TreeThen, Written } from '../../contract/files.ts';
import { ok } from '../../contract/shared.ts';
import { Made } from '../../contract/themes.ts';
import { VersionList } from '../../contract/versions.ts';
import { RemoteRefusal } from './refusals.ts';
import { filesOf, type Remote } from './remote.ts';

/** Some versions of a theme, the newest first. @param before only versions with a smaller number */
export function listVersions(remote: Remote, themeId: string, before?: number): Promise<VersionList> {
  const path = `${filesOf(themeId)}?versions${before === undefined ? '' : `&avant=${before}`}`;
  return remote.ask(VersionList, { method: 'GET', path, repeatable: true });
}

/** The files of a theme in a version. @throws RemoteRefusal `version_introuvable` */
export function versionTree(remote: Remote, themeId: string, version: number): Promise<TreeThen> {
  return remote.ask(TreeThen, { method: 'GET', path: `${filesOf(themeId)}?version=${version}`, repeatable: true });
}

/** A file of a theme in a version. @throws RemoteRefusal `version_introuvable`, `fichier_introuvable` */
export async function versionFile(
  remote: Remote,
  themeId: string,
  version: number,
  path: string,
): Promise<OneFileThen['fichier']> {
  const address = `${filesOf(themeId)}?version=${version}&chemin=${encodeURIComponent(path)}`;
  const question = { method: 'GET', path: address, repeatable: true, exact: ['contenu'] } as const;
  return (await remote.ask(OneFileThen, question)).fichier;
}

/**
 * Gives a theme the files of one of its versions; a second request changes nothing more.
 * @returns the number of the theme's version after the request
 */
export async function restoreVersion(
  remote: Remote,
  themeId: string,
  version: number,
): Promise<{ readonly number: number; readonly isUnchanged: boolean }> {
  const body = { retablir: version };
  const question = { method: 'PUT', path: filesOf(themeId), body, repeatable: true } as const;
  const { numero, inchange } = await remote.ask(Written.required({ numero: true }), question);
  return { number: numero, isUnchanged: inchange === true };
}

/** Publishes the theme that was published before. Never repeated: a second request would undo the first. @returns the id of the theme */
export async function goBack(remote: Remote): Promise<string> {
  const unsure = 'C’est peut-être fait : voyez d’abord « vitrine lister ».';
  return (await remote.act(Made, { action: 'revenir' }, unsure)).themeId;
}

/** The archive of a theme, as the text of its file. */
export async function archiveOf(remote: Remote, themeId: string): Promise<string> {
  const path = `/api/themes/${themeId}/export`;
  return JSON.stringify(await remote.ask(AnyArchive, { method: 'GET', path, repeatable: true, exact: 'all' }));
}

/** Accepts an archive unchanged, and no other answer. */
const AnyArchive = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && 'format_version' in value && 'fichiers' in value,
);

/** Deletes a draft with its versions. A draft that does not exist counts as deleted. */
export async function deleteTheme(remote: Remote, themeId: string): Promise<void> {
  const question = { method: 'DELETE', path: `/api/themes?id=${themeId}`, repeatable: true } as const;
  await remote.ask(ok, question).catch((error) => {
    if (!(error instanceof RemoteRefusal && error.code === 'introuvable')) throw error;
  });
}
