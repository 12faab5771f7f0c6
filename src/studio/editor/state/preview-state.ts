import type { RenderedPage } from '../../../contract/previews.ts';
import { ApiRefusal } from '../../api/client.ts';
import { Observable } from '../../observable.ts';
import type { Preview } from '../../preview/preview.ts';
import { standIn, troubleIn } from '../../preview/reasons.ts';
import type { Editor } from './editor.ts';

/** Widths at which the preview is shown, CSS pixels; null for a whole desktop window. */
export const WIDTHS = [390, 768, null] as const;
export type Width = (typeof WIDTHS)[number];

/** A service that was busy is asked again after this time, milliseconds. */
const BUSY_MS = 400;

/** What the preview shows, and whether the last render succeeded. */
export class PreviewState extends Observable {
  readonly #editor: Editor;
  #preview: Preview | null = null;
  #address: string;
  /** The changes and the stored files that the shown page was made of. */
  #shown: readonly (string | null)[] = [];
  #again: ReturnType<typeof setTimeout> | undefined;
  isLoading = false;
  /** What was shown last. */
  page: RenderedPage | null = null;
  /** Time from the last key to the shown page, or from the asking for it, milliseconds. */
  took: number | null = null;
  /** Why nothing newer is shown, or what the page lacks, in a sentence. */
  trouble: string | null = null;

  constructor(editor: Editor) {
    super();
    this.#editor = editor;
    this.#address = '/';
    editor.subscribe(() => this.#follow());
  }

  get address(): string {
    return this.#address;
  }

  /** Begins to show pages, in a frame. */
  attach(preview: Preview): void {
    this.#preview = preview;
    this.#shown = [];
    this.#follow();
  }

  detach(): void {
    this.#preview?.close();
    this.#preview = null;
  }

  go(address: string): void {
    this.#address = address;
    void this.render(null);
  }

  /** Renders again when a text or the address has changed. */
  #follow(): void {
    const { work, isReady } = this.#editor;
    if (!isReady || !this.#preview) return;
    const stored = work.store.entries.flatMap(({ chemin, empreinte }) => [chemin, empreinte]);
    const from = [...[...work.changes].flat(), '', ...stored];
    if (from.length === this.#shown.length && from.every((one, at) => one === this.#shown[at])) return;
    const isFirst = this.#shown.length === 0;
    this.#shown = from;
    const since = this.#editor.takeKeystroke();
    void this.render(isFirst ? null : since);
  }

  /** @param since when the last key was pressed, as `performance.now` counts; null where nothing was typed */
  async render(since: number | null): Promise<void> {
    const preview = this.#preview;
    if (!preview) return;
    clearTimeout(this.#again);
    const began = since ?? performance.now();
    this.isLoading = true;
    this.changed();
    const { changes } = this.#editor.work;
    try {
      await this.#readAssets();
      const page = await preview.show({ adresse: this.#address, changes });
      // A newer render is under way.
      if (!page) return;
      this.page = page;
      this.took = Math.round(performance.now() - began);
      this.trouble = troubleIn(page) ?? standIn(page);
      if (page.raison === 'occupe') this.#again = setTimeout(() => void this.render(null), BUSY_MS);
    } catch (error) {
      if (error instanceof ApiRefusal && error.isMomentary) {
        this.#again = setTimeout(() => void this.render(since), BUSY_MS);
        return;
      }
      this.trouble = (error as Error).message;
      if (error instanceof ApiRefusal && error.isSignedOut) this.#editor.note(error);
    }
    this.isLoading = false;
    this.changed();
  }

  /** Reads the files of `assets/`: they are written into the frame, which may fetch nothing. */
  async #readAssets(): Promise<void> {
    await this.#editor.work.store.readAll((path) => path.startsWith('assets/'));
  }
}
