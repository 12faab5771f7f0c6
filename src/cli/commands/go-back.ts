import { nameOf, themeNamed } from '../remote/theme-names.ts';
import { goBack } from '../remote/versions.ts';
import { visible } from '../terminal.ts';
import { type Context, openRemote } from './context.ts';
import { declined } from './pull.ts';
import { type FolderOptions, folderNamed, notePublication, openFollowed, sayReplaced } from './target.ts';

/** `vitrine revenir`: publishes what was published before, with the files that it had then. */
export async function goBackCommand(context: Context, options: FolderOptions): Promise<void> {
  const { terminal } = context;
  const state = await (await folderNamed(context, options))?.readState();
  const followed = state ? await openFollowed(context, options) : null;
  const opened = followed?.remote ?? (await openRemote(context, options));
  const { site, themes } = await opened.themes();
  const remote = opened.onSite(site.id);
  const published = themes.find(({ role }) => role === 'publie');
  const instead = published ? `, à la place de ${nameOf(published)}` : '';
  const question = `Publier de nouveau, sur le site « ${visible(site.nom)} », ce qui l’était avant${instead} ?`;
  if (!(await terminal.confirm(question))) throw declined();
  const id = await goBack(remote);
  const theme = themeNamed((await remote.themes()).themes, id);
  const replaced = followed && (await notePublication(followed, theme, context.signal));
  terminal.result({ theme: { id: theme.id, nom: theme.nom } });
  terminal.say(
    `${nameOf(theme)} est publié de nouveau, tel qu’il l’était${instead}. Les visiteurs le voient dès maintenant.`,
  );
  sayReplaced(context, replaced, followed?.here ?? '');
}
