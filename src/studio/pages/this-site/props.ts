import type { SiteLink } from '../../frame/props.ts';
import type { SiteEnds } from './ends.ts';

export interface NamesProps {
  readonly site: SiteLink & { readonly id: string; readonly slug: string };
  /** The domain under which each site has its slug. */
  readonly domain: string;
  /** Slugs that the site had before, the newest first. */
  readonly former: readonly string[];
  /** Why the account may not change the names; null where it may. */
  readonly refusal: string | null;
}

export interface ThisSiteProps {
  readonly names: NamesProps;
  readonly ends: SiteEnds;
}
