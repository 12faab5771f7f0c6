import type { Extension } from '@codemirror/state';
import { EditorView, type KeyBinding } from '@codemirror/view';

/** A place of the shown file, in UTF-16 code units of its text as it is edited. */
export interface Spot {
  readonly path: string;
  readonly offset: number;
}

/** What is asked about the name that is written at a place. */
export interface NameAsks {
  readonly onDefinition: (spot: Spot) => void;
  readonly onReferences: (spot: Spot) => void;
  readonly onRename: (spot: Spot) => void;
}

/** F12 and Maj-F12 lead to where a name is declared and used, F2 gives another name. */
export function nameKeys(path: string, { onDefinition, onReferences, onRename }: NameAsks): readonly KeyBinding[] {
  const asks = (key: string, ask: (spot: Spot) => void): KeyBinding => ({
    key,
    run(view) {
      ask({ path, offset: view.state.selection.main.head });
      return true;
    },
  });
  return [asks('F12', onDefinition), asks('Shift-F12', onReferences), asks('F2', onRename)];
}

/** A click with Ctrl leads to where a name is declared. */
export const nameClicks = (path: string, { onDefinition }: NameAsks): Extension =>
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (offset === null) return false;
      onDefinition({ path, offset });
      return true;
    },
  });
