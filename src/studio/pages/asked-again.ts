/**
 * Repeats an act after a new sign-in, where the session had ended: for this tab and this account only, and for a short time. The act begins
 * with a press of its button, so that the page asks its question again.
 */

/** Key in `sessionStorage`. */
const KEPT_AS = 'vitrine-demande';
/** How long a sign-in may take, milliseconds. */
const KEPT_MS = 15 * 60_000;

interface Kept {
  readonly account: string;
  readonly path: string;
  readonly at: number;
  /** A selector of the button. */
  readonly button: string;
  /** Values of the fields in the question that the button had opened. */
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** Attributes that name what a button belongs to. */
const OWNERS = ['data-theme', 'data-request', 'data-key'];

/** A selector of a button that says what it does; null for one that does not. */
function selectorOf(button: Element): string | null {
  const named = (element: Element | null, name: string) => {
    const value = element?.getAttribute(name);
    return value === null || value === undefined ? '' : `[${name}="${CSS.escape(value)}"]`;
  };
  if (!button.hasAttribute('data-act')) return null;
  const owner = OWNERS.map((name) => named(button.closest(`[${name}]`), name)).join('');
  return `${owner} button${named(button, 'data-act')}${named(button, 'data-origin')}`.trim();
}

let pressed: string | null = null;

/** Notes which button was pressed last: an open question belongs to it. */
export function watchPresses(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button[data-act]') : null;
      if (!button) return;
      pressed = selectorOf(button);
      // A new press replaces the act that waits for a sign-in.
      takeKept();
    },
    true,
  );
}

/** @returns a selector of the button that was pressed last; null for none */
export const lastPressed = (): string | null => pressed;

/** Keeps an act until `askAgain`. @param place where the refusal stands; the fields of a dialog around it are kept too */
export function keepAsked(button: string, place: Element): void {
  const form = place.closest('dialog')?.querySelector('form');
  const values = [...(form ? new FormData(form) : [])].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const account = document.body.dataset.account ?? '';
  const kept: Kept = { account, path: location.pathname, at: Date.now(), button, values };
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(kept));
  } catch {
    // The storage is refused: the person presses the button again.
  }
}

/** Repeats the act that waits for a sign-in. @returns false where its button is gone or disabled */
export function askAgain(): boolean {
  const kept = takeKept();
  if (!kept) return true;
  const isOwn = kept.account === document.body.dataset.account && kept.path === location.pathname;
  if (!isOwn || Date.now() - kept.at > KEPT_MS) return true;
  const button = document.querySelector<HTMLButtonElement>(kept.button);
  if (!button || button.disabled) return false;
  button.click();
  const form = document.querySelector<HTMLFormElement>('dialog[open] form');
  for (const [name, value] of form ? kept.values : []) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof RadioNodeList) field.value = value;
  }
  return true;
}

function takeKept(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? 'null');
    sessionStorage.removeItem(KEPT_AS);
    return kept;
  } catch {
    return null;
  }
}
