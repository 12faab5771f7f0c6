/** What a text leaves at its former address, and what becomes of the redirects around it (docs/redirects.md, Addresses that change). */
import type { PoolClient } from 'pg';
import { findRedirect } from '../storage/redirects.ts';
import type { Move } from './redirect-table.ts';
import { readTable, writeTable } from './stored-redirects.ts';

/**
 * A page or an article has moved: what led to its former address leads to its present one. Under the lock of the site, after the write.
 * @returns whether a redirect has changed
 */
export async function followText(client: PoolClient, siteId: string, move: Move): Promise<boolean> {
  // The home page answers at its address whatever stands there.
  if (move.from === HOME || move.from === move.to) return false;
  const table = await readTable(client, siteId, [move.to]);
  table.moveText(move);
  return writeTable(client, siteId, table);
}

/** A blog has moved, with all that is beneath, as `followText`. */
export async function followBlog(client: PoolClient, siteId: string, move: Move): Promise<boolean> {
  if (move.from === move.to) return false;
  const table = await readTable(client, siteId, [move.to], move.to);
  table.moveBlog(move);
  return writeTable(client, siteId, table);
}

/** Visitors see a text at this path: no redirect starts there any more. @returns whether one did */
export async function giveWay(client: PoolClient, siteId: string, path: string): Promise<boolean> {
  if (!(await findRedirect(client, siteId, path))) return false;
  const table = await readTable(client, siteId, [path]);
  table.giveWay(path);
  return writeTable(client, siteId, table);
}

const HOME = '/';
