import { type CheckSettings, DEFAULT_CHECKS, ineffectiveCode } from '../../../engine/diagnose/check-settings.ts';
import { diagnostic } from '../../../engine/diagnose/codes.ts';
import { readSettings, type SettingsMistake } from '../../../engine/diagnose/settings-file.ts';
import { positionIn } from '../../../engine/syntax/position.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { sentenceOf } from '../sentence.ts';
import type { FolderDiagnostic } from './diagnose-folder.ts';
import { readThemeFile } from './theme-file.ts';

/** What an author makes of the checks, beside the folders of the theme; no file of the theme. */
export const SETTINGS_FILE = 'vitrine.json';

/** Longest file, UTF-16 code units: each check named for a hundred files. */
const SETTINGS_UNITS = 256 * 1024;

/** What a folder's `vitrine.json` says. */
export interface FolderChecks {
  readonly settings: CheckSettings;
  /** Names of checks that have no effect, each at its place. */
  readonly diagnostics: readonly FolderDiagnostic[];
}

/**
 * The settings of the checks in a text, and what is wrong with it: nothing is thrown, so that an editor can show the mistakes. Where there is
 * an `erreur`, the settings are those that can be read.
 */
export function judgeCheckSettings(text: string): FolderChecks {
  if (text.length > SETTINGS_UNITS) {
    return {
      settings: DEFAULT_CHECKS,
      diagnostics: [wrong({ message: `le fichier dépasse ${SETTINGS_UNITS} caractères` })],
    };
  }
  const { settings, mistakes, ineffective } = readSettings(text);
  const told = ineffective.map(({ offset, code, conseil }) =>
    diagnostic(ineffectiveCode(code), SETTINGS_FILE, positionIn(text, offset), { code, conseil }),
  );
  return { settings, diagnostics: [...mistakes.map(wrong), ...told] };
}

/**
 * The settings of the checks of a theme's folder, and what is wrong with them; for a program that goes on, as `judgeCheckSettings`.
 * @param root the folder; without a `vitrine.json` each check is as it is
 */
export async function lookAtChecks(root: string): Promise<FolderChecks> {
  const reading = await readThemeFile(root, SETTINGS_FILE);
  if (reading.kind === 'content') return judgeCheckSettings(reading.content);
  const diagnostics = reading.kind === 'absent' ? [] : [wrong({ message: reading.message })];
  return { settings: DEFAULT_CHECKS, diagnostics };
}

/**
 * The same, for a command.
 * @throws CommandRefusal, with the place, when the file is there and cannot be used
 */
export async function readCheckSettings(root: string): Promise<FolderChecks> {
  const checks = await lookAtChecks(root);
  const mistake = checks.diagnostics.find(({ gravite }) => gravite === 'erreur');
  if (mistake) throw refusal(mistake);
  return checks;
}

/** @param mistake in the file, or why the file cannot be read */
const wrong = ({ ligne, colonne, message }: SettingsMistake): FolderDiagnostic => ({
  chemin: SETTINGS_FILE,
  ...(ligne !== undefined && { ligne }),
  ...(colonne !== undefined && { colonne }),
  code: 'reglages_invalides',
  gravite: 'erreur',
  message: sentenceOf(message),
});

const refusal = ({ ligne, colonne, message }: FolderDiagnostic): CommandRefusal => {
  const place = ligne === undefined ? '' : `:${ligne}:${colonne}`;
  return new CommandRefusal(`${SETTINGS_FILE}${place} : ${message}`, { code: 'reglages_invalides' });
};
