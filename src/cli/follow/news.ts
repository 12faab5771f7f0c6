import { join } from 'node:path';
import type { Diagnostic } from '../../contract/diagnostics.ts';
import type { FileRefusal } from '../../contract/refusals.ts';
import type { Conflict } from '../sync/compare.ts';
import { counted, printConflicts, printIgnored, printPaths, refusalLines } from '../sync/print.ts';
import type { PullReport } from '../sync/pull.ts';
import type { PushReport } from '../sync/push.ts';
import type { Terminal } from '../terminal.ts';
import { lineOf } from '../verify/report.ts';
import type { FolderProblem } from '../workspace/theme-folder.ts';

/** Lines of a conflict that are shown at most, so that the rest stays visible. */
const LINES_OF_CONFLICT = 30;

/** The output of `suivre`. It says each thing once, as long as it lasts; with `--json` one object a line, named by `evenement`. */
export class News {
  readonly #terminal: Terminal;
  readonly #root: string;
  /** The working directory; lines name files relative to it. */
  readonly #folder: string;
  readonly #workingFolder: string;
  #conflicts: ReadonlySet<string> = new Set();
  #notRemoved: ReadonlySet<string> = new Set();
  #emptied: ReadonlySet<string> = new Set();
  #marked: ReadonlySet<string> = new Set();
  #diagnostics: ReadonlySet<string> = new Set();
  /** Files that were named as ignored and are still there; a file that comes back is named again. */
  #ignored: ReadonlySet<string> = new Set();
  #trouble: string | null = null;

  constructor(terminal: Terminal, places: { root: string; folder: string; workingFolder: string }) {
    this.#terminal = terminal;
    this.#root = places.root;
    this.#folder = places.folder;
    this.#workingFolder = places.workingFolder;
  }

  /** @param ms from the settled save until the service had it */
  sent({ written, removed, merged, notRemoved, ignored }: PushReport, ms: number): void {
    this.#tellNotRemoved(notRemoved);
    this.#tellIgnored(ignored);
    const parts = [
      ...counted(written.length, 'fichier envoyé', 'fichiers envoyés'),
      ...counted(removed.length, 'fichier supprimé sur le service', 'fichiers supprimés sur le service'),
    ];
    if (parts.length === 0) return;
    this.goesOn();
    this.#terminal.result({ evenement: 'envoi', envoyes: written, supprimes: removed, fusionnes: merged, ms });
    const [path = '', ...others] = [...written, ...removed];
    if (others.length === 0) {
      const [sign, what] = removed.length === 0 ? ['→', 'envoyé'] : ['-', 'supprimé sur le service'];
      this.#terminal.say(`  ${sign} ${path} : ${what} en ${ms} ms.`);
    } else {
      printPaths(this.#terminal, '→', written);
      printPaths(this.#terminal, '-', removed);
      this.#terminal.say(`${parts.join(', ')} en ${ms} ms.`);
    }
    if (merged.length > 0) {
      this.#terminal.say(`Fusionnés avec les changements du service : ${merged.join(', ')}.`);
    }
  }

  received({ taken, removed, merged }: PullReport): void {
    const parts = [
      ...counted(taken.length, 'fichier changé sur le service', 'fichiers changés sur le service'),
      ...counted(
        removed.length,
        'supprimé (gardé dans .vitrine/corbeille)',
        'supprimés (gardés dans .vitrine/corbeille)',
      ),
      ...counted(merged.length, 'fichier fusionné', 'fichiers fusionnés'),
    ];
    if (parts.length === 0) return;
    this.goesOn();
    this.#terminal.result({ evenement: 'reception', recuperes: taken, supprimes: removed, fusionnes: merged });
    printPaths(this.#terminal, '←', taken);
    printPaths(this.#terminal, '-', removed);
    printPaths(this.#terminal, '±', merged);
    this.#terminal.say(`${parts.join(', ')} : votre dossier est à jour.`);
  }

  /** @param conflicts all present conflicts */
  conflicts(conflicts: readonly Conflict[]): void {
    const keyOf = ({ file: { path, local, remote } }: Conflict) => `${path} ${local} ${remote}`;
    const fresh = conflicts.filter((conflict) => !this.#conflicts.has(keyOf(conflict)));
    this.#conflicts = new Set(conflicts.map(keyOf));
    if (fresh.length === 0) return;
    const paths = fresh.map(({ file }) => file.path);
    this.#terminal.result({ evenement: 'conflit', conflits: paths });
    printConflicts(this.#terminal, fresh, LINES_OF_CONFLICT);
    for (const path of paths) {
      this.#terminal.warn(
        `${path} : changé ici et sur le service. Rien n’en est envoyé ni écrasé. Dans un autre terminal, « vitrine resoudre ${join(this.#folder, path)} » montre comment le régler.`,
      );
    }
  }

  /** @param emptied files that are empty now and were not on the service */
  emptied(emptied: readonly string[]): void {
    const fresh = emptied.filter((path) => !this.#emptied.has(path));
    this.#emptied = new Set(emptied);
    if (fresh.length === 0) return;
    this.#terminal.result({ evenement: 'vide', fichiers: fresh });
    for (const path of fresh) {
      this.#terminal.warn(
        `${path} : ce fichier est vide ; il n’est pas envoyé. « vitrine pousser » l’envoie tel quel.`,
      );
    }
  }

  /** @param marked files in which a conflict is not settled */
  marked(marked: readonly string[]): void {
    const fresh = marked.filter((path) => !this.#marked.has(path));
    this.#marked = new Set(marked);
    if (fresh.length === 0) return;
    this.#terminal.result({ evenement: 'marqueurs', fichiers: fresh });
    for (const path of fresh) {
      this.#terminal.warn(
        `${path} : il y reste des marqueurs de conflit ; il n’est pas envoyé avant que vous les ayez retirés.`,
      );
    }
  }

  refused(files: readonly FileRefusal[]): void {
    this.#terminal.result({ evenement: 'refus', refus: files });
    for (const line of refusalLines(files, this.#root, this.#workingFolder)) this.#terminal.warn(line);
    this.#terminal.warn('Rien n’a été envoyé : corrigez, puis enregistrez de nouveau.');
  }

  diagnosed(diagnostics: readonly Diagnostic[]): void {
    const lines = new Map(diagnostics.map((diagnostic) => [lineOf(diagnostic, this.#folder), diagnostic]));
    const known = this.#diagnostics;
    this.#diagnostics = new Set(lines.keys());
    const isSame = lines.size === known.size && [...lines.keys()].every((line) => known.has(line));
    if (isSame) return;
    this.#terminal.result({ evenement: 'diagnostics', diagnostics });
    for (const line of lines.keys()) if (!known.has(line)) this.#terminal.say(line);
    if (lines.size === 0) this.#terminal.say('Plus rien à signaler dans le thème.');
  }

  /** Says why nothing can be exchanged for now. */
  stuck(code: string, sentence: string): void {
    if (this.#trouble === sentence) return;
    this.#trouble = sentence;
    this.#terminal.result({ evenement: 'attente', erreur: code, message: sentence });
    this.#terminal.warn(sentence);
  }

  /** Says that the exchange goes on again. */
  goesOn(): void {
    if (this.#trouble === null) return;
    this.#trouble = null;
    this.#terminal.result({ evenement: 'reprise' });
    this.#terminal.say('Le suivi reprend.');
  }

  #tellIgnored(ignored: readonly FolderProblem[]): void {
    const fresh = ignored.filter(({ chemin }) => !this.#ignored.has(chemin));
    this.#ignored = new Set(ignored.map(({ chemin }) => chemin));
    if (fresh.length === 0) return;
    this.#terminal.result({ evenement: 'ignore', fichiers: fresh });
    printIgnored(this.#terminal, fresh);
  }

  #tellNotRemoved(paths: readonly string[]): void {
    const fresh = paths.filter((path) => !this.#notRemoved.has(path));
    this.#notRemoved = new Set(paths);
    if (fresh.length === 0) return;
    this.#terminal.result({ evenement: 'non_supprime', fichiers: fresh });
    this.#terminal.say('Supprimés ici, encore sur le service (« vitrine pousser --supprimer » les y supprime) :');
    printPaths(this.#terminal, '-', fresh);
  }
}
