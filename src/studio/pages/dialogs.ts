import { showingRefusal } from './announce.ts';
import { lastPressed } from './asked-again.ts';

export interface Question {
  /** Texts for the elements that are marked `data-text` with these names. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Values of its fields to begin with, by name. */
  readonly values?: Readonly<Record<string, string>>;
  /** What the button `data-do` does: the dialog stays open and shows the returned sentence. */
  readonly beside?: () => Promise<string>;
  /** What the person agrees to. The dialog stays open and shows what this throws. */
  readonly act: (form: FormData) => Promise<void>;
}

/** Asks one of the questions of the page. Escape and « Annuler » leave it without effect. @param name after `question-` in its id */
export function ask(name: string, { texts = {}, values = {}, beside, act }: Question): void {
  const dialog = document.getElementById(`question-${name}`);
  const form = dialog?.querySelector('form');
  if (!(dialog instanceof HTMLDialogElement) || !form) return;
  const alert = form.querySelector<HTMLElement>('[role=alert]');
  const opener = lastPressed();
  // Screen readers do not read a live region outside an open modal dialog.
  const note = form.querySelector<HTMLElement>('[role=status]');
  form.reset();
  alert?.replaceChildren();
  note?.replaceChildren();
  for (const [key, text] of Object.entries(texts)) {
    for (const place of form.querySelectorAll(`[data-text="${key}"]`)) place.textContent = text;
  }
  for (const [key, value] of Object.entries(values)) {
    const field = form.elements.namedItem(key);
    if (field instanceof HTMLInputElement) field.value = value;
  }
  const busily = async (work: () => Promise<void>) => {
    const buttons = [...form.querySelectorAll<HTMLButtonElement>('button:not([data-close])')];
    for (const button of buttons) button.disabled = true;
    form.setAttribute('aria-busy', 'true');
    await showingRefusal(alert, work, opener);
    for (const button of buttons) button.disabled = false;
    form.removeAttribute('aria-busy');
  };
  // Properties replace the listeners of an earlier question.
  form.onsubmit = (event) => {
    event.preventDefault();
    void busily(async () => {
      await act(new FormData(form));
      dialog.close();
    });
  };
  form.onclick = ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('[data-close]')) dialog.close();
    if (!beside || !target.closest('[data-do]')) return;
    void busily(async () => {
      const sentence = await beside();
      if (note) note.textContent = sentence;
    });
  };
  dialog.showModal();
}
