import { ApiRefusal, Unreachable } from '../../api/client.ts';
import type { Draft } from './drafts.ts';
import type { Editor } from './editor.ts';
import { tellRemoval } from './file-operations.ts';
import { isOutdated, takeOver } from './taking-over.ts';

/**
 * Reads the list of files, restores unsaved changes, and shows the files that were open.
 * @param isOpen whether another page of the editor is still open
 * @throws ApiRefusal, Unreachable
 */
export async function openEditor(
  editor: Editor,
  wanted: readonly string[],
  isOpen: (page: string) => boolean | Promise<boolean>,
): Promise<void> {
  await editor.store.refresh();
  try {
    await restoreDrafts(editor, isOpen);
  } catch (error) {
    if (error instanceof ApiRefusal || error instanceof Unreachable) throw error;
    const told = 'Ce navigateur ne garde pas les textes non enregistrés : enregistrez souvent.';
    editor.notices.show('brouillons', 'warning', told);
  }
  editor.isReady = true;
  const paths = new Set(editor.paths);
  const open = wanted.filter((path) => paths.has(path));
  for (const path of open) editor.tabs.show(path);
  const first = open[0] ?? editor.edits.paths.find((path) => paths.has(path));
  if (first !== undefined) editor.show(first);
  for (const path of open) void editor.read(path);
  editor.keep();
}

/**
 * Restores what earlier pages did not save: unchanged where the stored file is the same as then, else merged with the stored file.
 * @throws DOMException when the browser's database cannot be used
 */
async function restoreDrafts(editor: Editor, isOpen: (page: string) => boolean | Promise<boolean>): Promise<void> {
  const drafts = await editor.drafts.adopt(isOpen);
  const restored: Draft[] = [];
  for (const draft of drafts) {
    const { path, text, base } = draft;
    editor.edits.put(path, { text, base });
    if (isOutdated(editor, path)) takeOver(editor, path, await editor.store.read(path));
    if (editor.edits.get(path)) restored.push(draft);
  }
  await editor.drafts.release(drafts);
  if (restored.length === 0) return;
  const paths = restored.map(({ path }) => path).join(', ');
  editor.notices.show('restaure', 'info', `Texte non enregistré retrouvé : ${paths}.`);
  for (const { path, text } of restored) if (text === null) tellRemoval(editor, path);
}
