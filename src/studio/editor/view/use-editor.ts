import { useEffect, useReducer } from 'preact/hooks';
import type { Editor } from '../state/editor.ts';

/** Renders a part of the page again whenever the editor changes. */
export function useEditor(editor: Editor): Editor {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => editor.subscribe(() => again(undefined)), [editor]);
  return editor;
}
