import {
  type Correction,
  completionsAt,
  correctionsAt,
  definitionAt,
  hoverAt,
  type Range,
  referencesAt,
  referencesTo,
  renameAt,
  renamedAt,
  renameFile,
} from '../../../engine/assist/index.ts';
import type { ThemeDiagnostic } from '../../../engine/diagnose/codes.ts';
import { diagnose } from '../../../engine/diagnose/diagnose.ts';
import type { ThemeDocuments } from '../../../engine/document/theme-documents.ts';

/** What is wrong with a theme: known of it once it was asked. */
export const diagnosticsOf = (theme: ThemeDocuments): readonly ThemeDiagnostic[] => theme.known(diagnose);

/** Changes that answer the problems which touch a stretch of a file. */
function correctionsIn(theme: ThemeDocuments, path: string, { from, to }: Range): readonly Correction[] {
  const starts = theme.files.get(path)?.lineStarts();
  if (!starts) return [];
  const offsetOf = (line = 1, column = 1) => (starts[line - 1] ?? 0) + column - 1;
  const touching = diagnosticsOf(theme).filter(({ chemin, ligne, colonne, ligne_fin, colonne_fin }) => {
    const start = offsetOf(ligne, colonne);
    const end = ligne_fin === undefined ? start : offsetOf(ligne_fin, colonne_fin);
    return chemin === path && start <= to && end >= from;
  });
  return correctionsAt(theme, path, touching);
}

/** What a page may ask of a theme. */
export const FACE = {
  completionsAt,
  correctionsIn,
  definitionAt,
  hoverAt,
  referencesAt,
  referencesTo,
  renameAt,
  renamedAt,
  renameFile,
};
export type Face = typeof FACE;
