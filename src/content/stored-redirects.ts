import type { PoolClient } from 'pg';
import { allRedirects, deleteRedirects, moveRedirects, putRedirects } from '../storage/redirects.ts';
import { targetsAt } from './link-targets.ts';
import { isBeneath, pathOf, RedirectTable } from './redirect-table.ts';

/**
 * The redirects of a site, under its lock. Of 10,000 addresses few matter: those to which something leads, and those that are to change.
 * @param more addresses that redirects are to start from or to lead to, or texts came to
 * @param blog path of a blog that came to an address, with what is beneath
 */
export async function readTable(
  client: PoolClient,
  siteId: string,
  more: readonly string[],
  blog: string | null = null,
): Promise<RedirectTable> {
  const rows = await allRedirects(client, siteId);
  const led = new Set([...rows.flatMap(({ vers }) => vers ?? []), ...more].map(pathOf));
  const from = rows.map(({ de }) => pathOf(de));
  const matters = (path: string) => led.has(path) || (blog !== null && isBeneath(path, blog));
  const paths = new Set([...from.filter(matters), ...more.map(pathOf)].filter((path) => path.startsWith('/')));
  const known = await targetsAt(client, siteId, [...paths]);
  const standing = known.filter(({ genre }) => genre !== 'autre');
  return new RedirectTable(rows, {
    standing: new Set(standing.map(({ adresse }) => adresse)),
    shown: new Set(standing.flatMap(({ adresse, etat }) => (etat === 'visible' ? adresse : []))),
  });
}

/** Stores what a table has become. @returns whether anything was written */
export async function writeTable(client: PoolClient, siteId: string, table: RedirectTable): Promise<boolean> {
  const { removed, added, moved } = table.changes();
  await deleteRedirects(client, siteId, removed);
  await putRedirects(client, siteId, added);
  await moveRedirects(client, siteId, moved);
  return removed.length + added.length + moved.length > 0;
}
