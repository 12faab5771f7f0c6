/** The name, the version and the files of a new theme, judged before anything is sent. */

import { REQUIRED_FILES } from '../../../engine/language/paths.ts';
import type { FileRefusal } from '../../contract/refusals.ts';
import { ERRORS } from '../../errors.ts';
import { isStorable } from '../../storage/storable-text.ts';
import { nameFault } from '../../text/names.ts';
import { FILE_UNITS, FILES_PER_THEME, NAME_LENGTH, VERSION_LENGTH } from '../../themes/limits.ts';
import { isPathLength, judgePath, type PathRefusal } from '../../themes/path-rules.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { meansPublished } from '../remote/theme-names.ts';

const DEFAULT_VERSION = '1.0.0';

const fits = (text: string, characters: number): boolean => text !== '' && [...text].length <= characters;

/** A name for a theme, as the service takes it. @throws CommandRefusal */
export function themeName(text: string): string {
  const name = text.trim();
  if (!fits(name, NAME_LENGTH)) throw wrong(`Le nom d’un thème a de 1 à ${NAME_LENGTH} caractères.`);
  const fault = nameFault(name);
  if (fault !== null) throw wrong(fault);
  if (meansPublished(name))
    throw wrong(`« ${name} » désigne le thème publié dans les commandes : choisissez un autre nom.`);
  return name;
}

const isName = (name: string): boolean => fits(name, NAME_LENGTH) && nameFault(name) === null && !meansPublished(name);

/** A name for a theme by what its folder says; null where the service would not take it. */
export const usableName = (text: string | undefined): string | null =>
  text !== undefined && isName(text.trim()) ? text.trim() : null;

/**
 * @param wanted by `--version-theme`
 * @param written in the folder or in the archive
 * @throws CommandRefusal
 */
export function themeVersion(wanted: string | undefined, written: string | undefined): string {
  if (wanted !== undefined) {
    if (fits(wanted, VERSION_LENGTH)) return wanted;
    throw wrong(`La version d’un thème a de 1 à ${VERSION_LENGTH} caractères.`);
  }
  return written !== undefined && fits(written, VERSION_LENGTH) ? written : DEFAULT_VERSION;
}

const wrong = (sentence: string) => new CommandRefusal(sentence, { exit: EXIT.usage });

const UNSTORABLE = 'Ce fichier a un caractère qui ne peut pas être gardé (U+0000, ou la moitié d’un caractère).';

/** Which files the service would refuse in an import, and why. */
export function refusedFiles(files: ReadonlyMap<string, string>): FileRefusal[] {
  const refused = (
    chemin: string,
    error: PathRefusal | 'chemin_invalide' | 'fichier_trop_gros' | 'trop_de_fichiers',
  ): FileRefusal => ({
    chemin,
    error,
    message: ERRORS[error].message,
  });
  const judged = [...files].flatMap(([path, content]) => {
    const error = judgePath(path) ?? (isPathLength(path) ? null : 'chemin_invalide');
    if (error) return [refused(path, error)];
    if (!isStorable(content)) return [{ chemin: path, error: 'texte_invalide', message: UNSTORABLE }];
    return content.length > FILE_UNITS ? [refused(path, 'fichier_trop_gros')] : [];
  });
  const missing = REQUIRED_FILES.filter((path) => !files.has(path)).map((chemin) => ({
    chemin,
    error: 'fichier_requis_manquant',
    message: 'Ce fichier manque, un thème ne va pas sans lui.',
  }));
  return [...judged, ...missing, ...(files.size > FILES_PER_THEME ? [refused('', 'trop_de_fichiers')] : [])];
}

/** The refusal of an import, once its files have been named. */
export const nothingImported = (refus: readonly FileRefusal[]): CommandRefusal =>
  new CommandRefusal('Rien n’a été importé : corrigez, puis relancez la même commande.', {
    code: refus[0]?.error ?? 'archive_invalide',
    details: { refus },
  });
