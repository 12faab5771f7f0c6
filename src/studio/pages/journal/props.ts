import type { ActGroup, ActName } from '../../../journal/acts.ts';
import type { Part } from '../../../journal/sentences.ts';
import type { SiteLink } from '../../frame/props.ts';

/** Which entries are listed; empty texts for all. */
export interface JournalQuery {
  readonly groupe: ActGroup | '';
  /** Id of an account, or `exploitant`. */
  readonly compte: string;
  /** YYYY-MM-DD */
  readonly depuis: string;
  readonly jusqua: string;
}

export interface JournalEntry {
  readonly id: string;
  /** ISO 8601, and in words of the site’s zone. */
  readonly at: string;
  readonly when: string;
  readonly act: ActName | null;
  readonly who: readonly Part[];
  readonly deed: readonly Part[];
}

export interface JournalProps {
  readonly site: SiteLink & { readonly id: string };
  /** Whether the member may see none of it. */
  readonly isRefused: boolean;
  readonly query: JournalQuery;
  /** What a person chooses among: values with their words. */
  readonly groups: readonly (readonly [ActGroup, string])[];
  readonly people: readonly (readonly [value: string, words: string])[];
  /** The newest first. */
  readonly entries: readonly JournalEntry[];
  /** Where the list goes on; null at its end. */
  readonly next: string | null;
  /** Whether the list begins with the newest. */
  readonly isFirst: boolean;
}
