import { CONFLICT_CHOICES, type ConflictChoice, type Upgrade } from '../../contract/upgrade.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf } from '../remote/theme-names.ts';
import { type UpgradeWish, upgradeThere } from '../remote/upgrades.ts';
import { assertDraftOfLine } from '../sync/lines.ts';
import { counted } from '../sync/print.ts';
import { visible } from '../terminal.ts';
import type { Context } from './context.ts';
import { type FolderOptions, openMeant, openNamed } from './target.ts';
import { printUpgrade } from './upgrade-print.ts';

export interface UpgradeOptions extends FolderOptions {
  readonly appliquer?: true;
  readonly conflits?: string;
  readonly sauf?: readonly string[];
}

/** `vitrine actualiser [thème]`: what the catalog has that is newer than a theme, merged; writes it into the draft with `--appliquer`. */
export async function upgrade(context: Context, word: string | undefined, options: UpgradeOptions): Promise<void> {
  const { terminal } = context;
  const { appliquer: apply = false, sauf: except = [] } = options;
  const wish: UpgradeWish = { apply, conflicts: choiceOf(options.conflits), except };
  const { remote, list, theme, followed } = await (apply ? openMeant : openNamed)(context, word, options);
  if (apply && followed && theme.role === 'publie') assertDraftOfLine({ ...followed, list }, theme, { sends: false });
  const report = await upgradeThere(remote, theme.id, wish);
  const { origine, installee, theme: merged } = report;
  terminal.say(`${nameOf(merged)} : version installée ${installee} ; au catalogue, ${origine.nom} ${origine.version}.`);
  if (theme.role === 'publie' && merged.role !== 'publie') {
    terminal.say(`${nameOf(theme)} est publié : c’est le brouillon de travail du site qui est mis à jour.`);
  }
  if (report.a_jour) {
    terminal.result(report);
    terminal.say(`${nameOf(merged)} est à jour.`);
    return;
  }
  printUpgrade(terminal, report);
  const unsettled = report.fichiers.filter(({ etat }) => etat === 'conflit');
  if (report.applique) {
    terminal.result(report);
    sayApplied(context, report, wish, followed?.state.theme.id === report.applique.themeId);
    return;
  }
  const [inConflict] = counted(unsettled.length, 'fichier est en conflit', 'fichiers sont en conflit');
  if (inConflict) {
    throw new CommandRefusal(
      `${inConflict}. « vitrine actualiser --appliquer » y garde ce qui est à vous et prend le reste ; « --conflits catalogue » y prend ce qu’a le catalogue, « --sauf » le contraire dans certains fichiers.`,
      { code: 'conflit', exit: EXIT.conflict, details: report },
    );
  }
  terminal.result(report);
  terminal.say('« vitrine actualiser --appliquer » l’écrit dans le brouillon.');
}

/** @throws CommandRefusal when it is none of the choices */
function choiceOf(word: string | undefined): ConflictChoice {
  const choice = CONFLICT_CHOICES.find((one) => one === (word ?? 'garder'));
  if (choice) return choice;
  throw new CommandRefusal(`« ${visible(word ?? '')} » : --conflits prend garder ou catalogue.`, { exit: EXIT.usage });
}

/** What was done, and what one may do next. @param isFollowed whether the folder follows the draft */
function sayApplied(
  { terminal }: Context,
  { theme, applique, fichiers }: Upgrade,
  wish: UpgradeWish,
  isFollowed: boolean,
): void {
  terminal.say(`Le brouillon ${nameOf(theme)} est à jour, en version ${applique?.numero}.`);
  const inConflict = fichiers.filter(({ etat }) => etat === 'conflit').map(({ chemin }) => chemin);
  const excepted = inConflict.filter((path) => wish.except.includes(path)).length;
  const isKept = wish.conflicts === 'garder';
  const [others, those] = [inConflict.length - excepted, excepted];
  sayTaken(terminal, isKept ? others : those, 'votre texte est gardé');
  sayTaken(terminal, isKept ? those : others, 'le texte du catalogue est pris');
  terminal.say(
    isFollowed
      ? '« vitrine recuperer » amène ici ce qui a changé.'
      : '« vitrine repeter » montre ce que changerait sa publication.',
  );
}

function sayTaken(terminal: Context['terminal'], count: number, what: string): void {
  const [files] = counted(count, 'fichier en conflit', 'fichiers en conflit');
  if (files) terminal.say(`Dans ${files}, ${what}.`);
}
