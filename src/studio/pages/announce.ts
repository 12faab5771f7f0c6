import { ApiRefusal } from '../api/client.ts';
import { keepAsked } from './asked-again.ts';

/** How long an announcement stays over the page, milliseconds. */
const SHOWN_MS = 12_000;
let end: ReturnType<typeof setTimeout> | undefined;

/** Says what has happened, to eyes and to screen readers; the next announcement takes its place. */
export function announce(sentence: string): void {
  const place = region();
  place.textContent = sentence;
  clearTimeout(end);
  end = setTimeout(() => place.replaceChildren(), SHOWN_MS);
}

/** Made with the page, because a live region is only listened to from when it is there. */
export function region(): HTMLElement {
  const present = document.querySelector<HTMLElement>('.announcement');
  if (present) return present;
  const made = Object.assign(document.createElement('p'), { className: 'announcement' });
  made.setAttribute('role', 'status');
  document.body.append(made);
  return made;
}

/**
 * Shows why something was refused, beside what was asked.
 * @param place an element with `role="alert"`
 * @param button a selector of what was pressed, which is pressed again once one has signed in again; null for none
 */
export function showRefusal(place: HTMLElement, error: unknown, button: string | null = null): void {
  place.textContent = error instanceof Error ? error.message : 'La demande a échoué.';
  if (error instanceof ApiRefusal && error.refusals.length > 0) place.append(listOf(error));
  if (error instanceof ApiRefusal && error.isSignedOut)
    place.append(' ', button === null ? signInLink() : goingOn(place, button));
}

/** Does something, and shows beside it why it was refused. @param place, button as of `showRefusal`; `place` is null where the page has none */
export async function showingRefusal(
  place: HTMLElement | null,
  work: () => Promise<void>,
  button: string | null = null,
): Promise<void> {
  place?.replaceChildren();
  try {
    await work();
  } catch (error) {
    if (place) showRefusal(place, error, button);
  }
}

const listOf = ({ refusals }: ApiRefusal): HTMLElement => {
  const list = document.createElement('ul');
  list.append(
    ...refusals.map(({ chemin, message, ligne }) => {
      const place = ligne === undefined ? chemin : `${chemin}, ligne ${ligne}`;
      return Object.assign(document.createElement('li'), { textContent: `${place} : ${message}` });
    }),
  );
  return list;
};

/** Leads back to this page once signed in. */
export function signInLink(): HTMLAnchorElement {
  const next = new URLSearchParams({ suite: location.pathname + location.search });
  return Object.assign(document.createElement('a'), { href: `/connexion?${next}`, textContent: 'Se reconnecter' });
}

/** Leads back to this page, where it goes on with what was asked for. */
function goingOn(place: HTMLElement, button: string): HTMLAnchorElement {
  const link = signInLink();
  link.textContent = 'Se reconnecter et continuer';
  link.addEventListener('click', ({ ctrlKey, metaKey, shiftKey }) => {
    // In another tab nothing goes on.
    if (!ctrlKey && !metaKey && !shiftKey) keepAsked(button, place);
  });
  return link;
}
