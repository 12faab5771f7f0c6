import type { Offline, SiteFacts } from '../../frame/props.ts';
import type { AccountAddress, Picture } from '../../parts/props.ts';

/** A site as the first page shows it. */
export interface SiteCard extends SiteFacts {
  readonly offline: Offline | null;
  readonly picture: Picture | null;
  /** The theme that visitors see; null where there is none. */
  readonly published: { readonly id: string; readonly name: string } | null;
  /** How many requests the site got in the last thirty days; null for who may see none. */
  readonly requests: number | null;
}

export interface HomeProps {
  readonly account: AccountAddress;
  readonly sites: readonly SiteCard[];
}
