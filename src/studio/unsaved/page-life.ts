import type { UnsavedWork } from './unsaved-work.ts';

/** Time between two looks for changes made elsewhere, milliseconds. */
const LOOK_MS = 4_000;

/**
 * Follows the page of the browser: keeps what is unsaved when the page is hidden, looks for changes when it is seen, asks before changes are
 * lost that the browser does not keep.
 * @param look looks for changes made elsewhere
 */
export function followPage(work: UnsavedWork, look: () => void): void {
  const lookIfSeen = () => {
    if (document.visibilityState === 'visible') look();
  };
  setInterval(lookIfSeen, LOOK_MS);
  addEventListener('focus', lookIfSeen);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') work.keepNow();
    else look();
  });
  addEventListener('pagehide', () => work.keepNow());
  addEventListener('beforeunload', (event) => {
    work.keepNow();
    if (!work.isKept && work.changes.size > 0) event.preventDefault();
  });
}
