import type { ThemeDiagnostic } from '../diagnose/codes.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import type {
  Completions,
  Correction,
  DocumentSymbol,
  FileRange,
  Hover,
  Range,
  Reference,
  Refusal,
  Renaming,
  TextEdit,
} from './types.ts';

export type * from './types.ts';

/** What may be written at a place; null where nothing can be offered. */
export function completionsAt(_theme: ThemeDocuments, _path: string, _offset: number): Completions | null {
  return null;
}

/** What is written at a place, in the words of the documentation; null for what the language does not know. */
export function hoverAt(_theme: ThemeDocuments, _path: string, _offset: number): Hover | null {
  return null;
}

/** Where what is named at a place is declared: a file (then at its start), a setting of a schema, a variable's assignment. */
export function definitionAt(_theme: ThemeDocuments, _path: string, _offset: number): FileRange | null {
  return null;
}

/** All places of the theme that name what is named at a place, the declaration among them, by path and place; empty where nothing is named. */
export function referencesAt(_theme: ThemeDocuments, _path: string, _offset: number): readonly Reference[] {
  return [];
}

/** All places that name a file of the theme, by path and place. */
export function referencesTo(_theme: ThemeDocuments, _path: string): readonly Reference[] {
  return [];
}

/** What can be renamed at a place, and its name; null where nothing can. */
export function renamedAt(_theme: ThemeDocuments, _path: string, _offset: number): (Range & { text: string }) | null {
  return null;
}

/** Another name for what is named at a place, wherever it is named. */
export function renameAt(_theme: ThemeDocuments, _path: string, _offset: number, _newName: string): Renaming | Refusal {
  return { refusal: 'Rien ne peut être renommé ici.' };
}

/** What names a file, with its new name. @param from path of a file, which may have its new name already */
export function renameFile(_theme: ThemeDocuments, _from: string, _to: string): readonly TextEdit[] {
  return [];
}

/** The outline of a file: blocks of Liquid, settings of a schema, sections of a template. */
export function symbolsOf(_theme: ThemeDocuments, _path: string): readonly DocumentSymbol[] {
  return [];
}

/** What may be folded in a file, from the line of `from` to that of `to`. */
export function foldsOf(_theme: ThemeDocuments, _path: string): readonly Range[] {
  return [];
}

/**
 * Changes that answer diagnostics: the one right answer of each, and the comment that turns its check off.
 * @param diagnostics those of the range that an editor asks about, as `diagnose` gave them for the theme as it stands
 */
export function correctionsAt(
  _theme: ThemeDocuments,
  _path: string,
  _diagnostics: readonly ThemeDiagnostic[],
): readonly Correction[] {
  return [];
}
