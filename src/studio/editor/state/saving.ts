import { ApiRefusal } from '../../api/client.ts';
import type { KnownFile } from '../../theme/theme-store.ts';
import type { Editor } from './editor.ts';
import { isOutdated, takeOver } from './taking-over.ts';

/** Times that a save is repeated by itself: each time what stood against it was this page's own earlier save. */
const REPEATS = 3;

/**
 * Saves everything as one lot; whatever stands against it, nothing of it is lost. What is to be saved while a save is under way, is saved
 * after it.
 */
export async function saveAll(editor: Editor): Promise<void> {
  editor.takeTyped();
  if (editor.isSaving) {
    editor.savesAgain = true;
    return;
  }
  do {
    editor.savesAgain = false;
    await saveEdits(editor);
  } while (editor.savesAgain && editor.edits.size > 0);
  editor.keep();
}

async function saveEdits(editor: Editor): Promise<void> {
  if (editor.isReadOnly) return;
  const [conflict] = editor.conflicts.keys();
  if (conflict !== undefined) {
    editor.show(conflict);
    return editor.announce('Choisissez d’abord ce qui reste des deux modifications.');
  }
  if (editor.edits.size === 0) return editor.announce('Tout est enregistré.');
  editor.isSaving = true;
  editor.announce('Enregistrement…');
  try {
    for (let repeats = 0; editor.edits.size > 0; repeats++) {
      // Found out since the page was opened: by a look for changes, or when the attempt before was refused.
      if (editor.store.role === 'publie' && editor.role !== 'publie') {
        editor.asksForPublished = true;
        editor.announcement = 'Ce thème a été publié.';
        return stop(editor);
      }
      const { changes, bases } = editor.edits.lot();
      const { role } = editor.store;
      try {
        await settle(editor, await editor.store.save(changes, bases, role));
        // Not the role that it may have by now: the person does not know that one.
        editor.role = role;
        break;
      } catch (error) {
        const isStale = error instanceof ApiRefusal && error.code === 'modifie_entre_temps';
        if (!isStale || repeats >= REPEATS) throw error;
        if ((await takeOverAll(editor)) === 'stop') return stop(editor);
      }
    }
    editor.reached();
    for (const id of ['role', 'refus', 'restaure']) editor.notices.hide(id);
    editor.announcement = 'Enregistré';
  } catch (error) {
    tellFailure(editor, error);
  } finally {
    editor.isSaving = false;
  }
}

/** A person must look at something first: a save that was asked for before that is not done. */
function stop(editor: Editor): void {
  editor.savesAgain = false;
}

/** Saving changes the public site, which it did not when the page was opened: the person has agreed. */
export async function saveToPublished(editor: Editor): Promise<void> {
  editor.asksForPublished = false;
  editor.role = editor.store.role;
  await saveAll(editor);
}

async function settle(editor: Editor, saved: ReadonlyMap<string, KnownFile | null>): Promise<void> {
  editor.edits.settle(saved);
  for (const [path, file] of saved) {
    editor.problems.forgive(path);
    editor.forgetOthers(path);
    editor.begin(path, file);
  }
  editor.tell();
  // Where somebody has written since, it is read again.
  for (const path of editor.tabs.open) {
    if (editor.edits.get(path) || editor.store.known(path)) continue;
    await editor.store.read(path);
    editor.adopt(path);
  }
}

/** Something is not what it was: what of it goes together with the edits does so. @returns 'stop' when a person must look at it first */
async function takeOverAll(editor: Editor): Promise<'stop' | 'repeat'> {
  const { store, edits } = editor;
  await store.refresh();
  let first: string | undefined;
  let merged: string | undefined;
  for (const path of edits.paths) {
    if (!isOutdated(editor, path)) continue;
    const outcome = takeOver(editor, path, await store.read(path));
    if (outcome === 'conflict') first ??= path;
    if (outcome === 'merged') merged ??= path;
  }
  if (first !== undefined || merged !== undefined) {
    editor.show(first ?? merged ?? '');
    editor.announcement =
      first === undefined
        ? 'Fusionné avec une modification faite ailleurs : relisez, puis enregistrez.'
        : 'Modifié ailleurs entre-temps : choisissez ce qui reste.';
    return 'stop';
  }
  return 'repeat';
}

function tellFailure(editor: Editor, error: unknown): void {
  if (!(error instanceof ApiRefusal) || error.refusals.length === 0) {
    editor.note(error);
    if (!(error instanceof ApiRefusal)) {
      editor.notices.show(
        'service',
        'error',
        `Rien n’a été enregistré, rien n’est perdu. ${(error as Error).message}`,
        {
          actions: [{ label: 'Réessayer', run: () => void saveAll(editor) }],
        },
      );
    }
    editor.announcement = 'Non enregistré';
    return;
  }
  const { refusals } = error;
  editor.problems.refuse(refusals);
  const [first] = refusals;
  const count = refusals.length === 1 ? 'Un fichier est refusé' : `${refusals.length} fichiers sont refusés`;
  const told = `${count} : rien n’a été enregistré.`;
  editor.notices.show('refus', 'error', first ? `${told} ${first.chemin} : ${first.message}` : told);
  if (first && editor.paths.includes(first.chemin)) {
    editor.show(
      first.chemin,
      first.ligne === undefined ? undefined : { line: first.ligne, column: first.colonne ?? 1 },
    );
  }
  editor.announcement = 'Non enregistré';
}
