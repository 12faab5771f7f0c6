import { showingRefusal } from './announce.ts';
import { selectorOf } from './asked-again.ts';

/**
 * Does something that no dialog asks about, once at a time, and shows a refusal beside it.
 * @param alert where the refusal is shown
 * @param button what was pressed
 */
export async function inPlace(
  alert: HTMLElement | null,
  button: HTMLButtonElement,
  work: () => Promise<void>,
): Promise<void> {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  await showingRefusal(alert, work, selectorOf(button));
  button.removeAttribute('aria-busy');
}
