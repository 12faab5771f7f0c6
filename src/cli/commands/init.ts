import { relative } from 'node:path';
import { HAS_PREVIEW } from '../package/offers.ts';
import { nameOf, themeNamed } from '../remote/theme-names.ts';
import { type Context, openRemote } from './context.ts';
import { folderToFill, pullTheme } from './pull.ts';
import type { FolderOptions } from './target.ts';

/** `vitrine init <catalog id>`: installs a theme of the catalog in the site as a draft, and brings it here. */
export async function init(context: Context, catalogId: string, options: FolderOptions): Promise<void> {
  const workspace = await folderToFill(context, catalogId, options);
  const account = await openRemote(context, options);
  const { site } = await account.themes();
  const remote = account.onSite(site.id);
  const id = await remote.install(catalogId);
  const list = await remote.themes();
  const theme = themeNamed(list.themes, id);
  context.terminal.say(`${nameOf(theme)} est installé en brouillon.`);
  await pullTheme(context, { workspace, remote, list, theme }, { force: false, followed: null });
  const folder = relative(context.workingFolder, workspace.root);
  context.terminal.say(
    `Ensuite${folder === '' ? '' : `, dans ce dossier (cd ${folder})`} : ${HAS_PREVIEW ? '« vitrine apercu » le montre, ' : ''}« vitrine suivre » envoie chaque enregistrement, « vitrine publier » le montre aux visiteurs.`,
  );
}
