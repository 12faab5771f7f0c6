/** Who has which role on a site once what was weakly proven is undone (docs/decisions/recovery.md). Pure. */
import type { MemberRole } from '../../storage/accounts.ts';
import type { Grant } from '../../storage/grants.ts';

/** What is undone: what an account has decided, and what rests on nothing older than a time. */
export interface Undone {
  readonly accountId: string;
  /** ISO 8601, microseconds, UTC. */
  readonly since: string;
}

type Roles = ReadonlyMap<string, MemberRole | null>;

const POWER: Readonly<Record<MemberRole, number>> = { lecteur: 1, editeur: 2, proprietaire: 3 };
/** How much a role may do. */
export const powerOf = (role: MemberRole | null): number => (role === null ? 0 : POWER[role]);

/**
 * Goes through the grants of a site once more. One counts if it is not undone and whoever decided it was an owner then, by grants that count; anybody
 * may have less. A grant that would leave the site without an owner does not count.
 * @param grants in the order in which they were done
 * @param otherOwners how many owners of the site no grant is about
 * @param undone null: the roles as they are
 * @returns the roles of the accounts that the grants are about; null for none
 */
export function rolesWithout(grants: readonly Grant[], otherOwners: number, undone: Undone | null): Roles {
  const roles = new Map<string, MemberRole | null>();
  for (const { accountId, before } of grants) if (!roles.has(accountId)) roles.set(accountId, before);
  const isUndone = ({ by, restsOn }: Grant) => undone !== null && by === undone.accountId && restsOn >= undone.since;
  /** Of an account that no grant is about nothing has changed: it may do what it did. */
  const owns = (account: string) => !roles.has(account) || roles.get(account) === 'proprietaire';
  const ownersWithout = (account: string) =>
    otherOwners + [...roles].filter(([id, role]) => id !== account && role === 'proprietaire').length;

  const counting = new Set<Grant>();
  const decide = (grant: Grant) => {
    if (!isUndone(grant) && (grant.by === null || owns(grant.by))) counting.add(grant);
  };
  const fulfil = (grant: Grant) => {
    const { accountId, by, after } = grant;
    const isLess = by === accountId && !isUndone(grant) && powerOf(after) < powerOf(roles.get(accountId) ?? null);
    if (!isLess && !counting.has(grant)) return;
    if (after !== 'proprietaire' && ownersWithout(accountId) === 0) return;
    roles.set(accountId, after);
  };
  for (const { act, grant } of inOrder(grants)) (act === 'decided' ? decide : fulfil)(grant);
  return roles;
}

interface Moment {
  readonly act: 'decided' | 'done';
  readonly at: string;
  readonly grant: Grant;
}

/** An invitation is decided before it is accepted. What is decided and done at one time stays together. */
function inOrder(grants: readonly Grant[]): readonly Moment[] {
  const moments = grants.flatMap((grant): Moment[] => [
    { act: 'decided', at: grant.decidedAt, grant },
    { act: 'done', at: grant.doneAt, grant },
  ]);
  return moments.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
