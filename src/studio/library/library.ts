import type { Api } from '../api/client.ts';
import { CHANGING_MEDIA } from '../api/refusals.ts';
import { Observable } from '../observable.ts';
import type { Filter, LibraryFile, LibraryQuery, LibrarySite, Listing, Usage } from './props.ts';
import { mayBeTakenLater, sendFile } from './send-file.ts';
import { UploadQueue } from './upload-queue.ts';

const PATH = '/api/medias';

export const ALL: LibraryQuery = { q: '', filter: null };

export const FILTERS: readonly (readonly [filter: Filter | null, label: string])[] = [
  [null, 'Tous'],
  ['inutilises', 'Inutilisés'],
  ['sans_description', 'Sans description'],
];

/** A query as addresses have it. @param after where the list begins */
export const queryFields = ({ q, filter }: LibraryQuery, after: string | null): Record<string, string> => ({
  ...(q && { q }),
  ...(filter && { filtre: filter }),
  ...(after && { apres: after }),
});

/** What a person has typed of a file and not saved yet. */
export type TypedWords = Partial<Pick<LibraryFile, 'nom' | 'alt' | 'focal'>>;

/** The library of a site as a page shows it: the part of its list that is read, what is on its way into it, and what is typed. */
export class Library extends Observable {
  readonly site: LibrarySite;
  readonly uploads: UploadQueue<File, LibraryFile>;
  /** By id of a file: kept when its window is closed, so that no text is lost. */
  readonly typed = new Map<string, TypedWords>();
  readonly #api: Api;
  #query: LibraryQuery;
  #files: readonly LibraryFile[];
  #next: string | null;
  /** Counts questions: an answer that a later question has overtaken is dropped. */
  #asked = 0;
  isLoading = false;
  /** Why the list could not be read; null where it is. */
  failure: unknown = null;
  /** A file has come into the library. */
  onArrived: (file: LibraryFile) => void = () => undefined;

  /** @param first part of the list, as the server has drawn it */
  constructor(api: Api, site: LibrarySite, first: Listing, query: LibraryQuery = ALL) {
    super();
    this.site = site;
    this.#api = api;
    this.#query = query;
    this.#files = first.medias;
    this.#next = first.suite;
    this.uploads = new UploadQueue({
      send: async (file, sending) => {
        const { media, existe } = await sendFile(site.id, file, sending);
        return { media: media as LibraryFile, isKnown: existe === true };
      },
      canRetry: mayBeTakenLater,
      onDone: ({ media }) => {
        this.put(media);
        this.onArrived(media);
      },
    });
  }

  get query(): LibraryQuery {
    return this.#query;
  }

  get files(): readonly LibraryFile[] {
    return this.#files;
  }

  /** Where the list goes on; null at its end. */
  get next(): string | null {
    return this.#next;
  }

  /** Lists other files, from the newest on. */
  async show(query: LibraryQuery): Promise<void> {
    this.#query = query;
    await this.#read(null);
  }

  /** Lists the next ones, too. */
  async showMore(): Promise<void> {
    if (this.#next !== null && !this.isLoading) await this.#read(this.#next);
  }

  async #read(after: string | null): Promise<void> {
    const mine = ++this.#asked;
    this.isLoading = true;
    this.failure = null;
    this.changed();
    try {
      const query = queryFields(this.#query, after);
      const { medias, suite = null } = await this.#api.send<Partial<Listing> & Pick<Listing, 'medias'>>(PATH, {
        query,
      });
      if (mine !== this.#asked) return;
      const shown = new Set(after === null ? [] : this.#files.map(({ id }) => id));
      this.#files = [...(after === null ? [] : this.#files), ...medias.filter(({ id }) => !shown.has(id))];
      this.#next = suite;
    } catch (error) {
      if (mine !== this.#asked) return;
      this.failure = error;
    }
    this.isLoading = false;
    this.changed();
  }

  /** A file with what shows it. @throws ApiRefusal, Unreachable; AbortError */
  async read(
    id: string,
    signal?: AbortSignal,
  ): Promise<{ readonly media: LibraryFile; readonly usages: readonly Usage[] }> {
    const asked = { query: { id }, act: CHANGING_MEDIA, ...(signal && { signal }) };
    const told = await this.#api.send<{ media: LibraryFile; usages: readonly Usage[] }>(PATH, asked);
    if (this.#files.some((one) => one.id === id)) this.put(told.media);
    return told;
  }

  /** Writes what was typed of a file. @throws ApiRefusal, Unreachable */
  async change(id: string, words: TypedWords): Promise<void> {
    await this.#api.send(PATH, { method: 'PATCH', body: { id, ...words }, act: CHANGING_MEDIA });
    this.typed.delete(id);
    await this.read(id);
  }

  /** Gives a file other bytes; its addresses stay. @throws ApiRefusal, Unreachable */
  async replace(id: string, file: File, onSent: (share: number) => void): Promise<void> {
    await sendFile(this.site.id, file, { signal: new AbortController().signal, onSent }, id);
    await this.read(id);
  }

  /** @param isForced even where something shows it @throws ApiRefusal, Unreachable */
  async remove(id: string, isForced: boolean): Promise<void> {
    const query = { id, ...(isForced && { forcer: '1' }) };
    await this.#api.send(PATH, { method: 'DELETE', query, act: CHANGING_MEDIA });
    this.drop(id);
  }

  /** Shows a file as it is now; a new one stands first. */
  put(file: LibraryFile): void {
    const isShown = this.#files.some(({ id }) => id === file.id);
    this.#files = isShown ? this.#files.map((one) => (one.id === file.id ? file : one)) : [file, ...this.#files];
    this.changed();
  }

  /** Takes a file off the list that is no longer there. */
  drop(id: string): void {
    this.typed.delete(id);
    this.#files = this.#files.filter((one) => one.id !== id);
    this.changed();
  }

  /** What was typed that differs from a file; null where nothing does. */
  changesOf(file: LibraryFile): TypedWords | null {
    const { nom, alt, focal } = this.typed.get(file.id) ?? {};
    const changes: TypedWords = {
      ...(nom !== undefined && nom !== file.nom && { nom }),
      ...(alt !== undefined && alt !== file.alt && { alt }),
      ...(focal && (focal.x !== file.focal.x || focal.y !== file.focal.y) && { focal }),
    };
    return Object.keys(changes).length > 0 ? changes : null;
  }

  type(id: string, words: TypedWords): void {
    this.typed.set(id, { ...this.typed.get(id), ...words });
    this.changed();
  }
}
