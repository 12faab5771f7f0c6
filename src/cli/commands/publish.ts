import { nameOf } from '../remote/theme-names.ts';
import { compare } from '../sync/compare.ts';
import { having } from '../sync/plan.ts';
import { counted } from '../sync/print.ts';
import { visible } from '../terminal.ts';
import type { Context } from './context.ts';
import { declined } from './pull.ts';
import { type FolderOptions, type Followed, openNamed } from './target.ts';

/** `vitrine publier [thème]`: the one that the folder follows, unless another is named. */
export async function publish(context: Context, word: string | undefined, options: FolderOptions): Promise<void> {
  const { terminal } = context;
  const { remote, list, theme, followed } = await openNamed(context, word, options);
  const { themes, site } = list;
  if (followed && followed.state.theme.id === theme.id) await tellUnsent(context, followed);
  const published = themes.find(({ role }) => role === 'publie');
  if (published?.id === theme.id) {
    terminal.result({ theme: { id: theme.id, nom: theme.nom }, deja_publie: true });
    terminal.say(`${nameOf(theme)} est déjà publié.`);
    return;
  }
  const instead = published ? `, à la place de ${nameOf(published)}` : '';
  if (!(await terminal.confirm(`Publier ${nameOf(theme)} sur le site « ${visible(site.nom)} »${instead} ?`)))
    throw declined();
  await remote.publish(theme.id);
  terminal.result({ theme: { id: theme.id, nom: theme.nom }, deja_publie: false });
  terminal.say(`${nameOf(theme)} est publié${instead}. Les visiteurs le voient dès maintenant.`);
}

async function tellUnsent({ terminal, signal }: Context, { workspace, remote, state }: Followed): Promise<void> {
  const { files } = await compare({ workspace, remote, terminal, signal }, state, 'same-theme');
  const [unsent] = counted(
    having(files, 'send', 'remove-there', 'conflict').length,
    'changement d’ici n’est pas poussé et ne sera',
    'changements d’ici ne sont pas poussés et ne seront',
  );
  if (unsent) terminal.warn(`Attention : ${unsent} pas publié : « vitrine pousser » d’abord.`);
}
