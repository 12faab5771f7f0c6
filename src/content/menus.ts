import * as stored from '../storage/menus.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { changeContent } from './changes.ts';
import { assertUnchanged, expectedVersion, type Guard } from './guard.ts';

/** The menus of a site; none, with no version, when it never had any. */
export async function readMenus(
  db: RolePools,
  siteId: string,
): Promise<{ readonly menus: stored.Menus; readonly maj_le: string | null }> {
  return (await stored.findMenus(db, siteId)) ?? { menus: {}, maj_le: null };
}

/**
 * Replaces all menus of a site.
 * @returns the new `maj_le`
 * @throws Refusal `invalid_input`, `autre_site`, `modifie_entre_temps`: what the guard refuses
 */
export async function replaceMenus(
  db: RolePools,
  siteId: string,
  { menus, guard }: { menus: stored.Menus; guard: Guard | undefined },
): Promise<string> {
  const expected = await expectedVersion(db, siteId, guard);
  return changeContent(db, siteId, async (client) => {
    assertUnchanged(expected, (await stored.findMenus(client, siteId))?.maj_le ?? null);
    return stored.replaceMenus(client, siteId, menus);
  });
}
