import { nameOncePublished } from '../../themes/published-name.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { assertReadable } from '../remote/readable-layout.ts';
import { RemoteRefusal } from '../remote/refusals.ts';
import { nameOf, seen } from '../remote/theme-names.ts';
import { compare } from '../sync/compare.ts';
import { themeAsLeft } from '../sync/lines.ts';
import { having } from '../sync/plan.ts';
import { counted } from '../sync/print.ts';
import { visible } from '../terminal.ts';
import type { Context } from './context.ts';
import { declined } from './pull.ts';
import { type FolderOptions, type Followed, notePublication, openNamed, sayReplaced } from './target.ts';

export interface PublishOptions extends FolderOptions {
  readonly garderNom?: true;
}

/**
 * `vitrine publier [thème]`: the one that the folder follows, unless another is named. A working draft gets the name of the theme of its
 * line that it replaces, or its own without the suffix of working drafts.
 */
export async function publish(context: Context, word: string | undefined, options: PublishOptions): Promise<void> {
  const { terminal, signal } = context;
  const { remote, list, theme, followed } = await openNamed(context, word, options);
  const { themes, site } = list;
  const published = themes.find(({ role }) => role === 'publie');
  if (published?.id === theme.id) {
    // This command may have published the theme already, before it was killed.
    if (followed) await notePublication(followed, theme, signal);
    terminal.result({ theme: { id: theme.id, nom: theme.nom }, deja_publie: true });
    terminal.say(`${nameOf(theme)} est déjà publié.`);
    return;
  }
  if (word === undefined && followed) themeAsLeft(followed);
  if (followed && followed.state.theme.id === theme.id) await tellUnsent(context, followed);
  assertReadable(await remote.diagnostics(theme.id));
  const name = options.garderNom ? theme.nom : nameOncePublished(theme, published);
  const instead = published ? `, à la place de ${nameOf(published)}` : '';
  const named = name === theme.nom ? '' : `, sous le nom « ${seen(name)} »`;
  const question = `Publier ${nameOf(theme)} sur le site « ${visible(site.nom)} »${instead}${named} ?`;
  if (!(await terminal.confirm(question))) throw declined();
  await remote.publish(theme.id, published?.id ?? null, name === theme.nom ? undefined : name).catch((error) => {
    if (!(error instanceof RemoteRefusal && error.code === 'modifie_entre_temps')) throw error;
    throw new CommandRefusal(
      'Un autre thème a été publié depuis la question : rien n’a été fait. Relancez la même commande.',
      { code: error.code },
    );
  });
  const result = { id: theme.id, nom: name };
  const replaced = followed && (await notePublication(followed, { ...theme, nom: name }, signal));
  terminal.result({ theme: result, deja_publie: false });
  terminal.say(`${nameOf(theme)} est publié${instead}${named}. Les visiteurs le voient dès maintenant.`);
  sayReplaced(context, replaced, followed?.here ?? '');
}

async function tellUnsent({ terminal, signal }: Context, { workspace, remote, state }: Followed): Promise<void> {
  const { files } = await compare({ workspace, remote, terminal, signal }, state, 'same-theme');
  const [unsent] = counted(
    having(files, 'send', 'remove-there', 'conflict').length,
    'changement d’ici n’est pas poussé et ne sera pas publié',
    'changements d’ici ne sont pas poussés et ne seront pas publiés',
  );
  if (unsent) terminal.warn(`Attention : ${unsent} : « vitrine pousser » d’abord.`);
}
