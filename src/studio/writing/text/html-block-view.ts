import { redo, undo } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { FieldsView, type PositionOf } from './node-fields.ts';

const WORDS = 'Ce passage est écrit en HTML, que l’éditeur ne montre pas. Il reste tel quel, et se modifie ici.';

let count = 0;

/** A part of the text that the editor cannot show: its source, as text, never as elements. */
export class HtmlBlockView extends FieldsView {
  readonly #source = document.createElement('textarea');

  constructor(node: Node, view: EditorView, position: PositionOf) {
    super(document.createElement('div'), node, view, position);
    this.dom.className = 'html-block';
    const words = this.dom.appendChild(document.createElement('p'));
    words.textContent = WORDS;
    words.id = `html-block-${++count}`;
    const fields = this.dom.appendChild(document.createElement('div'));
    fields.dataset.fields = '';
    fields.append(this.#source);
    this.#source.setAttribute('aria-label', 'Passage en HTML');
    this.#source.setAttribute('aria-describedby', words.id);
    this.#source.spellcheck = false;
    this.#source.readOnly = !view.editable;
    this.#source.addEventListener('input', () => this.change({ html: this.#source.value }));
    this.#source.addEventListener('keydown', (event) => this.#press(event));
    this.show();
  }

  protected show(): void {
    const html = String(this.node.attrs.html ?? '');
    if (this.#source.value !== html) this.#source.value = html;
    this.#source.rows = Math.min(12, Math.max(2, html.split('\n', 13).length));
  }

  /** Undo goes through the text as a whole; the arrow keys lead out of the field at its ends. */
  #press(event: KeyboardEvent): void {
    const { value, selectionStart, selectionEnd } = this.#source;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const isEnd =
      selectionStart === selectionEnd &&
      (selectionStart === 0 ? key === 'arrowup' : selectionEnd === value.length && key === 'arrowdown');
    if (isCommand && (key === 'z' || key === 'y')) {
      event.preventDefault();
      (key === 'y' || event.shiftKey ? redo : undo)(this.view.state, this.view.dispatch);
    } else if (key === 'escape' || isEnd) {
      event.preventDefault();
      event.stopPropagation();
      this.leave();
    }
  }
}
