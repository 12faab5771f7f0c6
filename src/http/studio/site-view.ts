import type { DescendedTheme } from '../../storage/descent.ts';
import type { VisitorRequest } from '../../storage/requests.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { PreviousTheme } from '../../storage/theme-drafts.ts';
import type { ThemeComparison } from '../../themes/comparison.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';

/** What the page of a site shows. */
export interface SitePageView {
  readonly site: MemberSite;
  /** Scheme, host and port of its public pages. */
  readonly origin: string;
  readonly domains: readonly string[];
  /** The published one first. */
  readonly themes: readonly DescendedTheme[];
  /** What « revenir » would publish again; null where nothing was published before, or it was deleted. */
  readonly previous: PreviousTheme | null;
  readonly comparisons: ReadonlyMap<string, ThemeComparison>;
  readonly requests: readonly VisitorRequest[];
  /** Where older requests begin; null when there are none. */
  readonly older: string | null;
  readonly storefront: Storefront;
}

/** What a member may do on a site; a control that would be refused is shown disabled. */
export interface Rights {
  /** Whether anything may be changed. */
  readonly change: boolean;
  /** Whether a draft may be deleted, which an inactive site allows. */
  readonly remove: boolean;
}

/** The id of the sentence that says why controls are disabled. */
export const REASON_ID = 'raison';

/** Attributes of a control that may be used or not. */
export const usable = (isUsable: boolean): string => (isUsable ? '' : ` disabled aria-describedby="${REASON_ID}"`);
