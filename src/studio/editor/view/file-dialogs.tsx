import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import type { Editor } from '../state/editor.ts';
import { isRequired, refusalOfPath } from '../state/file-names.ts';
import { createFile, referencesIn, renameFile } from '../state/file-operations.ts';
import type { Reference } from '../state/question.ts';
import { FormDialog, NameField } from './form-dialog.tsx';

interface FileDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** Asks for the path of a new file, and judges it while it is written. */
export function NewFileDialog({ editor, onClose }: FileDialogProps) {
  const [path, setPath] = useState('sections/');
  const [refusal, setRefusal] = useState<string | null>(null);
  const create = () => {
    const refused = refusalOfPath(path, editor.work.paths);
    setRefusal(refused);
    if (refused !== null) return;
    onClose();
    createFile(editor, path);
  };
  return (
    <FormDialog title="Nouveau fichier" agree="Créer" onAgree={create} onClose={onClose}>
      <NameField name="chemin" label="Chemin du fichier" value={path} onChange={setPath} refusal={refusal} />
    </FormDialog>
  );
}

/** Asks for another path of a file, and whether the places that name the file change with it. */
export function RenameDialog({ editor, path: before, onClose }: FileDialogProps & { readonly path: string }) {
  const [path, setPath] = useState(before);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isNamedAnew, setNamedAnew] = useState(true);
  const references = useReferences(editor, before);
  const rename = async () => {
    const refused = path === before ? null : refusalOfPath(path, editor.work.paths);
    setRefusal(refused);
    if (refused !== null) return;
    if (path !== before) await renameFile(editor, before, path, isNamedAnew).catch((error) => editor.note(error));
    onClose();
  };
  if (isRequired(before)) return <RequiredDialog path={before} onClose={onClose} />;
  return (
    <FormDialog title={`Renommer ${before}`} agree="Renommer" onAgree={rename} onClose={onClose}>
      <NameField name="chemin" label="Chemin du fichier" value={path} onChange={setPath} refusal={refusal} />
      <References references={references} told="Ces passages le nomment :" />
      {references && references.length > 0 ? (
        <label class="check">
          <input
            type="checkbox"
            checked={isNamedAnew}
            onChange={({ currentTarget }) => setNamedAnew(currentTarget.checked)}
          />
          Y écrire le nouveau nom
        </label>
      ) : null}
    </FormDialog>
  );
}

/** Asks before a file is removed, and shows what names it. */
export function RemoveDialog({ editor, path, onClose }: FileDialogProps & { readonly path: string }) {
  const references = useReferences(editor, path);
  const remove = async () => {
    await editor.remove(path).catch((error) => editor.note(error));
    onClose();
  };
  if (isRequired(path)) return <RequiredDialog path={path} onClose={onClose} />;
  return (
    <FormDialog title={`Supprimer ${path} ?`} agree="Supprimer" kind="danger" onAgree={remove} onClose={onClose}>
      <p>Le fichier disparaît du thème au prochain enregistrement.</p>
      <References references={references} told="Ces passages le nomment, et ne le trouveront plus :" />
    </FormDialog>
  );
}

function RequiredDialog({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  return (
    <Dialog title={path} onClose={onClose}>
      <p>Ce fichier est indispensable au thème : il ne peut être ni supprimé ni renommé.</p>
      <form method="dialog" class="acts">
        <button type="submit">Fermer</button>
      </form>
    </Dialog>
  );
}

/** @returns undefined until the theme is read, null where nobody knows */
function useReferences(editor: Editor, path: string): readonly Reference[] | null | undefined {
  const [found, setFound] = useState<readonly Reference[] | null>();
  useEffect(() => {
    referencesIn(editor, path).then(setFound, (error) => editor.note(error));
  }, [editor, path]);
  return found;
}

function References(props: { readonly references: readonly Reference[] | null | undefined; readonly told: string }) {
  const { references, told } = props;
  if (references === undefined) return <p class="soft">Recherche de ce qui nomme ce fichier…</p>;
  if (references === null)
    return <p class="soft">L’aide à l’écriture est arrêtée : ce qui nomme ce fichier n’est pas connu.</p>;
  if (references.length === 0) return <p class="soft">Rien dans le thème ne nomme ce fichier.</p>;
  return (
    <>
      <p>{told}</p>
      <ul class="references">
        {references.map(({ path, line, text }) => (
          <li key={`${path}:${line}`}>
            <b>
              {path}, ligne {line}
            </b>{' '}
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
