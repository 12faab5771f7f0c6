import { stat } from 'node:fs/promises';
import { adjusted, type CheckSettings } from '../../../engine/diagnose/check-settings.ts';
import { contentFileOf } from '../preview/sample/content-file.ts';
import { readCheckSettings } from '../workspace/check-settings.ts';
import { diagnoseFolder, type FolderDiagnostic, inOrder } from '../workspace/diagnose-folder.ts';
import { type OfflineAnalysis, startOfflineAnalysis } from '../workspace/offline-renderer.ts';
import { readThemeFolder, type ThemeFolder } from '../workspace/theme-folder.ts';
import { themeFolder } from '../workspace/theme-here.ts';
import { reportOf, type VerifyOptions } from './report.ts';

export interface Verdict {
  /** What is to be printed. */
  readonly output: string;
  /** What a trial would change, as text for people; empty for nothing. */
  readonly difference: string;
  /** Whether there are no errors; warnings do not count. */
  readonly isRight: boolean;
}

/**
 * Checks a theme's folder, and mends it where this was asked for.
 * @param named the folder; without it, that in which the command was called
 * @throws CommandRefusal when the folder or its `vitrine.json` cannot be read, or its analysis does not get its turn
 */
export async function verify(named: string | undefined, options: VerifyOptions): Promise<Verdict> {
  const folder = await themeFolder(named);
  const { settings, diagnostics: told } = await readCheckSettings(folder);
  const analysis = await startOfflineAnalysis();
  const check = async (theme: ThemeFolder) =>
    [...told, ...(await diagnosed(analysis, folder, theme, settings))].sort(inOrder);
  try {
    const theme = await readThemeFolder(folder);
    // Most runs correct nothing, and are not to load this.
    const mended = options.corriger
      ? await (await import('./mend.ts')).mend(analysis, folder, theme, { settings, isTrial: options.essai ?? false })
      : null;
    const present = mended?.theme ?? theme;
    const diagnostics = await check(present);
    const { corrections } = mended ?? {};
    return {
      output: reportOf({ folder, files: present.files, diagnostics, ...(corrections && { corrections }) }, options),
      difference: mended?.difference ?? '',
      isRight: diagnostics.every(({ gravite }) => gravite !== 'erreur'),
    };
  } finally {
    await analysis.close();
  }
}

/** Diagnoses the theme, and names the templates that the folder's own content needs and the theme lacks. */
async function diagnosed(
  analysis: OfflineAnalysis,
  folder: string,
  theme: ThemeFolder,
  settings: CheckSettings,
): Promise<FolderDiagnostic[]> {
  const found = await diagnoseFolder(analysis, theme, settings);
  const known = new Set(found.map(({ chemin }) => chemin));
  const asked = adjusted(await askedByContent(analysis, folder, theme), settings);
  return [...found, ...asked.filter(({ chemin }) => !known.has(chemin))];
}

/** @returns nothing where the folder has no content of its own, or unreadable content, which `apercu` reports */
async function askedByContent(
  analysis: OfflineAnalysis,
  folder: string,
  theme: ThemeFolder,
): Promise<FolderDiagnostic[]> {
  const file = await contentFileOf(folder, undefined);
  if (!(await stat(file).catch(() => null))) return [];
  const { templatesAskedBy } = await import('./asked-templates.ts');
  return templatesAskedBy(analysis, file, theme);
}
