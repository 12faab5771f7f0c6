import type { RenderedPage } from '../../contract/previews.ts';
import { ApiRefusal, BUSY_MS } from '../api/client.ts';
import { Observable } from '../observable.ts';
import { Preview, type PreviewOptions } from './preview.ts';
import { standIn, troubleIn } from './reasons.ts';
import type { PreviewSource } from './source.ts';

interface PreviewStateOptions extends Pick<PreviewOptions, 'api' | 'themeId' | 'nonce' | 'pictures'> {
  readonly source: PreviewSource;
  /** When the last key was pressed, as `performance.now` counts; null where nothing was typed since this was asked. */
  readonly takeKeystroke?: () => number | null;
  readonly onSignedOut: (refusal: ApiRefusal) => void;
}

/** Of changes without a key, such as a slider's, one is shown in this time, milliseconds; the next waits for further ones. */
const EVERY_MS = 200;
const PAUSE_MS = 40;

const MOMENTARY: ReadonlySet<string | null> = new Set(['occupe', 'quarantaine']);

/** What the preview shows, and whether the last render succeeded. */
export class PreviewState extends Observable {
  readonly #options: PreviewStateOptions;
  #preview: Preview | null = null;
  #address = '/';
  /** What the shown page was made of. */
  #shown: readonly (string | null)[] = [];
  #asked = Number.NEGATIVE_INFINITY;
  #next: ReturnType<typeof setTimeout> | undefined;
  #revealed: string | null = null;
  /** What was shown last. */
  page: RenderedPage | null = null;
  /** Time from the last key to the shown page, or from the asking for it, milliseconds. */
  took: number | null = null;
  /** Why nothing newer is shown, or what the page lacks, in a sentence. */
  trouble: string | null = null;
  /** A link of the page was followed. */
  onNavigate: PreviewOptions['onNavigate'] = (address) => this.go(address);
  /** A part of the page was clicked. */
  onSection: PreviewOptions['onSection'] = () => undefined;
  /** A page is on the screen. */
  onRendered: (page: RenderedPage) => void = () => undefined;

  constructor(options: PreviewStateOptions) {
    super();
    this.#options = options;
    options.source.subscribe(() => this.#follow());
  }

  get address(): string {
    return this.#address;
  }

  /** Begins to show pages. @param host the element that the frame is put into @returns what ends it */
  attach(host: HTMLElement): () => void {
    const preview = new Preview({
      ...this.#options,
      host,
      textOf: this.#options.source.textOf,
      onNavigate: (address) => this.onNavigate(address),
      onSection: (section) => this.onSection(section),
    });
    this.#preview = preview;
    this.#shown = [];
    this.#follow();
    return () => {
      clearTimeout(this.#next);
      preview.close();
      this.#preview = null;
    };
  }

  go(address: string): void {
    this.#address = address;
    this.changed();
    void this.#render(null);
  }

  /** Keeps a section in view. @param key null for none */
  reveal(key: string | null): void {
    this.#revealed = key;
    if (key !== null) this.#preview?.reveal(key);
  }

  /** Renders again when a text has changed. */
  #follow(): void {
    if (!this.#preview) return;
    const { source, takeKeystroke } = this.#options;
    const from = source.parts();
    if (from.length === this.#shown.length && from.every((one, at) => one === this.#shown[at])) return;
    const isFirst = this.#shown.length === 0;
    this.#shown = from;
    const since = takeKeystroke?.() ?? null;
    if (since === null && performance.now() - this.#asked < EVERY_MS) this.#renderLater(PAUSE_MS);
    else void this.#render(isFirst ? null : since);
  }

  #renderLater(ms: number, since: number | null = null): void {
    clearTimeout(this.#next);
    this.#next = setTimeout(() => void this.#render(since), ms);
  }

  /** @param since when the last key was pressed; null where nothing was typed */
  async #render(since: number | null): Promise<void> {
    const preview = this.#preview;
    if (!preview) return;
    clearTimeout(this.#next);
    this.#asked = performance.now();
    const began = since ?? this.#asked;
    const { source, onSignedOut } = this.#options;
    const request = source.request();
    try {
      await source.read();
      // The preview was taken away meanwhile.
      if (preview !== this.#preview) return;
      const page = await preview.show({ adresse: this.#address, request });
      // A newer render is under way.
      if (!page) return;
      this.page = page;
      this.took = Math.round(performance.now() - began);
      this.trouble = troubleIn(page) ?? standIn(page);
      if (MOMENTARY.has(page.raison)) this.#renderLater(BUSY_MS);
      this.onRendered(page);
      this.reveal(this.#revealed);
    } catch (error) {
      this.trouble = (error as Error).message;
      if (error instanceof ApiRefusal && error.isMomentary) this.#renderLater(BUSY_MS, since);
      if (error instanceof ApiRefusal && error.isSignedOut) onSignedOut(error);
    }
    this.changed();
  }
}
