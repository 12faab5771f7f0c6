import { join } from 'node:path';
import { paintedDiff } from '../sync/diff-text.ts';
import { type Terminal, visible } from '../terminal.ts';
import type { Finding } from './findings.ts';
import { TESTS } from './test-files.ts';

/** What one test, or one file with odd settings, came to. */
export interface Outcome {
  /** `test`: of `tests/*.json`; `reglages`: a file with odd settings; `fichier`: a file of tests that cannot be read. */
  readonly genre: 'test' | 'reglages' | 'fichier';
  /** Name of the test; path of the file. */
  readonly nom: string;
  /** File that the test stands in, relative to the theme's folder. */
  readonly chemin: string;
  readonly findings: readonly Finding[];
  /** What `--accepter` did to its kept HTML. */
  readonly written?: 'nouveau' | 'remplace';
  /** How many times it was rendered with odd settings. */
  readonly renders?: number;
}

export interface Tested {
  /** As it was named. */
  readonly folder: string;
  readonly outcomes: readonly Outcome[];
  /** Notices that belong to no test. */
  readonly notices: readonly Finding[];
}

const isFailure = ({ gravite }: Finding): boolean => gravite === 'echec';
export const hasFailed = ({ findings }: Outcome): boolean => findings.some(isFailure);

/** Prints for people: a line for each finding, with its place, then how many there are. */
export function printTested({ folder, outcomes, notices }: Tested, terminal: Terminal): void {
  for (const { nom, genre, findings, written, chemin } of outcomes) {
    for (const finding of findings) printFinding(finding, genre === 'test' ? nom : '', folder, terminal);
    const path = join(folder, TESTS, `${nom}.html`);
    if (written) terminal.say(visible(`${path}: ${written === 'nouveau' ? 'gardé' : 'remplacé'} (${nom}, ${chemin})`));
  }
  for (const notice of notices) printFinding(notice, '', folder, terminal);
  for (const line of summaryOf(outcomes)) terminal.say(line);
}

function printFinding(finding: Finding, test: string, folder: string, { say, show, paint }: Terminal): void {
  const { chemin, ligne, colonne = 1, gravite, difference } = finding;
  const place = ligne === undefined ? '' : `:${ligne}:${colonne}`;
  const name = test === '' ? '' : `${test} : `;
  const word = gravite === 'echec' ? 'échec' : gravite;
  say(visible(`${join(folder, chemin)}${place}: ${word} : ${name}${sentenceOf(finding)}.`));
  if (difference !== undefined) show(paintedDiff(difference, paint));
}

/** Units of a value that a line shows. */
const VALUE_UNITS = 80;

/** What was found, with the setting that does it. */
export function sentenceOf({ message, essai, reglage, bloc, valeur }: Finding): string {
  if (essai === undefined) return message;
  if (reglage === undefined) return `${message} (${essai})`;
  const setting = bloc === undefined ? `réglage « ${reglage} »` : `réglage « ${reglage} » du bloc « ${bloc} »`;
  const written = valeur === undefined ? '' : ` = ${shortened(JSON.stringify(valeur))}`;
  return `${setting}${written} (${essai}) : ${message}`;
}

const shortened = (text: string): string =>
  text.length > VALUE_UNITS ? `${text.slice(0, VALUE_UNITS).toWellFormed()}…` : text;

const counted = (count: number, one: string, several: string): string => `${count} ${count > 1 ? several : one}`;

function summaryOf(outcomes: readonly Outcome[]): string[] {
  const lines: string[] = [];
  const tests = outcomes.filter(({ genre }) => genre !== 'reglages');
  const tried = outcomes.filter(({ genre }) => genre === 'reglages');
  if (tests.length > 0 || tried.length === 0) lines.push(`Tests : ${countsOf(tests)}.`);
  if (tried.length > 0) {
    const renders = tried.reduce((sum, one) => sum + (one.renders ?? 0), 0);
    lines.push(`Réglages inattendus : ${countsOf(tried)} (${counted(renders, 'rendu', 'rendus')}).`);
  }
  return lines;
}

function countsOf(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(hasFailed).length;
  return `${counted(outcomes.length - failed, 'réussi', 'réussis')}, ${counted(failed, 'échoué', 'échoués')}`;
}

/** The same for programs. */
export function resultOf({ folder, outcomes, notices }: Tested): Readonly<Record<string, unknown>> {
  const failed = outcomes.filter(hasFailed).length;
  return {
    dossier: folder,
    reussis: outcomes.length - failed,
    echoues: failed,
    tests: outcomes.map((one) => ({
      genre: one.genre,
      nom: one.nom,
      chemin: one.chemin,
      etat: hasFailed(one) ? 'echoue' : 'reussi',
      ...(one.written && { garde: one.written }),
      ...(one.renders !== undefined && { rendus: one.renders }),
      constats: one.findings,
    })),
    avertissements: notices,
  };
}
