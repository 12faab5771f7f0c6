import type { CheckSettings } from '../../../engine/diagnose/check-settings.ts';
import { diffText } from '../sync/diff-text.ts';
import type { OfflineAnalysis } from '../workspace/offline-renderer.ts';
import { readThemeFolder, type ThemeFolder } from '../workspace/theme-folder.ts';
import { type Corrected, correctTheme, writeCorrected } from './correct.ts';
import type { Corrections } from './report.ts';

export interface Mended {
  /** The theme as the folder has it then, or would have it. */
  readonly theme: ThemeFolder;
  readonly corrections: Corrections;
  /** What a trial would change, as text for people; empty for nothing. */
  readonly difference: string;
}

/**
 * Corrects the theme, and its folder unless this is a trial.
 * @param theme as it was read from the folder
 * @throws CommandRefusal when the analysis does not get its turn
 */
export async function mend(
  analysis: OfflineAnalysis,
  folder: string,
  theme: ThemeFolder,
  { settings, isTrial }: { readonly settings: CheckSettings; readonly isTrial: boolean },
): Promise<Mended> {
  const made = await correctTheme(analysis, theme, settings);
  const { done, changed } = made;
  const left = isTrial || changed.length === 0 ? new Set<string>() : await writeCorrected(folder, made, theme.files);
  return {
    // What somebody else has changed meanwhile is looked at as it is now.
    theme: left.size > 0 ? await readThemeFolder(folder) : made.theme,
    corrections: {
      done: done.filter(({ chemin }) => !left.has(chemin)),
      changed: changed.filter((path) => !left.has(path)),
      left: [...left],
      isTrial,
    },
    difference: isTrial ? differenceOf(made, theme) : '',
  };
}

const differenceOf = ({ theme, changed }: Corrected, { files }: ThemeFolder): string =>
  changed
    .map((path) => {
      const [before = null, after = null] = [files.get(path), theme.files.get(path)];
      return `${diffText({ path, before, after, sides: ['avant', 'après'] }, (_style, text) => text)}\n`;
    })
    .join('');
