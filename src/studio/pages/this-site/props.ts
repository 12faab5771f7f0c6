import type { SiteLink } from '../../frame/props.ts';

export interface NamesProps {
  readonly site: SiteLink & { readonly id: string; readonly slug: string };
  /** The domain under which each site has its slug. */
  readonly domain: string;
  /** Slugs that the site had before, the newest first. */
  readonly former: readonly string[];
  /** Why the account may not change the names; null where it may. */
  readonly refusal: string | null;
}

/** What the sections of a site's end are made from. */
export interface SiteEnds {
  readonly site: { readonly id: string; readonly name: string };
  /** Whether the reader may decide. */
  readonly isOwner: boolean;
  /** Whether an owner has taken the site off. */
  readonly isOff: boolean;
  /** Whether an operator has. */
  readonly isOffByOthers: boolean;
  /** When a site that its owner has deleted goes for good, ISO 8601; null for every other site. */
  readonly goesAt: string | null;
}

export interface ThisSiteProps {
  readonly names: NamesProps;
  readonly ends: SiteEnds;
}
