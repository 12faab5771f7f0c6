import type { VersionList } from '../contract/versions.ts';
import { findSource, listCopies } from '../storage/descent.ts';
import type { Queryable } from '../storage/statement.ts';
import { listVersions } from '../storage/theme-versions.ts';
import type { Theme } from '../storage/themes.ts';

/** Versions in one list. */
const VERSIONS_AT_ONCE = 50;

/**
 * The versions of a theme from the newest on, as the API and the studio's page give them.
 * @param before only older ones than this
 */
export async function versionList(
  db: Queryable,
  siteId: string,
  { id, nom, role }: Theme,
  before: number | null,
): Promise<VersionList> {
  const found = await listVersions(db, siteId, id, { before, atMost: VERSIONS_AT_ONCE + 1 });
  const versions = found.slice(0, VERSIONS_AT_ONCE);
  const next = found.length > VERSIONS_AT_ONCE ? versions.at(-1)?.numero : undefined;
  // The newest page names the copies of this theme, the oldest page names the theme that it was copied from.
  const copies = before === null ? await listCopies(db, siteId, id) : [];
  const source = next === undefined ? await findSource(db, siteId, id) : null;
  return {
    ...{ theme: { id, nom, role }, versions },
    ...(next !== undefined && { suite: next }),
    ...(copies.length > 0 && { copies }),
    ...(source && { fait_de: source }),
  };
}
