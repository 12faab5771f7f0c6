import type { Editor } from './editor.ts';
import { firstText } from './file-names.ts';
import { type Reference, referencesTo, renamedReferences } from './references.ts';

/** Changes of whole files: each becomes an unsaved change. */

/** The texts of the theme, unsaved changes included, as far as they are read. */
export function* textsOf(editor: Editor): Generator<readonly [path: string, text: string]> {
  for (const path of editor.paths) {
    const text = editor.textOf(path);
    if (typeof text === 'string') yield [path, text];
  }
}

/** @param path one that `refusalOfPath` admits */
export function createFile(editor: Editor, path: string, text = firstText(path)): void {
  editor.change(path, text);
  editor.show(path);
}

/** Every place of the theme that names a file. @throws ApiRefusal, Unreachable */
export async function referencesIn(editor: Editor, path: string): Promise<readonly Reference[]> {
  await editor.store.readAll();
  return referencesTo(path, textsOf(editor));
}

/**
 * Gives a file another path.
 * @param isNamedAnew whether the places that name it get its new name
 * @throws ApiRefusal, Unreachable
 */
export async function renameFile(editor: Editor, path: string, other: string, isNamedAnew: boolean): Promise<void> {
  await editor.store.readAll();
  const text = editor.textOf(path);
  if (typeof text !== 'string') return;
  if (isNamedAnew) {
    for (const [named, changed] of renamedReferences(path, other, textsOf(editor))) editor.change(named, changed);
  }
  editor.change(other, editor.textOf(path) ?? text);
  editor.change(path, null);
  editor.begin(path, null);
  editor.tabs.rename(path, other);
  editor.show(other);
}

/** @throws ApiRefusal, Unreachable */
export async function removeFile(editor: Editor, path: string): Promise<void> {
  await editor.store.read(path);
  editor.close(path);
  editor.change(path, null);
  if (editor.edits.get(path)) tellRemoval(editor, path);
  editor.tell();
}

/** Shows a file that is to be removed in a tab: no tree lists it, and from its tab it can be kept. */
export function tellRemoval(editor: Editor, path: string): void {
  editor.notices.show(`suppression:${path}`, 'info', `${path} disparaîtra au prochain enregistrement.`, {
    actions: [{ label: 'Le garder', run: () => editor.revert(path) }],
    isDismissible: false,
  });
}

/** Adds a file; a file that is there already gets its text. @throws ApiRefusal, Unreachable */
export async function bringIn(editor: Editor, path: string, text: string): Promise<void> {
  await editor.store.read(path);
  editor.change(path, text);
  editor.show(path);
}
