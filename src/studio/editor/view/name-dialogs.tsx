import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import type { Editor } from '../state/editor.ts';
import { renameName } from '../state/names.ts';
import type { Question, Reference } from '../state/question.ts';
import { FormDialog, NameField } from './form-dialog.tsx';

interface NameDialogProps<Kind extends Question['kind']> {
  readonly editor: Editor;
  readonly question: Extract<Question, { readonly kind: Kind }>;
  readonly onClose: () => void;
}

/** Asks for another name for what the text names. */
export function RenameNameDialog({ editor, question, onClose }: NameDialogProps<'rename'>) {
  const { spot, name: before } = question;
  const [name, setName] = useState(before);
  const [refusal, setRefusal] = useState<string | null>(null);
  const rename = async () => {
    const refused = name === before ? null : await renameName(editor, spot, name);
    setRefusal(refused);
    if (refused === null) onClose();
  };
  return (
    <FormDialog title={`Renommer « ${before} » partout`} agree="Renommer" onAgree={rename} onClose={onClose}>
      <NameField name="nom" label="Nouveau nom" value={name} onChange={setName} refusal={refusal} />
    </FormDialog>
  );
}

/** The places that name what the text names; each leads there. */
export function ReferencesDialog({ editor, question, onClose }: NameDialogProps<'references'>) {
  const lead = ({ path, line, column }: Reference) => {
    onClose();
    editor.show(path, { line, column });
  };
  return (
    <Dialog title="Passages qui nomment ceci" onClose={onClose}>
      <ul class="references">
        {question.references.map((reference) => (
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
