import type { ListedRedirect } from '../../../storage/redirects.ts';
import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

export type RedirectEntry = ListedRedirect;

/** What of the page is shown: the redirects, or the links of the site that lead nowhere. */
export type RedirectsPart = 'redirections' | 'liens';

export interface RedirectsProps {
  readonly site: SiteLink & {
    readonly id: string;
    /** Scheme, host and port of the public pages. */
    readonly address: string;
    /** Hosts of the site, in lower case: an address of one of them is a path. */
    readonly hosts: readonly string[];
  };
  readonly readOnly: ReadOnly | null;
  readonly part: RedirectsPart;
  /** What is looked for; empty for nothing. */
  readonly q: string;
  /** What the field of the old address begins with: another page has sent the person here. */
  readonly from: string;
  /** The newest first. */
  readonly redirects: readonly RedirectEntry[];
  /** How many the search has found. */
  readonly total: number;
  /** Whether the list begins with its first row. */
  readonly isFirst: boolean;
  /** Where the list goes on; null at its end. */
  readonly next: string | null;
}
