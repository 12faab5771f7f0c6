import type { Text } from '@codemirror/state';
import type { EditorView, KeyBinding } from '@codemirror/view';
import type { Correction, TextEdit } from '../../../../engine/assist/types.ts';
import type { Language } from '../state/language.ts';
import { hideTooltip, showAt } from './cursor-tooltip.ts';

/** Offers the changes that answer the problems of one file, as the thread of the language knows them. */
export class Corrections {
  readonly #path: string;
  readonly #language: Language;
  readonly #onEdit: (edits: readonly TextEdit[]) => void;

  /** @param onEdit changes other files */
  constructor(path: string, language: Language, onEdit: (edits: readonly TextEdit[]) => void) {
    this.#path = path;
    this.#language = language;
    this.#onEdit = onEdit;
  }

  /** Lists the corrections of the cursor's line, to choose from by arrows and Enter. */
  readonly key: KeyBinding = {
    key: 'Mod-.',
    run: (view) => {
      const { doc, selection } = view.state;
      const { from, to } = doc.lineAt(selection.main.head);
      void this.#at(doc, from, to).then((found) => {
        if (view.state.doc === doc) this.#list(view, found);
      });
      return true;
    },
  };

  /**
   * Makes the change that answers one problem.
   * @param problem its code, and its place in the text
   * @param isPreferred its one right answer; else that its check is turned off
   */
  async correct(
    view: EditorView,
    { code, from, to }: { readonly code: string; readonly from: number; readonly to: number },
    isPreferred: boolean,
  ): Promise<void> {
    const { doc } = view.state;
    const found = await this.#at(doc, from, to);
    const chosen = found.find((one) => one.code === code && (one.isPreferred ?? false) === isPreferred);
    if (chosen && view.state.doc === doc) this.#apply(view, chosen);
  }

  async #at(doc: Text, from: number, to: number): Promise<readonly Correction[]> {
    this.#language.typed(this.#path, doc.toString());
    return (await this.#language.ask('correctionsIn', this.#path, { from, to })) ?? [];
  }

  #list(view: EditorView, found: readonly Correction[]): void {
    if (found.length === 0) {
      showAt(view, null, 'Rien à corriger dans cette ligne.');
      return;
    }
    const menu = document.createElement('ul');
    menu.className = 'cm-corrections';
    menu.setAttribute('role', 'menu');
    menu.setAttribute('aria-label', 'Corrections');
    const items = found.map((correction) => {
      const item = document.createElement('button');
      item.type = 'button';
      item.setAttribute('role', 'menuitem');
      item.textContent = correction.title;
      item.addEventListener('click', () => {
        hideTooltip(view);
        this.#apply(view, correction);
      });
      const row = menu.appendChild(document.createElement('li'));
      row.setAttribute('role', 'none');
      return row.appendChild(item);
    });
    menu.addEventListener('keydown', (event) => {
      const at = items.indexOf(document.activeElement as HTMLButtonElement);
      if (event.key === 'Escape' || event.key === 'Tab') hideTooltip(view);
      else if (event.key === 'ArrowDown') items[(at + 1) % items.length]?.focus();
      else if (event.key === 'ArrowUp') items.at(at - 1)?.focus();
      else return;
      event.preventDefault();
    });
    showAt(view, { pos: view.state.selection.main.head, create: () => ({ dom: menu }) }, '');
    items[0]?.focus();
  }

  #apply(view: EditorView, { edits }: Correction): void {
    const here = edits.filter(({ path }) => path === this.#path);
    const changes = here.map(({ from, to, text }) => ({ from, to, insert: text }));
    view.dispatch({ changes, userEvent: 'input.correct', scrollIntoView: true });
    const others = edits.filter(({ path }) => path !== this.#path);
    if (others.length > 0) this.#onEdit(others);
  }
}
