import { Refusal } from '../errors.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { instantOf } from './instant.ts';

/** What the client had read of an object before writing it (docs/decisions/guarded-writes.md). */
export interface Guard {
  /** Id of the site, in lower case. */
  readonly site: string;
  /** Null when the object did not exist. */
  readonly majLe: string | null;
}

/** The version that an object must still have; undefined when every version is accepted. */
type ExpectedVersion = string | null | undefined;

/**
 * The version that a guard asks for, in the form in which versions are read. The write compares under its lock.
 * @throws Refusal `invalid_input` when its time is invalid, then `autre_site`
 */
export async function expectedVersion(
  db: RolePools,
  siteId: string,
  guard: Guard | undefined,
): Promise<ExpectedVersion> {
  if (!guard) return undefined;
  const version = guard.majLe === null ? null : await instantOf(db, guard.majLe, 'garde.majLe');
  if (guard.site !== siteId) throw new Refusal('autre_site');
  return version;
}

/** @throws Refusal `modifie_entre_temps` */
export function assertUnchanged(expected: ExpectedVersion, current: string | null): void {
  if (expected !== undefined && expected !== current) throw new Refusal('modifie_entre_temps');
}
