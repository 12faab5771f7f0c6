import { Observable } from '../observable.ts';

/** What a notice offers to do. */
export type NoticeAction =
  | { readonly label: string; readonly run: () => void }
  /** Opened in another tab of the browser, so that this one keeps what it has. */
  | { readonly label: string; readonly href: string };

/** Something that a person should know; shown until it is no longer true. */
export interface Notice {
  /** Only one notice of a kind is shown. */
  readonly id: string;
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly NoticeAction[];
  /** The file that it is about: shown only with it. */
  readonly path?: string;
  /** Whether a person may close it. */
  readonly isDismissible: boolean;
  /** Whether it is still true. */
  readonly holds: () => boolean;
}

type Details = Pick<Notice, 'actions' | 'isDismissible' | 'holds' | 'path'>;

export class Notices extends Observable {
  readonly #all = new Map<string, Notice>();

  /** Those that are still true. */
  get all(): readonly Notice[] {
    for (const { id, holds } of [...this.#all.values()]) if (!holds()) this.#all.delete(id);
    return [...this.#all.values()];
  }

  show(
    id: string,
    tone: Notice['tone'],
    text: string,
    { actions = [], isDismissible = true, holds = () => true, path }: Partial<Details> = {},
  ): void {
    this.#all.set(id, { id, tone, text, actions, isDismissible, holds, ...(path !== undefined && { path }) });
    this.changed();
  }

  hide(...ids: readonly string[]): void {
    if (ids.map((id) => this.#all.delete(id)).includes(true)) this.changed();
  }
}
