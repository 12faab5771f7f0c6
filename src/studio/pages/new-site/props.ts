import type { Trade } from '../../../themes/trades.ts';
import type { AccountAddress, Picture } from '../../parts/props.ts';

/** A theme that is proposed for a trade, with its edition. */
export interface Proposal {
  /** Ids of the theme and of its edition. */
  readonly origin: string;
  readonly edition: string;
  /** Name of the edition, and for whom it is. */
  readonly variant: string;
  readonly audience: string;
}

export interface OfferedTrade {
  readonly id: Trade;
  readonly label: string;
  readonly proposals: readonly Proposal[];
}

export interface NewSiteProps {
  readonly account: AccountAddress;
  /** How many sites the account may have, where it has as many; null where it may make one more. */
  readonly limit: number | null;
  /** The domain under which each site has its name. */
  readonly domain: string;
  readonly trades: readonly OfferedTrade[];
  /** The themes of the catalog. */
  readonly themes: readonly { readonly id: string; readonly name: string; readonly picture: Picture | null }[];
}
