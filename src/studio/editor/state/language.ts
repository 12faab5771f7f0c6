import type { Answer, Asked, Changes, FromThread, Given, Question, ToThread } from '../../language/messages.ts';
import type { ThemeStore } from '../../theme/theme-store.ts';
import type { Notices } from '../../unsaved/notices.ts';
import type { UnsavedWork } from '../../unsaved/unsaved-work.ts';
import { asEdited } from './line-ends.ts';
import type { Problems } from './problems.ts';

/** How long the thread may be silent while something is asked of it, milliseconds: after this time it is taken to hang. */
const SILENCE_MS = 8_000;
/** How often a thread that has failed is started anew by itself. */
const STARTS_AGAIN = 3;
/** After this time texts that could not be read are asked for again, milliseconds. */
const READ_AGAIN_MS = 4_000;

/** The theme as it is edited. */
interface EditedTheme {
  readonly isReady: boolean;
  readonly work: Pick<UnsavedWork, 'paths' | 'textOf'> & { readonly store: Pick<ThemeStore, 'readAll'> };
  readonly problems: Pick<Problems, 'find'>;
  readonly notices: Notices;
  subscribe(listener: () => void): void;
}

export interface Thread {
  postMessage(message: ToThread): void;
  terminate(): void;
}

/** Starts a thread. @param told what is done with what it says, and where it fails */
export type StartThread = (told: { hear(message: FromThread): void; fail(): void }) => Thread;

/** A text that the thread has. */
interface Sent {
  /** The text of the editor that it was made of. */
  readonly of: string;
  readonly text: string;
}

/**
 * What the editor knows of the language: a thread that holds the theme as it is edited, answers what the text field asks, and says what is
 * wrong. A thread that fails or hangs is started anew a few times; then the editor goes on without it.
 */
export class Language {
  readonly #editor: EditedTheme;
  readonly #startThread: StartThread;
  #thread: Thread | null = null;
  #sent = new Map<string, Sent>();
  #isWhole = false;
  #revision = 0;
  /** The revision that the problems of the editor are about. */
  #diagnosed = 0;
  #questions = 0;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #failures = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #reading = false;
  #readFrom = 0;

  constructor(editor: EditedTheme, startThread: StartThread) {
    this.#editor = editor;
    this.#startThread = startThread;
  }

  /** Begins to follow the editor: its files and their unsaved changes. */
  follow(): void {
    this.#editor.subscribe(() => this.send());
    this.send();
  }

  /** Whether the thread is given up. */
  get isOff(): boolean {
    return this.#failures > STARTS_AGAIN;
  }

  /** Whether the problems that are known are those of the texts as they are. */
  get isSettled(): boolean {
    return this.isOff || this.#diagnosed === this.#revision;
  }

  /** Grows whenever the thread is told something newer: what was answered before may be about other texts. */
  get revision(): number {
    return this.#revision;
  }

  /** The text of a file as the thread has it; offsets are places in it. */
  textOf(path: string): string | undefined {
    return this.#sent.get(path)?.text;
  }

  /** Tells the thread of a text that the editor was not handed yet. @param text as it is edited */
  typed(path: string, text: string): void {
    const sent = this.#sent.get(path);
    if (sent && sent.text !== text) this.#post([[path, { of: sent.of, text }]]);
  }

  /** @returns null also where nobody answers */
  async ask<Name extends Asked>(asked: Name, ...given: Given<Name>): Promise<Answer<Name> | null> {
    const thread = this.#thread;
    if (!thread) return null;
    const question: Question = { kind: 'question', id: ++this.#questions, asked, given };
    const answer = new Promise<unknown>((resolve) => this.#waiting.set(question.id, resolve));
    thread.postMessage(question);
    this.#listen();
    return (await answer) as Answer<Name> | null;
  }

  /** Tells the thread what has changed in the editor. */
  send(): void {
    const { isReady, work } = this.#editor;
    if (!isReady || this.isOff) return;
    const changes: [string, Sent | null][] = [];
    let isWhole = true;
    const paths = new Set(work.paths);
    for (const path of paths) {
      const known = isNamedOnly(path) ? '' : work.textOf(path);
      if (typeof known !== 'string') isWhole = false;
      const sent = this.#sent.get(path);
      if (sent && (typeof known !== 'string' || sent.of === known)) continue;
      const text = asEdited(known ?? '');
      if (sent?.text === text) this.#sent.set(path, { of: known ?? '', text });
      else changes.push([path, { of: known ?? '', text }]);
    }
    for (const path of this.#sent.keys()) if (!paths.has(path)) changes.push([path, null]);
    if (changes.length > 0 || isWhole !== this.#isWhole) {
      this.#isWhole = isWhole;
      this.#post(changes);
    }
    if (!isWhole) void this.#readTexts();
  }

  #post(changes: readonly (readonly [string, Sent | null])[]): void {
    for (const [path, sent] of changes) {
      if (sent) this.#sent.set(path, sent);
      else this.#sent.delete(path);
    }
    const message: Changes = {
      kind: 'changes',
      revision: ++this.#revision,
      texts: changes.map(([path, sent]) => [path, sent?.text ?? null]),
      isWhole: this.#isWhole,
    };
    this.#thread ??= this.#start();
    this.#thread.postMessage(message);
    this.#listen();
  }

  /** Reads the texts of the theme that are not read yet. */
  async #readTexts(): Promise<void> {
    if (this.#reading || performance.now() < this.#readFrom) return;
    this.#reading = true;
    try {
      await this.#editor.work.store.readAll();
    } catch {
      // Who cannot be reached, or has ended the session, is told of where a person asks for something.
      this.#readFrom = performance.now() + READ_AGAIN_MS;
    }
    this.#reading = false;
    this.send();
  }

  #start(): Thread {
    const thread = this.#startThread({
      hear: (message) => {
        if (thread === this.#thread) this.#take(message);
      },
      fail: () => {
        if (thread === this.#thread) this.#fail();
      },
    });
    return thread;
  }

  #take(message: FromThread): void {
    if (message.kind === 'answer') {
      this.#waiting.get(message.id)?.(message.answer);
      this.#waiting.delete(message.id);
    } else if (message.revision === this.#revision) {
      this.#diagnosed = message.revision;
      this.#editor.problems.find(message.diagnostics);
    }
    this.#listen();
  }

  /** Waits for a thread that owes an answer, from its last sign of life on. */
  #listen(): void {
    clearTimeout(this.#silence);
    const owes = this.#waiting.size > 0 || (this.#isWhole && this.#diagnosed !== this.#revision);
    if (owes && this.#thread) this.#silence = setTimeout(() => this.#fail(), SILENCE_MS);
  }

  #fail(): void {
    this.#thread?.terminate();
    this.#thread = null;
    clearTimeout(this.#silence);
    for (const answer of this.#waiting.values()) answer(null);
    this.#waiting.clear();
    this.#sent = new Map();
    this.#failures++;
    if (!this.isOff) {
      this.send();
      return;
    }
    this.#editor.problems.find([]);
    this.#editor.notices.show(
      'langage',
      'warning',
      'L’aide à l’écriture et la recherche de problèmes se sont arrêtées sur ce thème. Le reste de l’éditeur fonctionne.',
      {
        actions: [{ label: 'Les relancer', run: () => this.#begin() }],
      },
    );
  }

  #begin(): void {
    this.#failures = 0;
    this.#editor.notices.hide('langage');
    this.send();
  }
}

/** Nobody reads into an asset, but into style sheets: they name other assets. */
const isNamedOnly = (path: string): boolean => path.startsWith('assets/') && !path.endsWith('.css');
