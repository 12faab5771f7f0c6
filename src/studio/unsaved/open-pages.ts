/** Which pages that hold drafts are open in this browser: each holds a lock of its own name for as long as it lives. */
import { keepItem, keptItem } from '../kept-items.ts';
import type { OpenPages } from './drafts.ts';

const PREFIX = 'vitrine-editeur-';
const LAST = 'vitrine-derniere-page';

/** Where the browser has no locks (over http from another machine), all other pages count as closed. */
export async function joinOpenPages(): Promise<OpenPages> {
  const page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join('');
  // A reloaded page may hold its lock for a moment after its end, so it also says itself that it has ended.
  const ended = keptItem('sessionStorage', LAST);
  keepItem('sessionStorage', LAST, null);
  addEventListener('pagehide', () => keepItem('sessionStorage', LAST, page));
  if (navigator.locks) void navigator.locks.request(PREFIX + page, () => new Promise<never>(() => undefined));
  const isOpen = async (other: string): Promise<boolean> => {
    if (other === ended || !navigator.locks) return false;
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === PREFIX + other);
  };
  return { page, isOpen };
}
