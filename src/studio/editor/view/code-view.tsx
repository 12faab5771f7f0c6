import { useEffect, useRef } from 'preact/hooks';
import { CodeField } from '../code/code-field.ts';
import type { Editor } from '../state/editor.ts';
import { applyEdits } from '../state/file-operations.ts';
import { askName, askReferences, showDefinition } from '../state/names.ts';

interface CodeViewProps {
  readonly editor: Editor;
  readonly path: string;
  readonly nonce: string;
}

const HINT_ID = 'aide-champ';

/** The text field, with the active file in it. */
export function CodeView({ editor, path, nonce }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const made = useRef<CodeField | null>(null);

  useEffect(() => {
    if (!host.current) return;
    const field = new CodeField({
      parent: host.current,
      nonce,
      hintId: HINT_ID,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      isReadOnly: editor.isReadOnly,
      language: editor.language,
      names: {
        onDefinition: (spot) => void showDefinition(editor, spot),
        onReferences: (spot) => void askReferences(editor, spot),
        onRename: (spot) => void askName(editor, spot),
      },
      onEdit: (edits) => applyEdits(editor, edits),
      onTyped: (typed, changed) => editor.change(typed, changed),
      onKeystroke: (at) => editor.pressed(at),
    });
    made.current = field;
    const { work } = editor;
    work.collect = () => field.takeTyped();
    // Shows a changed text at once: a render of the page would come after the next key.
    const end = editor.subscribe(() =>
      field.follow(
        (one) => work.textOf(one),
        (one) => editor.isUndoable(one),
      ),
    );
    return () => {
      end();
      work.collect = () => undefined;
      made.current = null;
      field.close();
    };
  }, [editor, nonce]);

  useEffect(() => {
    const field = made.current;
    // The person may have typed since this render.
    const text = editor.work.textOf(path);
    if (!field || typeof text !== 'string') return;
    field.show(path, text, editor.isUndoable(path));
    field.forget((one) => editor.tabs.open.includes(one));
    if (editor.language.isSettled) field.mark(editor.problems.of(path));
    const place = editor.tabs.takePlace(path);
    if (place) field.go(place.line, place.column);
  });

  return (
    <>
      <p id={HINT_ID} class="unseen">
        La touche Tab indente ; pour quitter le champ, appuyez sur Échap puis sur Tab. Ctrl + point propose des
        corrections, Ctrl + K puis Ctrl + I explique ce qui est écrit.
      </p>
      <div class="code" ref={host} />
    </>
  );
}
