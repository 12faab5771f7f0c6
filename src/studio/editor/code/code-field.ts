import { setDiagnostics } from '@codemirror/lint';
import { EditorState, Text, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { Problem } from '../state/problems.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { extensionsOf, type FieldSetting } from './extensions.ts';

/**
 * The text is handed on after a pause in typing, and during typing without a pause every now and then, milliseconds. To keep, render and
 * analyse a long text takes so much time that typing would be felt to stop each time.
 */
const RHYTHM = { pause: 50, most: 400 } as const;
const LONG_RHYTHM = { pause: 400, most: 3_000 } as const;
const LONG_UNITS = 64_000;

export interface CodeFieldOptions extends FieldSetting {
  readonly parent: HTMLElement;
  /** A person has changed the text. @param at when, as `performance.now` counts */
  readonly onTyped: (path: string, text: string) => void;
  readonly onKeystroke: (at: number) => void;
}

/** The one text field of the editor: each file keeps its own cursor, selection, history and scroll position in it. */
export class CodeField {
  readonly #options: CodeFieldOptions;
  readonly #view: EditorView;
  readonly #left = new Map<
    string,
    { readonly state: EditorState; readonly scroll: ReturnType<EditorView['scrollSnapshot']> }
  >();
  /** The text that a file has here, as it was taken in or handed on last. */
  readonly #told = new Map<string, string>();
  #path: string | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #untoldSince: number | null = null;
  #problems: readonly Problem[] = [];

  constructor(options: CodeFieldOptions) {
    this.#options = options;
    // Before there is a file, too, style sheets are let in only with it.
    const extensions = EditorView.cspNonce.of(options.nonce);
    this.#view = new EditorView({ parent: options.parent, state: EditorState.create({ extensions }) });
  }

  /** Shows a file with this text, or takes a text over that has changed elsewhere. */
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
      this.#problems = [];
    }
    if (this.#untoldSince === null && this.#told.get(path) !== text) this.#replace(path, text, isUndoable);
  }

  /** Takes over another text of the file that it shows. */
  follow(textOf: (path: string) => string | null | undefined, isUndoable: (path: string) => boolean): void {
    if (this.#path === null) return;
    const text = textOf(this.#path);
    if (typeof text === 'string') this.show(this.#path, text, isUndoable(this.#path));
  }

  /** Forgets what it keeps of files that are not open any more. */
  forget(isOpen: (path: string) => boolean): void {
    for (const path of this.#left.keys()) if (!isOpen(path)) this.#left.delete(path);
    if (this.#path !== null && !isOpen(this.#path)) this.#path = null;
  }

  /** Hands on what was typed and not handed on yet. */
  takeTyped(): void {
    clearTimeout(this.#pause);
    if (this.#untoldSince === null || this.#path === null) return;
    this.#untoldSince = null;
    // With the line breaks of the file.
    const text = this.#view.state.sliceDoc();
    this.#told.set(this.#path, text);
    this.#options.onTyped(this.#path, text);
  }

  mark(problems: readonly Problem[]): void {
    if (problems.length === 0 && this.#problems.length === 0) return;
    this.#problems = problems;
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnosticsOf(problems, this.#view.state.doc)));
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

  focus(): void {
    this.#view.focus();
  }

  close(): void {
    this.takeTyped();
    this.#view.destroy();
  }

  #stateFor(path: string, text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        EditorState.lineSeparator.of(separatorOf(text)),
        extensionsOf(path, this.#options),
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

  /** Changes only what differs, so that the cursor stays where it is. */
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

/** A file whose lines all end alike keeps it; in others a carriage return is a character like any other. */
const separatorOf = (text: string): string => (/\r\n/.test(text) && !/[^\r]\n|^\n/.test(text) ? '\r\n' : '\n');
