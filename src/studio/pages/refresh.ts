import { announce, region, signInLink } from './announce.ts';
import { showLocalTimes } from './times.ts';

/** Marks the parts that are replaced after a change; each has an id. */
const FRESH = '[data-fresh]';

/**
 * Replaces the marked parts of the page with the server's present ones. Typed text, lists elsewhere, open details, the scroll position and
 * the focus stay.
 */
export async function refresh(): Promise<void> {
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null);
  if (answer?.redirected) {
    showSignedOut();
    return;
  }
  if (!answer?.ok) {
    announce('La page n’a pas pu être relue : rechargez-la pour voir son état.');
    return;
  }
  const text = await answer.text();
  // The new head is left out: the nonce of its style sheet is not that of this page's policy.
  const fresh = new DOMParser().parseFromString(text.slice(text.indexOf('<body ')), 'text/html');
  const focused = placeOfFocus();
  const open = new Set([...document.querySelectorAll('details[open][id]')].map(({ id }) => id));
  showLocalTimes(fresh);
  for (const part of document.querySelectorAll(FRESH)) {
    const next = fresh.getElementById(part.id);
    if (next) part.replaceWith(document.adoptNode(next));
  }
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  restoreFocus(focused);
}

function showSignedOut(): void {
  announce('');
  region().replaceChildren('Votre session est terminée. ', signInLink());
}

interface Place {
  /** The part that holds the focus. */
  readonly part: string;
  /** A selector of the element within it; null when nothing names it. */
  readonly element: string | null;
}

/** @returns null when the focus is in no marked part */
function placeOfFocus(): Place | null {
  const active = document.activeElement;
  const part = active?.closest(FRESH);
  if (!active || !part) return null;
  const act = active.getAttribute('data-act');
  const owner = active.closest('[aria-labelledby]')?.getAttribute('aria-labelledby');
  return { part: part.id, element: act && owner ? `[aria-labelledby="${owner}"] [data-act="${act}"]` : null };
}

/** Focuses the same control; where it is gone, the heading of its part. */
function restoreFocus(place: Place | null): void {
  if (!place || (document.activeElement && document.activeElement !== document.body)) return;
  const part = document.getElementById(place.part);
  const same = place.element === null ? null : part?.querySelector<HTMLElement>(place.element);
  if (same && !same.matches(':disabled')) {
    same.focus();
    return;
  }
  const heading = part?.querySelector<HTMLElement>('h1, h2, h3') ?? document.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}
