import type { Incident } from '../../../engine/index.ts';
import { sentenceOf } from '../sentence.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import type { Snapshot } from './live-theme.ts';

/** Something that is wrong, as the page and the terminal show it. */
export interface Problem {
  /** `file:line:column`, as far as it is known. */
  readonly lieu: string;
  readonly message: string;
  /** The line that it stands in. */
  readonly ligne: string;
}

/** More are not shown: who has mended these sees the next. */
const SHOWN_AT_MOST = 20;
/** Of a longer line the part around the place is shown, UTF-16 code units. */
const LINE_UNITS = 160;

/** What is wrong, with the lines of its files. */
export function problemsOf(
  places: readonly (Incident | FolderDiagnostic)[],
  { folder, content }: Snapshot,
): readonly Problem[] {
  return places.slice(0, SHOWN_AT_MOST).map(({ chemin, ligne, colonne = 1, message }) => {
    const source = folder.files.get(chemin) ?? content.text;
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
