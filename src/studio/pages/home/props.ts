import type { Offline, SiteLink } from '../../frame/props.ts';
import type { Picture } from '../../parts/props.ts';

/** A site as the first page shows it. */
export interface SiteCard extends SiteLink {
  readonly id: string;
  readonly addresses: readonly string[];
  /** Its state and the role of the account, in words. */
  readonly state: string;
  readonly isActive: boolean;
  readonly role: string;
  readonly offline: Offline | null;
  /** Why nothing may be changed there; null where it may. */
  readonly refusal: string | null;
  readonly picture: Picture | null;
  /** The theme that visitors see; null where there is none. */
  readonly published: { readonly name: string; readonly code: string; readonly customise: string } | null;
  /** Of thirty days. */
  readonly requests: number;
}

export interface HomeProps {
  readonly sites: readonly SiteCard[];
}
