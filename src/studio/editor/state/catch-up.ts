import { ApiRefusal } from '../../api/client.ts';
import type { Editor } from './editor.ts';
import { isOutdated, takeOver } from './taking-over.ts';

/** Looks for changes made elsewhere: takes them over in files without edits, and shows a notice about files with edits. */
export async function lookElsewhere(editor: Editor): Promise<void> {
  if (editor.isSaving || !editor.isReady) return;
  try {
    editor.takeTyped();
    await catchUp(editor);
    editor.reached();
  } catch (error) {
    // A service that is away for a moment is not reported here: the person is told when they ask something of it.
    if (error instanceof ApiRefusal) editor.note(error);
  }
  editor.keep();
}

async function catchUp(editor: Editor): Promise<void> {
  const { store, edits, tabs, notices } = editor;
  await store.refresh();
  for (const path of tabs.open) {
    if (edits.get(path)) continue;
    if (store.known(path) ?? (await store.read(path))) {
      editor.adopt(path);
      continue;
    }
    editor.takeTyped();
    if (edits.get(path)) continue;
    editor.close(path);
    notices.show(`supprime:${path}`, 'info', `${path} a été supprimé ailleurs.`);
  }
  // The preview writes these files into its frame.
  await store.readAll((path) => path.startsWith('assets/'));
  for (const path of edits.paths) {
    if (editor.conflicts.has(path)) continue;
    if (!isOutdated(editor, path)) {
      if (editor.changedElsewhere.has(path)) editor.forgetOthers(path);
      continue;
    }
    const theirs = await store.read(path);
    // A save may have ended meanwhile.
    if (!isOutdated(editor, path)) continue;
    const edit = edits.get(path);
    if (edit && edit.text === (theirs?.text ?? null)) {
      // This page has saved the text already, and the answer was lost.
      takeOver(editor, path, theirs);
      if (edits.size === 0) editor.announcement = 'Enregistré';
    } else if (edit) {
      editor.changedElsewhere.add(path);
      notices.show(`ailleurs:${path}`, 'warning', `${path} a été modifié ailleurs pendant que vous le modifiez.`, {
        actions: [{ label: 'Comparer', run: () => compare(editor, path) }],
        isDismissible: false,
        path,
      });
    }
  }
  tellOfRole(editor);
}

/** Merges an edit with the change of the same file elsewhere, without saving. */
function compare(editor: Editor, path: string): void {
  editor.takeTyped();
  // The look that saw the change has read the file; where it has not, another look reads it.
  if (editor.store.entry(path) && !editor.store.known(path)) return void lookElsewhere(editor);
  takeOver(editor, path, editor.store.known(path) ?? null);
  editor.show(path);
  editor.keep();
}

function tellOfRole({ store, role, notices }: Editor): void {
  if (store.role === role) notices.hide('role');
  else if (store.role === 'publie') {
    notices.show(
      'role',
      'warning',
      'Ce thème a été publié : ce que vous enregistrez change maintenant le site public.',
      {
        isDismissible: false,
      },
    );
  } else {
    notices.show('role', 'info', 'Ce thème n’est plus publié : ce que vous enregistrez ne se voit plus sur le site.');
  }
}
