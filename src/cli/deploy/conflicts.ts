/** Sentences about texts that only the service has. */
import { meansWords } from '../../themes/means-words.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { localTime } from '../commands/table.ts';
import { EXIT } from '../exit-codes.ts';
import type { RemoteTheme } from '../remote/answers.ts';
import { nameOf } from '../remote/theme-names.ts';
import { diffText } from '../sync/diff-text.ts';
import { type Terminal, visible } from '../terminal.ts';
import type { DeployConflict, Deployed } from './examine.ts';
import type { reportAsJson } from './report.ts';

const CHOICES =
  '« --forcer » les remplace (leurs textes restent dans les versions du thème) ; « --garder <motifs> » laisse au site les fichiers qui sont à lui ; ou reprenez ces textes dans git.';

/** A deployment would lose texts: nothing was sent. */
export class DeployConflictRefusal extends CommandRefusal {
  override name = 'DeployConflictRefusal';
  readonly conflicts: readonly DeployConflict[];

  constructor(sentence: string, conflicts: readonly DeployConflict[], details: Readonly<Record<string, unknown>>) {
    super(sentence, { code: 'conflit', exit: EXIT.conflict, details });
    this.conflicts = conflicts;
  }
}

/** The refusal with what people can choose. @param report of what was done before, as `--json` prints it */
export function conflictRefusal(
  theme: RemoteTheme,
  conflicts: readonly DeployConflict[],
  report: ReturnType<typeof reportAsJson>,
  { git }: Deployed,
): DeployConflictRefusal {
  const count = conflicts.length === 1 ? 'Un fichier a' : `${conflicts.length} fichiers ont`;
  const head = `${count} sur le service un texte que ni git ni le dernier déploiement n’avaient (${nameOf(theme)}, site ${visible(report.site)}). Rien n’a été envoyé.`;
  const sentence = [head, ...conflicts.map(lineOf), `${CHOICES}${hintOf(git)}`].join('\n');
  return new DeployConflictRefusal(sentence, conflicts, {
    ...report,
    conflits: conflicts.map(({ path, service, git: last }) => {
      const { chemins: _all, ...version } = service ?? { chemins: [] };
      return { chemin: path, service: service && version, git: last };
    }),
  });
}

function lineOf({ path, service, git }: DeployConflict): string {
  const there = service
    ? `${visible(service.auteur ?? 'inconnu')}, ${localTime(service.cree_le)}, ${visible(meansWords(service.moyen))} (version ${service.numero})`
    : 'on ne sait plus de qui';
  const ofGit = git ? `${git.auteur}, ${localTime(git.cree_le)}, ${git.commit}` : 'jamais enregistré';
  return `  ${path} : service : ${there} ; git : ${ofGit}`;
}

/** How many lines of a difference are shown: the log of a job is no place for whole files. */
const LINES_AT_MOST = 30;
const FILES_AT_MOST = 10;

/** Shows what the service has that would be lost. */
export function printDifferences(terminal: Terminal, conflicts: readonly DeployConflict[]): void {
  for (const { path, texts } of conflicts.slice(0, FILES_AT_MOST)) {
    const paint: Terminal['paint'] = (style, text) => terminal.paint(style, text);
    const lines = diffText(
      { path, before: texts.service, after: texts.folder, sides: ['service', 'git'] },
      paint,
    ).split('\n');
    terminal.show(lines.slice(0, LINES_AT_MOST).join('\n'));
    if (lines.length > LINES_AT_MOST) terminal.say(`… (${lines.length - LINES_AT_MOST} autres lignes)`);
  }
  const more = conflicts.length - FILES_AT_MOST;
  if (more > 0) terminal.say(`… (${more === 1 ? 'un autre fichier diffère' : `${more} autres fichiers diffèrent`})`);
}

/** Why git knows less than it could. */
function hintOf(git: Deployed['git']): string {
  if ('reason' in git) return ` Git n’a pas été interrogé sur ce dossier (${git.reason}).`;
  return git.isShallow ? ' Ce clone n’a qu’une part de l’histoire : un clone entier en connaît plus de textes.' : '';
}
