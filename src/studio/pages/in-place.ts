import { showRefusal } from './announce.ts';

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
  alert?.replaceChildren();
  try {
    await work();
  } catch (error) {
    if (alert) showRefusal(alert, error);
  } finally {
    button.removeAttribute('aria-busy');
  }
}
