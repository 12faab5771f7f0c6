import type { FileRange, TextEdit } from '../../../../engine/assist/types.ts';
import type { Editor } from './editor.ts';
import { firstText } from './file-names.ts';
import { asEdited, placeAt, separatorOf } from './line-ends.ts';
import type { Reference } from './question.ts';

/** Changes of whole files, and of several: each becomes an unsaved change. */

/** The texts of the theme, unsaved changes included, as far as they are read. */
export function* textsOf({ work }: Editor): Generator<readonly [path: string, text: string]> {
  for (const path of work.paths) {
    const text = work.textOf(path);
    if (typeof text === 'string') yield [path, text];
  }
}

/** @param path one that `refusalOfPath` admits */
export function createFile(editor: Editor, path: string, text = firstText(path)): void {
  editor.change(path, text);
  editor.show(path);
}

/** Places of the theme by line, each line once. */
export function referencesOf({ language }: Editor, places: readonly FileRange[]): readonly Reference[] {
  const found = new Map<string, Reference>();
  for (const { path, from } of places) {
    const text = language.textOf(path) ?? '';
    const { line, column } = placeAt(text, from);
    const key = `${path}:${line}`;
    if (!found.has(key)) found.set(key, { path, line, column, text: text.split('\n')[line - 1]?.trim() ?? '' });
  }
  return [...found.values()];
}

/** Every place of the theme that names a file. @returns null where nobody knows them @throws ApiRefusal, Unreachable */
export async function referencesIn(editor: Editor, path: string): Promise<readonly Reference[] | null> {
  await readWhole(editor);
  const places = await editor.language.ask('referencesTo', path);
  return (
    places &&
    referencesOf(
      editor,
      places.filter((place) => place.path !== path),
    )
  );
}

/**
 * Gives a file another path.
 * @param isNamedAnew whether the places that name it get its new name
 * @throws ApiRefusal, Unreachable
 */
export async function renameFile(editor: Editor, path: string, other: string, isNamedAnew: boolean): Promise<void> {
  await readWhole(editor);
  if (isNamedAnew) {
    const edits = await editor.language.ask('renameFile', path, other);
    if (edits) applyEdits(editor, edits);
    else
      editor.notices.show(
        'noms',
        'warning',
        `L’aide à l’écriture est arrêtée : les passages qui nomment ${path} sont à changer à la main.`,
      );
  }
  editor.move(path, other);
}

/** Reads the theme, and tells the thread of the language all of it. */
async function readWhole({ work, language }: Editor): Promise<void> {
  await work.store.readAll();
  work.collect();
  language.send();
}

/** Changes texts of the theme. @param edits by places of the texts as they are edited; those of one file do not overlap */
export function applyEdits(editor: Editor, edits: readonly TextEdit[]): void {
  for (const path of new Set(edits.map((edit) => edit.path))) {
    const text = editor.work.textOf(path);
    if (typeof text !== 'string') continue;
    const separator = separatorOf(text);
    let changed = asEdited(text);
    const ofFile = edits.filter((edit) => edit.path === path).sort((a, b) => b.from - a.from);
    for (const { from, to, text: insert } of ofFile) changed = changed.slice(0, from) + insert + changed.slice(to);
    editor.change(path, changed.replaceAll('\n', separator));
  }
}

/** Adds a file; a file that is there already gets its text. @throws ApiRefusal, Unreachable */
export async function bringIn(editor: Editor, path: string, text: string): Promise<void> {
  await editor.work.store.read(path);
  editor.change(path, text);
  editor.show(path);
}
