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
      onKeystroke: (at) => {
        editor.lastKeystroke = at;
      },
    });
    made.current = field;
    editor.takeTyped = () => field.takeTyped();
    // Shows a changed text at once: a render of the page would come after the next key.
    const end = editor.subscribe(() =>
      field.follow(
        (one) => editor.textOf(one),
        (one) => editor.edits.get(one) !== undefined,
      ),
    );
    return () => {
      end();
      editor.takeTyped = () => undefined;
      made.current = null;
      field.close();
    };
  }, [editor, nonce]);

  useEffect(() => {
    const field = made.current;
    // The person may have typed since this render.
    const text = editor.textOf(path);
    if (!field || typeof text !== 'string') return;
    field.show(path, text, editor.edits.get(path) !== undefined);
    field.forget((one) => editor.tabs.open.includes(one));
    if (editor.language.isSettled) field.mark(editor.problems.of(path));
    if (editor.wanted?.path === path) {
      field.go(editor.wanted.line, editor.wanted.column);
      editor.wanted = null;
    }
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
