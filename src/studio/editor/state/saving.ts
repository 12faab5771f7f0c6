import { ApiRefusal } from '../../api/client.ts';
import type { KnownFile } from '../../theme/theme-store.ts';
import type { Editor } from './editor.ts';
import { isOutdated, takeOver } from './taking-over.ts';

/** How often the page repeats a save by itself. Each repeat answers an earlier save of this page that changed the theme first. */
const REPEATS = 3;

/**
 * Saves all edits as one lot. Where the save is refused, every edit stays in the editor. A save that is asked for during another one
 * begins after that one.
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
      // A look for changes, or the refused attempt before, has told that the theme is published by now.
      if (editor.store.role === 'publie' && editor.role !== 'publie') {
        editor.asksForPublished = true;
        editor.announcement = 'Ce thème a été publié.';
        return stop(editor);
      }
      const { changes, bases } = editor.edits.lot();
      const { role } = editor.store;
      try {
        await settle(editor, await editor.store.save(changes, bases, role));
        // The role of the lot, and not a newer one: the person has not seen that one.
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

/** Drops a save that was asked for meanwhile: a person must look at something first. */
function stop(editor: Editor): void {
  editor.savesAgain = false;
}

/** Saves after the person has agreed to change the public site: the theme was a draft when the page was opened. */
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
  // Reads open files again that somebody has written since this save.
  for (const path of editor.tabs.open) {
    if (editor.edits.get(path) || editor.store.known(path)) continue;
    await editor.store.read(path);
    editor.adopt(path);
  }
}

/** Merges what was changed elsewhere into the edits of each file. @returns 'stop' when a person must look at a merge or a conflict first */
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
