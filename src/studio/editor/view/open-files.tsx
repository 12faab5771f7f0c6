import type { TargetedKeyboardEvent } from 'preact';
import type { Editor } from '../state/editor.ts';
import { nameOf } from './tree.tsx';

/** Which neighbour an arrow key leads to. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The open files side by side; each can be closed, also with the Delete key or the middle button. */
export function OpenFiles({ editor }: { readonly editor: Editor }) {
  const { open, active } = editor.tabs;
  const press = (event: TargetedKeyboardEvent<HTMLElement>, path: string) => {
    const step = STEPS[event.key] ?? 0;
    if (event.key === 'Delete') editor.close(path);
    else if (step !== 0) {
      const next = event.currentTarget.closest('ul')?.children[open.indexOf(path) + step];
      next?.querySelector('button')?.focus();
    } else return;
    event.preventDefault();
  };
  if (open.length === 0) return null;
  return (
    <ul class="open-files" aria-label="Fichiers ouverts">
      {open.map((path) => (
        <li key={path} class={path === active ? 'active' : ''}>
          <button
            type="button"
            class="open-file"
            title={path}
            aria-current={path === active ? 'true' : undefined}
            onClick={() => editor.show(path)}
            onAuxClick={(event) => event.button === 1 && editor.close(path)}
            onKeyDown={(event) => press(event, path)}
          >
            {nameOf(path)}
            {editor.work.isChanged(path) ? (
              <>
                <span class="dot" aria-hidden="true" />
                <span class="unseen">, non enregistré</span>
              </>
            ) : null}
          </button>
          <button type="button" class="close" aria-label={`Fermer ${path}`} onClick={() => editor.close(path)}>
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
