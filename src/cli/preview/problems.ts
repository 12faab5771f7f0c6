import type { Incident } from '../../../engine/index.ts';
import { sentenceOf } from '../sentence.ts';
import { SETTINGS_FILE } from '../workspace/check-settings.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import type { Snapshot } from './live-theme.ts';

/** A problem of the theme, as the page and the terminal show it. */
export interface Problem {
  /** `file:line:column`, as far as it is known. */
  readonly lieu: string;
  readonly message: string;
  /** The text of the line. */
  readonly ligne: string;
}

/** At most this many are shown; the next ones appear when these are solved. */
const SHOWN_AT_MOST = 20;
/** A longer line is cut around the place, UTF-16 code units. */
const LINE_UNITS = 160;

/** The problems, with the lines of their files. */
export function problemsOf(
  places: readonly (Incident | FolderDiagnostic)[],
  { folder, content }: Snapshot,
): readonly Problem[] {
  return places.slice(0, SHOWN_AT_MOST).map(({ chemin, ligne, colonne = 1, message }) => {
    const source = folder.files.get(chemin) ?? (chemin === SETTINGS_FILE ? '' : content.text);
    return {
      lieu: ligne === undefined ? chemin || 'le thème' : `${chemin}:${ligne}:${colonne}`,
      message: sentenceOf(message),
      ligne: ligne === undefined ? '' : lineAround(source.split('\n')[ligne - 1] ?? '', colonne),
    };
  });
}

function lineAround(line: string, column: number): string {
  const from = Math.max(0, column - LINE_UNITS / 2);
  return line.slice(from, from + LINE_UNITS).toWellFormed();
}
