import type { Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { ERRORS } from '../../errors.ts';
import { FILES_PER_THEME } from '../../themes/limits.ts';
import { type PathRefusal, THEME_FOLDERS } from '../../themes/path-rules.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { outside } from '../outside.ts';
import { isMisplaced, refusalOfPath, whyNotTaken } from './admitted.ts';
import { readThemeFile, type UnreadableCode } from './theme-file.ts';

/** A file in a theme's folder that is not read, and why. */
export type FolderCode = PathRefusal | 'chemin_invalide' | 'trop_de_fichiers' | UnreadableCode;

export interface FolderProblem {
  /** Relative to the theme's folder, with `/`; empty for what concerns all of it. */
  readonly chemin: string;
  readonly code: FolderCode;
  /** A sentence. */
  readonly message: string;
}

/** A folder of the disk, read as a theme. */
export interface ThemeFolder {
  /** Content by path, in the order of the paths. */
  readonly files: ReadonlyMap<string, string>;
  /** Files of the theme that cannot be read; a comparison must not take them for deleted. */
  readonly unreadable: readonly FolderProblem[];
  /** Entries that are not files of a theme, without those that editors and systems leave. */
  readonly ignored: readonly FolderProblem[];
}

/** Names of temporary files of editors and systems: swap files, backups, locks, and the file by which vim tests a folder. */
const QUIET =
  /^\.|~$|^#.*#$|^4913$|\.(?:swp|swo|swx|tmp|temp|bak|orig|part|crdownload)$|___jb_(?:tmp|old)___$|\.tmp[.-]/i;
const QUIET_NAMES: ReadonlySet<string> = new Set(['Thumbs.db', 'desktop.ini', 'Icon\r']);

/** Files that are read at a time. */
const READ_AT_A_TIME = 8;

const SENTENCES = {
  sous_dossier: 'Un dossier de thème ne contient pas de sous-dossier : celui-ci n’est pas lu.',
  nom_de_dossier: (name: string) => `Ce dossier n’est pas lu : les dossiers d’un thème s’écrivent « ${name} ».`,
  lien: 'C’est un lien symbolique : il n’est pas suivi.',
  special: 'Ce n’est pas un fichier ordinaire : il n’est pas lu.',
} as const;

/**
 * Whether a file is one that editors and systems leave beside the files that they edit.
 * @param path in the theme's folder; what can be a file of a theme (`sections/a.tmp.liquid`) is one
 */
export const isQuiet = (path: string): boolean =>
  !isThemePath(path) && (QUIET_NAMES.has(basename(path)) || QUIET.test(basename(path)));

/** Whether a file can stand at this path of a theme: `sections/hero.liquid`. */
export const isThemePath = (path: string): boolean => refusalOfPath(path) === null;

/**
 * Reads the six folders of a theme, and nothing outside them: links are not followed. A file that is being written is read
 * again until it is stable.
 * @param root its folder
 * @param isNeeded says of which files the content is needed; the others are empty texts
 * @throws CommandRefusal when there is no such folder, or it cannot be listed
 */
export async function readThemeFolder(
  root: string,
  isNeeded: (path: string) => boolean = () => true,
): Promise<ThemeFolder> {
  const { paths, unreadable, ignored } = await listTheme(root);
  const read = new Map<string, string>();
  const waiting = paths.slice(0, FILES_PER_THEME).values();
  const readSome = async () => {
    for (const path of waiting) {
      if (!isNeeded(path)) {
        read.set(path, '');
        continue;
      }
      const outcome = await readThemeFile(root, path);
      if (outcome.kind === 'content') read.set(path, outcome.content);
      else if (outcome.kind === 'unreadable') {
        unreadable.push({ chemin: path, code: outcome.code, message: outcome.message });
      }
    }
  };
  await Promise.all(Array.from({ length: READ_AT_A_TIME }, readSome));
  if (paths.length > FILES_PER_THEME) {
    unreadable.push({ chemin: '', code: 'trop_de_fichiers', message: ERRORS.trop_de_fichiers.message });
  }
  const files = new Map([...read].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { files, unreadable: unreadable.sort(byPath), ignored: ignored.sort(byPath) };
}

interface Listing {
  readonly paths: readonly string[];
  readonly unreadable: FolderProblem[];
  readonly ignored: FolderProblem[];
}

async function listTheme(root: string): Promise<Listing> {
  const paths: string[] = [];
  const unreadable: FolderProblem[] = [];
  const ignored: FolderProblem[] = [];
  for (const entry of await listed(root)) {
    if (!THEME_FOLDERS.includes(entry.name)) {
      const problem = misplacedAtRoot(entry);
      if (problem) ignored.push(problem);
      continue;
    }
    if (!entry.isDirectory()) {
      unreadable.push(notRegular(entry.name, entry));
      continue;
    }
    for (const file of await listed(join(root, entry.name))) {
      const path = `${entry.name}/${file.name}`;
      if (isQuiet(path)) continue;
      const refusal = refusalOfPath(path);
      if (refusal) ignored.push(refused(path, refusal, file));
      else if (file.isFile()) paths.push(path);
      else unreadable.push(notRegular(path, file));
    }
  }
  return { paths: paths.sort(), unreadable, ignored };
}

/** Authors may keep other files beside the six folders; only probable mistakes are reported. */
function misplacedAtRoot(entry: Dirent): FolderProblem | null {
  const { name } = entry;
  const meant = name.toLowerCase();
  if (!entry.isFile() && THEME_FOLDERS.includes(meant)) {
    return { chemin: name, code: 'hors_dossier', message: SENTENCES.nom_de_dossier(meant) };
  }
  return entry.isFile() && isMisplaced(name) && !isQuiet(name) ? refused(name, 'hors_dossier', entry) : null;
}

const refused = (chemin: string, code: PathRefusal | 'chemin_invalide', entry: Dirent): FolderProblem =>
  entry.isDirectory()
    ? { chemin, code: 'hors_dossier', message: SENTENCES.sous_dossier }
    : { chemin, code, message: whyNotTaken(chemin, code) };

const notRegular = (chemin: string, entry: Dirent): FolderProblem =>
  entry.isSymbolicLink()
    ? { chemin, code: 'lien', message: SENTENCES.lien }
    : { chemin, code: 'illisible', message: entry.isDirectory() ? SENTENCES.sous_dossier : SENTENCES.special };

async function listed(folder: string): Promise<Dirent[]> {
  try {
    return await outside.readdir(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandRefusal(`Le dossier « ${folder} » n’existe pas.`);
    if (code === 'ENOTDIR') throw new CommandRefusal(`« ${folder} » n’est pas un dossier.`);
    throw new CommandRefusal(`Le dossier « ${folder} » ne peut pas être lu (${code}).`);
  }
}

const byPath = (a: FolderProblem, b: FolderProblem): number => (a.chemin < b.chemin ? -1 : 1);
