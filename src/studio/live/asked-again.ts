/**
 * Repeats an act after a new sign-in, where the session had ended: for this tab and this account only, and for a short time. The act begins
 * with a press of its button, so that the page asks its question again. A button is known by its `data-act`, which no other of the page has.
 */

import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import { keepItem, keptItem } from '../kept-items.ts';

/** Key in `sessionStorage`. */
const KEPT_AS = 'vitrine-demande';
/** How long a sign-in may take, milliseconds. */
const KEPT_MS = 15 * 60_000;

type Values = readonly (readonly [name: string, value: string])[];

interface Kept {
  readonly account: string;
  readonly path: string;
  readonly at: number;
  readonly act: string;
  /** Values of the fields in the question that the button had opened. */
  readonly values: Values;
}

const account = (): string => document.body.dataset.account ?? '';

/** Keeps an act until `askAgain`. @param form of the question, where the act has one */
export function keepAsked(act: string, form: HTMLFormElement | null): void {
  const values = [...(form ? new FormData(form) : [])].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const kept: Kept = { account: account(), path: location.pathname, at: Date.now(), act, values };
  keepItem('sessionStorage', KEPT_AS, JSON.stringify(kept));
}

/** A new press replaces the act that waits for a sign-in. */
export function watchPresses(): void {
  const forget = ({ target }: Event) => {
    if (target instanceof Element && target.closest('button[data-act]')) takeKept();
  };
  document.addEventListener('click', forget, true);
}

/** Answers for the next question that opens. */
let answers: Values = [];

/** Repeats the act that waits for a sign-in. @returns false where its button is gone or disabled */
export function askAgain(): boolean {
  const kept = takeKept();
  if (!kept) return true;
  const isOwn = kept.account === account() && kept.path === location.pathname;
  if (!isOwn || Date.now() - kept.at > KEPT_MS) return true;
  const button = document.querySelector<HTMLButtonElement>(`button[data-act="${CSS.escape(kept.act)}"]`);
  if (!button || button.disabled) return false;
  answers = kept.values;
  // The focus comes back there from a question.
  button.focus();
  button.click();
  return true;
}

/** Fills in a question with what it had been answered before a sign-in; does nothing where no act was repeated. */
export function fillAnswers(form: HTMLFormElement): void {
  const values = answers;
  answers = [];
  if (values.length === 0) return;
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.name === '') continue;
    const own = values.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === 'radio' || field.type === 'checkbox') field.checked = own.includes(field.value);
    else if (own[0] !== undefined) field.value = own[0];
    // Some fields say what they are filled with.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function takeKept(): Kept | null {
  const kept = keptItem('sessionStorage', KEPT_AS);
  keepItem('sessionStorage', KEPT_AS, null);
  return jsonValueOf(kept ?? 'null') as Kept | null;
}
