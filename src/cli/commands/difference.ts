import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf, themeNamed } from '../remote/theme-names.ts';
import { type Conflict, compare, type Exchange, examineConflicts, untilStill } from '../sync/compare.ts';
import { diffText } from '../sync/diff-text.ts';
import { themeAsLeft } from '../sync/lines.ts';
import type { Fate } from '../sync/plan.ts';
import { counted, printConflicts, settling } from '../sync/print.ts';
import type { Binding } from '../workspace/state.ts';
import type { Context } from './context.ts';
import { bindingOf, type FolderOptions, openFollowed } from './target.ts';

const WORDS: Readonly<Record<Exclude<Fate, 'unchanged' | 'same'> | 'merge', string>> = {
  send: 'changé ici',
  'remove-there': 'supprimé ici',
  take: 'changé sur le service',
  'remove-here': 'supprimé sur le service',
  conflict: 'changé des deux côtés',
  merge: 'changé des deux côtés, se fusionne',
};

type Word = keyof typeof WORDS;

interface Differing {
  readonly path: string;
  readonly word: Word;
  readonly local: string | null;
  readonly remote: string | null;
  /** Null where both changes can be merged. */
  readonly conflict: Conflict | null;
}

/** `vitrine difference`: what differs between the folder and its theme, and who has changed it. Changes nothing. */
export async function difference(
  context: Context,
  options: FolderOptions & { readonly theme?: string },
): Promise<void> {
  const { terminal, signal } = context;
  const followed = await openFollowed(context, options);
  const { workspace, remote, list } = followed;
  const theme = options.theme === undefined ? themeAsLeft(followed) : themeNamed(list.themes, options.theme);
  const files = await differing({ workspace, remote, terminal, signal }, bindingOf(remote, list.site, theme));
  const outcome = {
    theme: { id: theme.id, nom: theme.nom },
    fichiers: files.map(({ path, word }) => ({ chemin: path, etat: WORDS[word] })),
  };
  for (const { path, word, local, remote: before, conflict } of files) {
    if (conflict) {
      printConflicts(terminal, [conflict]);
      continue;
    }
    terminal.show(terminal.paint('yellow', `${path} : ${WORDS[word]}`));
    terminal.show(diffText({ path, before, after: local }, (style, text) => terminal.paint(style, text)));
  }
  if (files.length === 0) terminal.say(`Aucune différence avec ${nameOf(theme)}.`);
  const among = (...words: Word[]) => files.filter(({ word }) => words.includes(word)).length;
  for (const [count, command] of [
    [among('send', 'merge'), 'pousser'],
    [among('remove-there'), 'pousser --supprimer'],
    [among('take', 'remove-here'), 'recuperer'],
  ] as const) {
    const [changes] = counted(count, 'changement attend', 'changements attendent');
    if (changes) terminal.say(`${changes} « vitrine ${command} ».`);
  }
  if (among('conflict') > 0) {
    throw new CommandRefusal(
      `Des fichiers ont changé des deux côtés. ${settling(theme.id === followed.state.theme.id ? undefined : theme.id.slice(0, 8))}`,
      {
        code: 'conflit',
        exit: EXIT.conflict,
        details: outcome,
      },
    );
  }
  terminal.result(outcome);
}

function differing(exchange: Exchange, binding: Binding): Promise<readonly Differing[]> {
  return untilStill(async () => {
    const comparison = await compare(exchange, binding, 'same-theme');
    const files = comparison.files.filter(({ local, remote }) => local !== remote);
    const examined = await examineConflicts(exchange, comparison, files);
    if (examined === null) return null;
    const conflicts = new Map(examined.conflicts.map((conflict) => [conflict.file.path, conflict]));
    return files.flatMap(({ path, fate }) => {
      if (fate === 'unchanged' || fate === 'same') return [];
      const conflict = conflicts.get(path) ?? null;
      const isMerging = conflict !== null && conflict.merged !== null;
      return {
        path,
        word: isMerging ? 'merge' : fate,
        local: comparison.local.get(path) ?? null,
        remote: examined.contents.get(path) ?? null,
        conflict: isMerging ? null : conflict,
      };
    });
  });
}
