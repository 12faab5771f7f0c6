import type { AccountAddress } from '../../parts/props.ts';

export interface AccountProps extends AccountAddress {
  /** The address that waits to be confirmed by a link in its mail; null where there is none. */
  readonly next: string | null;
  /** Sites that no other owner keeps: they go with the account. */
  readonly ownSites: readonly { readonly id: string; readonly name: string }[];
  /** When the account goes; null where it does not wait for its deletion. */
  readonly goesAt: string | null;
  /** Whether the operator’s page is there for this session. */
  readonly operates?: true;
}
