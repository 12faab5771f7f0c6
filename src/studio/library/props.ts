import type { z } from 'zod';
import type { Media, Use } from '../../contract/medias.ts';

/** A file of a site's library, as the API gives it. */
export type LibraryFile = Readonly<Media>;

/** Something that names a file. */
export type Usage = Readonly<z.output<typeof Use>>;

/** Part of the list of a library, the newest first. */
export interface Listing {
  readonly medias: readonly LibraryFile[];
  /** Where the list goes on; null where this is its end. */
  readonly suite: string | null;
}

export type Filter = 'inutilises' | 'sans_description';

/** Which files of a library are listed. */
export interface LibraryQuery {
  /** Words of name or description; empty for all. */
  readonly q: string;
  readonly filter: Filter | null;
}

/** The site that a library is of. */
export interface LibrarySite {
  readonly id: string;
  /** Address of its page in the studio, behind which its files stand for members. */
  readonly path: string;
  /** Scheme, host and port of its public pages. */
  readonly address: string;
}
