import type { Edit } from './edits.ts';

/** An unsaved change as the browser keeps it. */
export interface Draft extends Edit {
  readonly theme: string;
  readonly path: string;
  /** Id of the page that wrote it: two tabs may edit one file. */
  readonly page: string;
  /** When it was written, milliseconds since 1970. */
  readonly at: number;
}

/** Where drafts are kept. */
export interface DraftShelf {
  /** @returns those of a theme, the newest first */
  all(theme: string): Promise<readonly Draft[]>;
  /** Writes and removes drafts in one transaction. */
  write(put: readonly Draft[], remove: readonly Pick<Draft, 'theme' | 'path' | 'page'>[]): Promise<void>;
}
