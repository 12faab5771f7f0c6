import type { PoolClient } from 'pg';
import { allRedirects, deleteRedirects, moveRedirects, putRedirects } from '../storage/redirects.ts';
import { targetsAt } from './link-targets.ts';
import { pathOf, RedirectTable } from './redirect-table.ts';

/** The redirects of a site, under its lock. @param more addresses that redirects are to start from, or texts came to */
export async function readTable(client: PoolClient, siteId: string, more: readonly string[]): Promise<RedirectTable> {
  const rows = await allRedirects(client, siteId);
  const paths = new Set([...rows.map(({ de }) => pathOf(de)), ...more.map(pathOf)]);
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
