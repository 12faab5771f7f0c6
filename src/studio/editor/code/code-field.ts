import { setDiagnostics } from '@codemirror/lint';
import { EditorState, Text, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { TextEdit } from '../../../../engine/assist/types.ts';
import type { Diagnostic } from '../../../contract/diagnostics.ts';
import { separatorOf } from '../state/line-ends.ts';
import { Corrections } from './corrections.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { extensionsOf, type FieldSetting } from './extensions.ts';

/**
 * Typed text is handed on after a pause, and during typing without a pause at this interval, milliseconds. Keeping, rendering and
 * analysing a long text after each key would make typing stutter.
 */
const RHYTHM = { pause: 50, most: 400 } as const;
const LONG_RHYTHM = { pause: 400, most: 3_000 } as const;
const LONG_UNITS = 64_000;

interface CodeFieldOptions extends FieldSetting {
  readonly parent: HTMLElement;
  /** A person has changed the text. @param at when, as `performance.now` counts */
  readonly onTyped: (path: string, text: string) => void;
  readonly onKeystroke: (at: number) => void;
  /** A correction changes other files too. */
  readonly onEdit: (edits: readonly TextEdit[]) => void;
}

/** The one text field of the editor: each file keeps its own cursor, selection, history and scroll position in it. */
export class CodeField {
  readonly #options: CodeFieldOptions;
  readonly #view: EditorView;
  readonly #left = new Map<
    string,
    { readonly state: EditorState; readonly scroll: ReturnType<EditorView['scrollSnapshot']> }
  >();
  /** The text of each file as it was last shown or handed on. */
  readonly #told = new Map<string, string>();
  #path: string | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #untoldSince: number | null = null;
  #problems: readonly Diagnostic[] | null = null;

  constructor(options: CodeFieldOptions) {
    this.#options = options;
    // The nonce is set before a file is shown too: without it the page's policy lets no style sheet in.
    const extensions = EditorView.cspNonce.of(options.nonce);
    this.#view = new EditorView({ parent: options.parent, state: EditorState.create({ extensions }) });
  }

  /** Shows a file with this text; takes the text over if it has changed elsewhere. */
  show(path: string, text: string, isUndoable: boolean): void {
    if (path !== this.#path) {
      this.takeTyped();
      if (this.#path !== null)
        this.#left.set(this.#path, { state: this.#view.state, scroll: this.#view.scrollSnapshot() });
      const left = this.#left.get(path);
      this.#path = path;
      this.#view.setState(left?.state ?? this.#stateFor(path, text));
      if (left) this.#view.dispatch({ effects: left.scroll });
      else this.#told.set(path, text);
      this.#problems = null;
    }
    if (this.#untoldSince === null && this.#told.get(path) !== text) this.#replace(path, text, isUndoable);
  }

  /** Takes over a new text of the shown file. */
  follow(textOf: (path: string) => string | null | undefined, isUndoable: (path: string) => boolean): void {
    if (this.#path === null) return;
    const text = textOf(this.#path);
    if (typeof text === 'string') this.show(this.#path, text, isUndoable(this.#path));
  }

  /** Forgets cursor, selection and history of files that are no longer open. */
  forget(isOpen: (path: string) => boolean): void {
    for (const path of this.#left.keys()) if (!isOpen(path)) this.#left.delete(path);
    if (this.#path !== null && !isOpen(this.#path)) this.#path = null;
  }

  /** Hands on typed text that was not handed on yet. */
  takeTyped(): void {
    clearTimeout(this.#pause);
    if (this.#untoldSince === null || this.#path === null) return;
    this.#untoldSince = null;
    // With the line breaks of the file.
    const text = this.#view.state.sliceDoc();
    this.#told.set(this.#path, text);
    this.#options.onTyped(this.#path, text);
  }

  /** Marks the problems of the shown file. @param problems those of its text as it was last handed on */
  mark(problems: readonly Diagnostic[]): void {
    const before = this.#problems;
    const isSame = before?.length === problems.length && problems.every((one, index) => one === before[index]);
    // Typed text that was not handed on yet moves the marks; then they are asked for again.
    if (isSame || this.#untoldSince !== null || this.#path === null) return;
    this.#problems = problems;
    const corrections = this.#options.isReadOnly ? null : this.#correctionsOf(this.#path);
    const marks = diagnosticsOf(problems, this.#view.state.doc, corrections);
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  /** Puts the cursor at a place, 1-based, and brings it into view. */
  go(line: number, column: number): void {
    const { doc } = this.#view.state;
    const at = doc.line(Math.max(1, Math.min(line, doc.lines)));
    const position = Math.min(at.from + Math.max(0, column - 1), at.to);
    this.#view.dispatch({
      selection: { anchor: position },
      effects: EditorView.scrollIntoView(position, { y: 'center' }),
    });
    this.#view.focus();
  }

  close(): void {
    this.takeTyped();
    this.#view.destroy();
  }

  #correctionsOf(path: string): Corrections {
    return new Corrections(path, this.#options.language, this.#options.onEdit);
  }

  #stateFor(path: string, text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        EditorState.lineSeparator.of(separatorOf(text)),
        extensionsOf(path, this.#options, this.#correctionsOf(path)),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          if (!docChanged || transactions.every((one) => one.annotation(Transaction.remote))) return;
          const now = performance.now();
          this.#options.onKeystroke(now);
          this.#untoldSince ??= now;
          clearTimeout(this.#pause);
          const { pause, most } = this.#view.state.doc.length > LONG_UNITS ? LONG_RHYTHM : RHYTHM;
          const rest = this.#untoldSince + most - now;
          this.#pause = setTimeout(() => this.takeTyped(), Math.max(0, Math.min(pause, rest)));
        }),
      ],
    });
  }

  /** Replaces only what differs, so that the cursor stays. */
  #replace(path: string, text: string, isUndoable: boolean): void {
    this.#told.set(path, text);
    const { state } = this.#view;
    if (state.lineBreak !== separatorOf(text)) {
      this.#view.setState(this.#stateFor(path, text));
      return;
    }
    const [before, after] = [state.doc.toString(), text.replaceAll(state.lineBreak, '\n')];
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && before[start] === after[start]) start++;
    let end = 0;
    while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
    const insert = Text.of(after.slice(start, after.length - end).split('\n'));
    this.#view.dispatch({
      changes: { from: start, to: before.length - end, insert },
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(isUndoable)],
    });
  }
}
