import { Observable } from '../observable.ts';
import { Notices } from '../unsaved/notices.ts';
import type { UnsavedWork } from '../unsaved/unsaved-work.ts';
import { followedAddress } from './address.ts';
import type { Problems } from './problems.ts';
import type { ContentStore } from './store/content-store.ts';
import type { TextField, TextValues } from './store/fields.ts';
import type { TextPane } from './text/text-pane.tsx';

/** What is typed in the text is taken after so long without a key, milliseconds; of a long text later, because each time costs some. */
const IDLE_MS = 400;
const LONG_IDLE_MS = 900;
const LONG_UNITS = 64_000;
/** A long text is shown in the preview after this pause, milliseconds: to lay the page out holds keys up for a tenth of a second. */
const LONG_SHOWN_MS = 2_000;
/** Who types without a pause has the text taken so often, milliseconds: the browser keeps what was taken only. */
const AT_LATEST_MS = 2_500;

/** One text while it is written: its fields, and the pane that holds the text itself. */
export class WritingSession extends Observable {
  readonly work: UnsavedWork;
  readonly store: ContentStore;
  readonly notices = new Notices();
  readonly isPage: boolean;
  #pane: TextPane | null = null;
  /** The text that the pane has, as far as it was taken. */
  #shown = '';
  #isTyped = false;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #latest: ReturnType<typeof setTimeout> | undefined;
  /** When something was typed last, as `performance.now` counts. */
  #typedAt = Number.NEGATIVE_INFINITY;
  #problems: Problems = {};
  #leavesRedirect = true;

  constructor(work: UnsavedWork, store: ContentStore, isPage: boolean) {
    super();
    this.work = work;
    this.store = store;
    this.isPage = isPage;
    work.follows = () => true;
    work.collect = () => this.#collect();
    work.subscribe(() => {
      this.#show();
      this.changed();
    });
  }

  /**
   * Reads the text, and brings back what earlier pages have not saved.
   * @returns the fields that came back
   * @throws ApiRefusal, Unreachable
   */
  async open(): Promise<readonly string[]> {
    const restored = await this.work.open();
    await this.work.look();
    return (restored ?? []).filter((path) => this.work.isChanged(path));
  }

  /** The value of a field, unsaved changes included; empty for none. */
  textOf(field: TextField): string {
    return this.work.textOf(field) ?? '';
  }

  /** Changes a field. An address that nobody has chosen follows the title. */
  change(field: TextField, value: string): void {
    const before = this.textOf(field);
    if (before === value) return;
    this.#typedAt = performance.now();
    this.forget(field);
    if (field === 'titre' && !this.store.state.isPublished) {
      const address = followedAddress(this.textOf('slug'), before, value, this.isPage);
      if (address !== null) {
        this.forget('slug');
        this.work.change('slug', address);
      }
    }
    this.work.change(field, value);
  }

  /** Puts values into several fields. @returns those that the fields had before */
  put(values: TextValues): TextValues {
    this.work.collect();
    const fields = Object.keys(values) as TextField[];
    const before = Object.fromEntries(fields.map((field) => [field, this.textOf(field)]));
    for (const field of fields) {
      this.forget(field);
      this.work.change(field, values[field] ?? '');
    }
    return before;
  }

  /** Gives up all unsaved changes. @returns what was written */
  abandon(): TextValues {
    this.work.collect();
    const fields = [...this.work.changes.keys()] as TextField[];
    return this.put(Object.fromEntries(fields.map((field) => [field, this.work.baseOf(field)?.text ?? ''])));
  }

  /** Puts values back as they were before an act. */
  takeBack(before: TextValues): void {
    this.put(before);
    this.notices.hide('acte');
  }

  /** Whether the address that visitors know leads to the new one, where a publication changes the address. */
  get leavesRedirect(): boolean {
    return this.#leavesRedirect;
  }

  set leavesRedirect(leaves: boolean) {
    this.#leavesRedirect = leaves;
    this.changed();
  }

  /** Why fields are no good, in sentences, until they are changed. */
  get problems(): Problems {
    return this.#problems;
  }

  set problems(problems: Problems) {
    this.#problems = problems;
    this.changed();
  }

  /** Whether there is something that a save would store. */
  get isUnsaved(): boolean {
    return this.#isTyped || this.work.changes.size > 0;
  }

  /** Gives the text to a pane, from now on. @param make makes the pane @returns what takes the text away from it */
  attach(make: (html: string) => TextPane): () => void {
    this.#shown = this.textOf('contenu');
    const pane = make(this.#shown);
    this.#pane = pane;
    return () => {
      this.work.collect();
      this.#pane = null;
      pane.destroy();
    };
  }

  /** Brings the caret into the text. */
  focusText(): void {
    this.#pane?.focus();
  }

  /** Something was typed in the pane. */
  noteTyped(): void {
    const isNew = !this.#isTyped;
    this.#isTyped = true;
    this.#typedAt = performance.now();
    clearTimeout(this.#idle);
    const take = () => this.work.collect();
    this.#idle = setTimeout(take, this.#shown.length > LONG_UNITS ? LONG_IDLE_MS : IDLE_MS);
    this.#latest ??= setTimeout(take, AT_LATEST_MS);
    if (isNew) this.changed();
  }

  /** How long nobody must type on before the text is shown in the preview, milliseconds; not positive where that has passed. */
  get pauseLeft(): number {
    const pause = this.#shown.length > LONG_UNITS ? LONG_SHOWN_MS : IDLE_MS;
    return pause - (performance.now() - this.#typedAt);
  }

  /** Takes the text out of the pane. */
  #collect(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#latest);
    this.#latest = undefined;
    if (!this.#isTyped || !this.#pane) return;
    this.#isTyped = false;
    this.#shown = this.#pane.html();
    this.forget('contenu');
    this.work.change('contenu', this.#shown);
  }

  /** Shows the text in the pane where it was changed elsewhere. */
  #show(): void {
    if (!this.#pane || this.#isTyped) return;
    const text = this.textOf('contenu');
    if (text === this.#shown) return;
    this.#shown = text;
    this.#pane.setHtml(text);
  }

  forget(field: TextField): void {
    if (this.#problems[field] === undefined) return;
    const { [field]: _, ...others } = this.#problems;
    this.problems = others;
  }
}
