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

/** Made together with the page: screen readers ignore a live region that is added later with its text. */
export function region(): HTMLElement {
  const present = document.querySelector<HTMLElement>('.announcement');
  if (present) return present;
  const made = Object.assign(document.createElement('p'), { className: 'announcement' });
  made.setAttribute('role', 'status');
  document.body.append(made);
  return made;
}

/**
 * Shows why a request was refused, beside the control that asked.
 * @param place an element with `role="alert"`
 * @param button selector of the pressed button, which is pressed again after a new sign-in; null for none
 */
export function showRefusal(place: HTMLElement, error: unknown, button: string | null = null): void {
  place.textContent = error instanceof Error ? error.message : 'La demande a échoué.';
  if (error instanceof ApiRefusal && error.refusals.length > 0) place.append(listOf(error));
  if (error instanceof ApiRefusal && error.isSignedOut)
    place.append(' ', button === null ? signInLink() : goingOn(place, button));
}

/** Runs `work`, and shows a refusal beside the control. @param place, button as of `showRefusal`; `place` is null where the page has none */
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

/** A link to the sign-in, which leads back to this page. */
export function signInLink(): HTMLAnchorElement {
  const next = new URLSearchParams({ suite: location.pathname + location.search });
  return Object.assign(document.createElement('a'), { href: `/connexion?${next}`, textContent: 'Se reconnecter' });
}

/** A link to the sign-in, which leads back to this page; the page then presses the button again. */
function goingOn(place: HTMLElement, button: string): HTMLAnchorElement {
  const link = signInLink();
  link.textContent = 'Se reconnecter et continuer';
  link.addEventListener('click', ({ ctrlKey, metaKey, shiftKey }) => {
    // A sign-in in another tab presses nothing there.
    if (!ctrlKey && !metaKey && !shiftKey) keepAsked(button, place);
  });
  return link;
}
