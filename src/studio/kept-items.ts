/** What this browser keeps for a page, by its name: in `sessionStorage` for a tab, in `localStorage` for all. */
type Storage = 'sessionStorage' | 'localStorage';

/** @returns null where nothing is kept, or the browser refuses its storage */
export function keptItem(storage: Storage, name: string): string | null {
  try {
    return globalThis[storage].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text, null for none, where the browser allows it. */
export function keepItem(storage: Storage, name: string, text: string | null): void {
  try {
    if (text === null) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, text);
  } catch {
    // Everything works without it, until the next page.
  }
}
