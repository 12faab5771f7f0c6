import { diagnoseFolder } from '../workspace/diagnose-folder.ts';
import { startOfflineRenderer } from '../workspace/offline-renderer.ts';
import { readThemeFolder } from '../workspace/theme-folder.ts';
import { themeFolder } from '../workspace/theme-here.ts';
import { reportOf, type VerifyOptions } from './report.ts';

export interface Verdict {
  /** What is to be printed. */
  readonly output: string;
  /** Whether there are no errors; warnings do not count. */
  readonly isRight: boolean;
}

/**
 * Checks a theme's folder.
 * @param named the folder; without it, that in which the command was called
 * @throws CommandRefusal when the folder cannot be read, or its analysis does not get its turn
 */
export async function verify(named: string | undefined, options: VerifyOptions): Promise<Verdict> {
  const folder = await themeFolder(named);
  const theme = await readThemeFolder(folder);
  const renderer = await startOfflineRenderer();
  const diagnostics = await diagnoseFolder(renderer, theme).finally(() => renderer.close());
  return {
    output: reportOf({ folder, files: theme.files.size, diagnostics }, options),
    isRight: diagnostics.every(({ gravite }) => gravite !== 'erreur'),
  };
}
