import { Observable } from '../observable.ts';
import { type ChosenFile, whyNotSent } from './admitted.ts';

/** How many files are sent at a time: a site may have four uploads, and others may upload as well. */
const AT_A_TIME = 3;

/** What became of a file that was sent. */
export interface Sent<Media> {
  readonly media: Media;
  /** Whether the library had the same bytes already. */
  readonly isKnown: boolean;
}

export interface Sending {
  readonly signal: AbortSignal;
  /** Tells how much of the file is sent, from 0 to 1. */
  readonly onSent: (share: number) => void;
}

export type UploadState<Media> =
  | { readonly kind: 'waiting' }
  /** `share` is 1 where all is sent and the platform examines the file. */
  | { readonly kind: 'sending'; readonly share: number }
  | ({ readonly kind: 'done' } & Sent<Media>)
  /** `error` is what was thrown, or a sentence where the file was not even sent. */
  | { readonly kind: 'refused'; readonly error: unknown; readonly canRetry: boolean };

export interface Upload<Media> {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly state: UploadState<Media>;
}

interface QueueOptions<Chosen, Media> {
  readonly send: (file: Chosen, sending: Sending) => Promise<Sent<Media>>;
  /** Whether the same file may be taken later, after what sending it has thrown. */
  readonly canRetry: (error: unknown) => boolean;
  readonly onDone: (sent: Sent<Media>) => void;
}

interface Entry<Chosen, Media> {
  readonly file: Chosen;
  shown: Upload<Media>;
  ends: AbortController | null;
}

/** Whether an upload was refused for a reason that may be over. */
export const mayBeSentAgain = ({ state }: Upload<unknown>): boolean => state.kind === 'refused' && state.canRetry;

/** Files on their way into a library: some are sent at a time, the others wait. */
export class UploadQueue<Chosen extends ChosenFile, Media> extends Observable {
  readonly #options: QueueOptions<Chosen, Media>;
  #entries: readonly Entry<Chosen, Media>[] = [];
  #last = 0;

  constructor(options: QueueOptions<Chosen, Media>) {
    super();
    this.#options = options;
  }

  get uploads(): readonly Upload<Media>[] {
    return this.#entries.map(({ shown }) => shown);
  }

  /** Whether files wait or are sent. */
  get isBusy(): boolean {
    return this.#entries.some(({ shown: { state } }) => state.kind === 'waiting' || state.kind === 'sending');
  }

  /** Takes files; those that no library takes are refused at once. */
  add(files: readonly Chosen[]): void {
    const added = files.map((file): Entry<Chosen, Media> => {
      const why = whyNotSent(file);
      const state: UploadState<Media> =
        why === null ? { kind: 'waiting' } : { kind: 'refused', error: why, canRetry: false };
      return { file, ends: null, shown: { id: ++this.#last, name: file.name, size: file.size, state } };
    });
    // What has ended well is no news any more.
    const kept = this.isBusy ? this.#entries : this.#entries.filter(({ shown }) => shown.state.kind !== 'done');
    this.#entries = [...kept, ...added];
    this.#goOn();
  }

  /** Takes a file off the list, and ends its upload. */
  cancel(id: number): void {
    const entry = this.#entryOf(id);
    this.#entries = this.#entries.filter((one) => one !== entry);
    entry?.ends?.abort();
    this.#goOn();
  }

  /** Sends a refused file once more. */
  retry(id: number): void {
    this.#sendAgain(this.#entries.filter(({ shown }) => shown.id === id));
  }

  /** Sends all refused files once more that may be taken now. */
  retryAll(): void {
    this.#sendAgain(this.#entries);
  }

  #sendAgain(entries: readonly Entry<Chosen, Media>[]): void {
    for (const entry of entries) {
      if (mayBeSentAgain(entry.shown)) entry.shown = { ...entry.shown, state: { kind: 'waiting' } };
    }
    this.#goOn();
  }

  /** Forgets what has ended, well or not. */
  clear(): void {
    this.#entries = this.#entries.filter(
      ({ shown: { state } }) => state.kind === 'waiting' || state.kind === 'sending',
    );
    this.changed();
  }

  #entryOf(id: number): Entry<Chosen, Media> | undefined {
    return this.#entries.find(({ shown }) => shown.id === id);
  }

  #goOn(): void {
    let free = AT_A_TIME - this.#entries.filter(({ shown }) => shown.state.kind === 'sending').length;
    for (const entry of this.#entries) {
      if (free <= 0) break;
      if (entry.shown.state.kind !== 'waiting') continue;
      free--;
      void this.#send(entry);
    }
    this.changed();
  }

  async #send(entry: Entry<Chosen, Media>): Promise<void> {
    const ends = new AbortController();
    const put = (state: UploadState<Media>) => {
      entry.shown = { ...entry.shown, state };
    };
    entry.ends = ends;
    put({ kind: 'sending', share: 0 });
    const { send, canRetry, onDone } = this.#options;
    try {
      const sent = await send(entry.file, {
        signal: ends.signal,
        onSent: (share) => {
          if (ends.signal.aborted) return;
          put({ kind: 'sending', share });
          this.changed();
        },
      });
      put({ kind: 'done', ...sent });
      onDone(sent);
    } catch (error) {
      put({ kind: 'refused', error, canRetry: canRetry(error) });
    }
    entry.ends = null;
    this.#goOn();
  }
}
