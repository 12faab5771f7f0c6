/** Results of deployments as text and as JSON. */
import type { CommandRefusal } from '../command-refusal.ts';
import { table } from '../commands/table.ts';
import { nameOf } from '../remote/theme-names.ts';
import { counted, printPaths } from '../sync/print.ts';
import { type Terminal, visible } from '../terminal.ts';
import type { DeployChanges } from './examine.ts';
import { type DeployReport, problemLine, studioAddress } from './report.ts';

export function printReport(terminal: Terminal, report: DeployReport, address: string, isTrial: boolean): void {
  const { theme, number, changes, isNew, isPublished } = report;
  printPaths(terminal, '→', changes.written);
  printPaths(terminal, '±', changes.merged);
  printPaths(terminal, '-', changes.removed);
  printPaths(terminal, '=', changes.kept);
  const parts = partsOf(changes);
  const where = theme
    ? `${theme.role === 'publie' && !isPublished ? 'thème publié' : 'brouillon'} ${nameOf(theme)}${number === null ? '' : `, version ${number}`}`
    : 'un nouveau brouillon';
  if (isTrial) {
    terminal.say(
      `Essai, rien n’a été envoyé : ${parts.length === 0 ? 'rien à déployer' : parts.join(', ')} : ${where}.`,
    );
    return;
  }
  const made = isNew ? ', fait à l’instant' : '';
  terminal.say(
    parts.length === 0 && !isNew
      ? `Rien à déployer : ${where}.`
      : `${parts.join(', ') || 'Rien à changer'} : ${where}${made}.`,
  );
  if (changes.kept.length > 0) terminal.say('Les fichiers « = » sont au site : ils restent tels quels.');
  warnOfProblems(terminal, report);
  if (changes.forced.length > 0) {
    terminal.say(`Remplacés, leurs textes restent dans les versions : ${changes.forced.join(', ')}.`);
  }
  if (isPublished) terminal.say('Il est publié : les visiteurs le voient dès maintenant.');
  const studio = studioAddress(report, address);
  if (studio !== null) terminal.say(`Dans le studio : ${studio}`);
}

/** Says which of the site's own files have errors with the deployed code. */
export function warnOfProblems(terminal: Terminal, { site, problems }: DeployReport): void {
  for (const problem of problems) terminal.warn(`${visible(site.slug)} : ${problemLine(problem)}`);
}

const partsOf = ({ written, merged, removed }: DeployChanges): string[] => [
  ...counted(written.length, 'fichier écrit', 'fichiers écrits'),
  ...counted(merged.length, 'fusionné', 'fusionnés'),
  ...counted(removed.length, 'supprimé', 'supprimés'),
];

export interface SiteOutcome {
  readonly site: string;
  /** Null where nothing was deployed. */
  readonly report: DeployReport | null;
  /** Null where all was done. */
  readonly refusal: CommandRefusal | null;
}

const HEADINGS = ['site', 'thème', 'version', 'écrits', 'supprimés', 'fusionnés', 'gardés', ''];

export function printTable(terminal: Terminal, outcomes: readonly SiteOutcome[]): void {
  const [headings = '', ...rows] = table([HEADINGS, ...outcomes.map(cellsOf)]);
  terminal.show(terminal.paint('bold', headings));
  for (const row of rows) terminal.show(row);
}

function cellsOf({ site, report, refusal }: SiteOutcome): string[] {
  const end = refusal?.code ?? (report?.isPublished ? 'publié' : '');
  if (!report) return [visible(site), '–', '–', '–', '–', '–', '–', end];
  const { theme, number, changes } = report;
  const counts = [changes.written, changes.removed, changes.merged, changes.kept].map(({ length }) => String(length));
  return [visible(site), theme ? nameOf(theme) : '–', String(number ?? '–'), ...counts, end];
}
