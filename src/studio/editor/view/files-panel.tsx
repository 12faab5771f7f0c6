import { useRef } from 'preact/hooks';
import type { Editor } from '../state/editor.ts';
import { folderFor, refusalOfPath } from '../state/file-names.ts';
import { bringIn } from '../state/file-operations.ts';
import { Tree } from './tree.tsx';

/** The files of the theme, and what adds to them. */
export function FilesPanel({ editor }: { readonly editor: Editor }) {
  const picker = useRef<HTMLInputElement>(null);
  const upload = async (files: readonly File[]) => {
    for (const file of files) {
      const path = `${folderFor(file.name)}/${file.name}`;
      // A file that is there already is replaced; the person can undo that until the save.
      const refusal = refusalOfPath(path, []);
      if (refusal === null) await bringIn(editor, path, await file.text()).catch((error) => editor.note(error));
      else editor.notices.show(`import:${path}`, 'error', `${file.name} : ${refusal}`);
    }
    editor.announce(files.length === 1 ? 'Fichier importé.' : 'Fichiers importés.');
  };
  return (
    <section class="files" aria-label="Fichiers">
      {editor.isReadOnly ? null : (
        <p class="files-head">
          <button type="button" onClick={() => editor.ask({ kind: 'new' })}>
            Nouveau fichier
          </button>
          <button type="button" onClick={() => picker.current?.click()}>
            Importer
          </button>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            accept=".liquid,.json,.css,.svg"
            aria-label="Fichiers à importer"
            onChange={({ currentTarget }) => {
              void upload([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </p>
      )}
      <Tree editor={editor} />
    </section>
  );
}
