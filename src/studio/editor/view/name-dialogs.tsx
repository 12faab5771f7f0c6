import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { Editor } from '../state/editor.ts';
import type { NameQuestion, Reference } from '../state/name-question.ts';
import { renameName } from '../state/names.ts';
import { Dialog } from './dialog.tsx';

interface Question<Kind extends NameQuestion['kind']> {
  readonly editor: Editor;
  readonly question: Extract<NameQuestion, { readonly kind: Kind }>;
}

/** What the page asks or shows about a name in the text. */
export function NameDialog({ editor, question }: { readonly editor: Editor; readonly question: NameQuestion }) {
  return question.kind === 'rename' ? (
    <RenameName editor={editor} question={question} />
  ) : (
    <References editor={editor} question={question} />
  );
}

function close(editor: Editor): void {
  editor.nameQuestion = null;
  editor.tell();
}

function RenameName({ editor, question: { spot, name: before } }: Question<'rename'>) {
  const [name, setName] = useState(before);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refused = name === before ? null : await renameName(editor, spot, name);
    setRefusal(refused);
    if (refused === null) close(editor);
  };
  return (
    <Dialog title={`Renommer « ${before} » partout`} onClose={() => close(editor)}>
      <form onSubmit={submit}>
        <p>
          <label for="nom">Nouveau nom</label>
          <input
            id="nom"
            value={name}
            autocomplete="off"
            spellcheck={false}
            aria-invalid={refusal !== null}
            aria-describedby="nom-refus"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <span id="nom-refus" class="refusal" role="alert">
            {refusal}
          </span>
        </p>
        <p class="choices">
          <button type="submit" class="primary">
            Renommer
          </button>
          <button type="button" onClick={() => close(editor)}>
            Annuler
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function References({ editor, question: { references } }: Question<'references'>) {
  const lead = ({ path, line, column }: Reference) => {
    close(editor);
    editor.show(path, { line, column });
  };
  return (
    <Dialog title="Passages qui nomment ceci" onClose={() => close(editor)}>
      <ul class="references">
        {references.map((reference) => (
          <li key={`${reference.path}:${reference.line}`}>
            <button type="button" class="link" onClick={() => lead(reference)}>
              {reference.path}, ligne {reference.line}
            </button>{' '}
            <code>{reference.text}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
