import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf, themeNamed } from '../remote/theme-names.ts';
import { COMPARISONS, compare, type Exchange, neverStill } from '../sync/compare.ts';
import { diffText } from '../sync/diff-text.ts';
import type { Fate, PlannedFile } from '../sync/plan.ts';
import type { Binding } from '../workspace/state.ts';
import type { Context } from './context.ts';
import { bindingOf, type FolderOptions, openFollowed } from './target.ts';

const WORDS: Readonly<Record<Exclude<Fate, 'unchanged' | 'same'>, string>> = {
  send: 'changé ici',
  'remove-there': 'supprimé ici',
  take: 'changé sur le service',
  'remove-here': 'supprimé sur le service',
  conflict: 'changé des deux côtés',
};

type Differing = PlannedFile & { readonly fate: keyof typeof WORDS };

/** `vitrine difference`: what differs between the folder and its theme, and who has changed it. Changes nothing. */
export async function difference(
  context: Context,
  options: FolderOptions & { readonly theme?: string },
): Promise<void> {
  const { terminal, signal } = context;
  const { workspace, remote, state, list } = await openFollowed(context, options);
  const theme = themeNamed(list.themes, options.theme ?? state.theme.id);
  const { files, local, contents } = await compareWhole(
    { workspace, remote, terminal, signal },
    bindingOf(remote, list.site, theme),
  );
  const outcome = {
    theme: { id: theme.id, nom: theme.nom },
    fichiers: files.map(({ path, fate }) => ({ chemin: path, etat: WORDS[fate] })),
  };
  for (const { path, fate } of files) {
    terminal.say(terminal.paint('yellow', `${path} : ${WORDS[fate]}`));
    terminal.say(
      diffText(path, contents.get(path) ?? null, local.get(path) ?? null, (style, text) => terminal.paint(style, text)),
    );
  }
  if (files.length === 0) terminal.say(`Aucune différence avec ${nameOf(theme)}.`);
  if (files.some(({ fate }) => fate === 'conflict')) {
    throw new CommandRefusal('Des fichiers ont changé des deux côtés.', {
      code: 'conflit',
      exit: EXIT.conflict,
      details: outcome,
    });
  }
  terminal.result(outcome);
}

async function compareWhole(exchange: Exchange, binding: Binding) {
  for (let attempt = 0; attempt < COMPARISONS; attempt++) {
    const comparison = await compare(exchange, binding, 'same-theme');
    const files = comparison.files.filter((file): file is Differing => file.local !== file.remote);
    const present = files.filter(({ remote }) => remote !== null).map(({ path }) => path);
    const contents = await exchange.remote.contents(comparison.tree, present);
    if (contents) return { files, local: comparison.local, contents };
  }
  throw neverStill();
}
