import type { LibraryQuery, LibrarySite, Listing } from '../../library/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

export interface MediasProps {
  readonly site: LibrarySite & { readonly name: string };
  readonly readOnly: ReadOnly | null;
  readonly query: LibraryQuery;
  readonly list: Listing;
  /** Address of the list from its beginning; null where this is it. */
  readonly newest: string | null;
}
