import type { HandOver } from '../../../storage/hand-overs.ts';
import type { Invitation } from '../../../storage/invitations.ts';
import type { Member } from '../../../storage/members.ts';
import type { SiteLink } from '../../frame/props.ts';
import type { AccountAddress, ReadOnly } from '../../parts/props.ts';

export interface MembersProps {
  readonly site: SiteLink & { readonly id: string };
  /** Who looks. */
  readonly account: AccountAddress & { readonly id: string };
  readonly isOwner: boolean;
  /** Why nobody may be invited; null where owners may. */
  readonly inactivity: ReadOnly | null;
  readonly members: readonly Member[];
  /** Only for owners. */
  readonly invitations: readonly Invitation[];
  /** The site that waits for the agreement of who is to get it; null where it does not. */
  readonly handOver: Pick<HandOver, 'from' | 'to' | 'askedAt'> | null;
  /** For what is over, milliseconds since 1970. */
  readonly now: number;
}
