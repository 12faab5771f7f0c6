import type { TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import type { Editor } from '../state/editor.ts';
import { searchPaths } from '../state/search-texts.ts';

/** Paths that are listed at once. */
const SHOWN = 12;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Opens a file by a few letters of its path. */
export function QuickOpen({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const [sought, setSought] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = searchPaths(editor.work.paths, sought).slice(0, SHOWN);
  const open = (path: string | undefined) => {
    if (path === undefined) return;
    onClose();
    editor.show(path);
  };
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key] ?? 0;
    if (event.key === 'Enter') open(found[chosen]);
    else if (step !== 0) setChosen(Math.max(0, Math.min(found.length - 1, chosen + step)));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Ouvrir un fichier" class="quick-open" onClose={onClose}>
      <input
        type="text"
        // biome-ignore lint/a11y/noRedundantRoles: it has this role by itself only with a list of the browser
        role="combobox"
        aria-label="Quelques lettres de son chemin"
        aria-expanded="true"
        list={undefined}
        aria-controls="fichiers-trouves"
        aria-activedescendant={found[chosen] === undefined ? undefined : `trouve-${chosen}`}
        autocomplete="off"
        value={sought}
        onInput={({ currentTarget }) => {
          setSought(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={press}
      />
      <div id="fichiers-trouves" role="listbox" aria-label="Fichiers trouvés" tabIndex={-1}>
        {found.map((path, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={path}
            id={`trouve-${n}`}
            role="option"
            aria-selected={n === chosen}
            tabIndex={-1}
            onClick={() => open(path)}
          >
            {path}
          </div>
        ))}
      </div>
      {found.length === 0 ? <p class="soft">Aucun fichier n’a ce chemin.</p> : null}
    </Dialog>
  );
}
