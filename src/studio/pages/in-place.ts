import { showingRefusal } from './announce.ts';
import { selectorOf } from './asked-again.ts';

/**
 * Runs an act without a question, one at a time, and shows a refusal beside its button.
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
