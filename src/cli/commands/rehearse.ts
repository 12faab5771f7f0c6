import type { Rehearsal } from '../../contract/rehearsal.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { rehearseThere } from '../remote/rehearsal.ts';
import { nameOf } from '../remote/theme-names.ts';
import { compare } from '../sync/compare.ts';
import { having } from '../sync/plan.ts';
import { counted } from '../sync/print.ts';
import type { Context } from './context.ts';
import { printRehearsal } from './rehearsal-print.ts';
import { type FolderOptions, type Followed, openMeant } from './target.ts';

export interface RehearseOptions extends FolderOptions {
  /** Shows the HTML that differs, too. */
  readonly difference?: true;
}

/** `vitrine repeter [thème]`: shows what a publication of a draft would change. Changes nothing. */
export async function rehearse(context: Context, word: string | undefined, options: RehearseOptions): Promise<void> {
  const { terminal, signal } = context;
  const { remote, list, theme, followed } = await openMeant(context, word, options);
  if (theme.role === 'publie') {
    const drafts = list.themes.filter(({ role }) => role === 'brouillon').map((draft) => `\n  ${nameOf(draft)}`);
    const advice =
      drafts.length > 0 ? `Nommez un brouillon :${drafts.join('')}` : 'Ce site n’a aucun brouillon à répéter.';
    throw new CommandRefusal(`${nameOf(theme)} est publié déjà. ${advice}`, { code: 'theme_publie' });
  }
  if (followed && followed.state.theme.id === theme.id) await tellUnsent(context, followed);
  const line = progressLine(terminal.json);
  const report = await rehearseThere(remote.access, theme.id, { signal, progress: line.tell }).finally(line.clear);
  printRehearsal(terminal, report, { difference: options.difference === true });
  endAsFound(report);
  terminal.result(report);
}

/** @throws CommandRefusal where a page fails that did not, or pages were not rehearsed for want of time */
function endAsFound(report: Rehearsal): void {
  const { nouvelles_pannes: failures, omises: omitted } = report.resume;
  const [failing] = counted(failures, 'page échoue, qui n’échouait pas', 'pages échouent, qui n’échouaient pas');
  if (failing) {
    throw new CommandRefusal(`${failing} : ne publiez pas encore ce brouillon.`, { code: 'panne', details: report });
  }
  const [missing] = counted(omitted, 'page n’a pas pu être répétée', 'pages n’ont pas pu être répétées');
  if (missing) {
    throw new CommandRefusal(`${missing}, faute de temps : relancez la même commande.`, {
      code: 'incomplet',
      exit: EXIT.unavailable,
      details: report,
    });
  }
}

/** Shows the progress in one line of the terminal, which it overwrites. */
function progressLine(json: boolean) {
  const isShown = process.stderr.isTTY === true && !json;
  const write = (text: string) => {
    if (isShown) process.stderr.write(`\r\u001b[K${text}`);
  };
  return {
    tell: (done: number, total: number) => write(`Répétition : ${done} / ${total} pages (Ctrl-C arrête)`),
    clear: () => write(''),
  };
}

async function tellUnsent({ terminal, signal }: Context, { workspace, remote, state }: Followed): Promise<void> {
  const { files } = await compare({ workspace, remote, terminal, signal }, state, 'same-theme');
  const [unsent] = counted(
    having(files, 'send', 'remove-there', 'conflict').length,
    'changement d’ici n’est pas poussé et ne fait pas',
    'changements d’ici ne sont pas poussés et ne font pas',
  );
  if (unsent) terminal.warn(`Attention : ${unsent} partie de la répétition : « vitrine pousser » d’abord.`);
}
