/** The source of a text as HTML, with the text field of the code editor. Pages of texts load this script when the source is first asked for. */
import '../../editor/code/short-slices.ts';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, Transaction } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { html } from '../../editor/code/html-language.ts';
import { codeColours } from '../../editor/code/look.ts';
import { FRENCH } from '../../editor/code/phrases.ts';

export interface SourceFieldOptions {
  readonly text: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  /** Nonce under which the page's policy lets style sheets in. */
  readonly nonce: string;
  readonly onTyped: () => void;
}

export class SourceField {
  readonly #view: EditorView;

  constructor(parent: HTMLElement, { text, label, isReadOnly, nonce, onTyped }: SourceFieldOptions) {
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(nonce),
          // Other line ends stay as they are, within their lines.
          EditorState.lineSeparator.of('\n'),
          EditorState.phrases.of(FRENCH),
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.lineWrapping,
          codeColours,
          lineNumbers(),
          history(),
          drawSelection(),
          search({ top: true }),
          html(),
          keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap]),
          EditorView.updateListener.of(({ docChanged, transactions }) => {
            if (docChanged && !transactions.every((one) => one.annotation(Transaction.remote))) onTyped();
          }),
        ],
      }),
    });
  }

  text(): string {
    return this.#view.state.sliceDoc();
  }

  /** Shows a text that was changed elsewhere; only what lies between the first and the last difference is replaced. */
  setText(text: string): void {
    const before = this.text();
    const shorter = Math.min(before.length, text.length);
    let start = 0;
    while (start < shorter && before[start] === text[start]) start++;
    let end = 0;
    while (end < shorter - start && before.at(-1 - end) === text.at(-1 - end)) end++;
    if (start === before.length && start === text.length) return;
    this.#view.dispatch({
      changes: { from: start, to: before.length - end, insert: text.slice(start, text.length - end) },
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
    });
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}
