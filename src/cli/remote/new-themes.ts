/** Themes that are made of an archive or of another theme, and their names, through the public API. */
import { created } from '../../contract/shared.ts';
import { Made } from '../../contract/themes.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '../../themes/archive.ts';
import type { RemoteTheme } from './answers.ts';
import { orUnsure } from './refusals.ts';
import type { Remote } from './remote.ts';

/** The parts of a new theme. */
export interface NewTheme {
  readonly name: string;
  readonly version: string;
  /** Content by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Makes a draft. Never repeated, because each request makes one. @returns its id @throws RemoteRefusal, Unreachable */
export async function importTheme(remote: Remote, { name, version, files }: NewTheme): Promise<string> {
  const archive = { format: ARCHIVE_FORMAT, format_version: ARCHIVE_VERSION, nom: name, version };
  const body = { ...archive, fichiers: Object.fromEntries(files) };
  const question = { method: 'POST', path: '/api/themes/importer', body, repeatable: false } as const;
  const { themeId } = await remote
    .ask(created, question)
    .catch(orUnsure('Le thème est peut-être importé : la même commande le reconnaîtra.'));
  return themeId;
}

/** The theme of a site with this name and version, and exactly these files; null without one. */
export async function findSame(
  remote: Remote,
  themes: readonly RemoteTheme[],
  { name, version, files }: NewTheme,
): Promise<RemoteTheme | null> {
  const fingerprints = [...files].map(([path, content]) => [path, fingerprintOf(content)] as const);
  for (const theme of themes) {
    if (theme.nom !== name || theme.version !== version) continue;
    const tree = await remote.tree(theme.id);
    if (tree?.files.size !== files.size) continue;
    if (fingerprints.every(([path, fingerprint]) => tree.files.get(path) === fingerprint)) return theme;
  }
  return null;
}

/** Copies a theme as a draft. Never repeated, because each request makes one. @returns its id */
export async function duplicateTheme(remote: Remote, id: string): Promise<string> {
  const unsure = 'La copie est peut-être faite : voyez d’abord « vitrine lister ».';
  return (await remote.act(Made, { action: 'dupliquer', id }, unsure)).themeId;
}

export async function renameTheme(remote: Remote, id: string, nom: string): Promise<void> {
  await remote.change({ id, nom });
}
