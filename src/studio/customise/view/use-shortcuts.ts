import { useEffect } from 'preact/hooks';

interface Shortcuts {
  readonly save: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Ctrl or Cmd with S, Z, Shift+Z and Y, wherever the focus is. */
export function useShortcuts({ save, undo, redo }: Shortcuts): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const act = key === 's' ? save : key === 'z' ? (event.shiftKey ? redo : undo) : key === 'y' ? redo : null;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', hear, true);
    return () => removeEventListener('keydown', hear, true);
  }, [save, undo, redo]);
}
