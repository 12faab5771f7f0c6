import { useEffect, useRef } from 'preact/hooks';

/**
 * Keys with Ctrl or Cmd, wherever the focus is.
 * @param actOf what a key does, named in small letters; null for nothing
 */
export function useShortcuts(actOf: (key: string, isShifted: boolean) => (() => void) | null): void {
  const latest = useRef(actOf);
  latest.current = actOf;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      // A window above the page has fields of its own.
      if (event.target instanceof Element && event.target.closest('[data-own-keys]')) return;
      const act = latest.current(event.key.toLowerCase(), event.shiftKey);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, []);
}
