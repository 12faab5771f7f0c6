import { reconcile } from '../../../merge/reconcile.ts';
import type { KnownFile } from '../../theme/theme-store.ts';
import type { Editor } from './editor.ts';

/** Merges an edit with the file as the platform has it now. @returns what became of the edit */
export function takeOver(editor: Editor, path: string, theirs: KnownFile | null): 'same' | 'merged' | 'conflict' {
  // Text in the field belongs to the edit, and the field must show the result before the next key is pressed.
  editor.takeTyped();
  const result = bringTogether(editor, path, theirs);
  editor.tell();
  return result;
}

function bringTogether(editor: Editor, path: string, theirs: KnownFile | null): 'same' | 'merged' | 'conflict' {
  const edit = editor.edits.get(path);
  if (!edit) return 'same';
  const outcome = reconcile({ path, base: edit.base?.text ?? null, mine: edit.text, theirs: theirs?.text ?? null });
  editor.forgetOthers(path);
  if (outcome.kind === 'same' || outcome.kind === 'merged') editor.begin(path, theirs);
  if (outcome.kind === 'same') {
    editor.edits.drop(path);
    return 'same';
  }
  if (outcome.kind === 'merged') {
    editor.edits.put(path, { text: outcome.text, base: theirs });
    // The other side's text has all of this edit already.
    if (!editor.edits.get(path)) return 'same';
    editor.notices.show(
      `fusion:${path}`,
      'info',
      `${path} : votre texte est fusionné avec la modification faite ailleurs. Relisez-le, puis enregistrez.`,
      { path },
    );
    return 'merged';
  }
  editor.conflicts.set(path, { outcome, theirs });
  return 'conflict';
}

/** Whether the platform has another content of an edited file than its editing began from. */
export const isOutdated = ({ edits, store }: Editor, path: string): boolean => {
  const edit = edits.get(path);
  return edit !== undefined && (edit.base?.empreinte ?? null) !== (store.entry(path)?.empreinte ?? null);
};
