import type { ClientBase } from 'pg';
import type { Queryable } from './statement.ts';
import type { HeldTheme } from './theme-files.ts';

/** The row of a theme to be made. */
export interface NewDraft {
  readonly siteId: string;
  readonly name: string;
  readonly version: string;
  /** Catalog id. */
  readonly origin: string | null;
  /** The published theme that a working draft is a copy of: a site has one working draft at most. */
  readonly workingCopyOf?: string;
}

/** Adds a draft without files; its row is held by this transaction. */
export async function insertDraft(client: ClientBase, draft: NewDraft): Promise<HeldTheme> {
  const { siteId, name, version, origin, workingCopyOf = null } = draft;
  const { rows } = await client.query<{ id: string; maj_le: string }>(
    `INSERT INTO themes (site_id, nom, version, origine, issu_de) VALUES ($1, $2, $3, $4, $5) RETURNING id, maj_le`,
    [siteId, name, version, origin, workingCopyOf],
  );
  return { siteId, id: String(rows[0]?.id), updatedAt: String(rows[0]?.maj_le) };
}

/** @returns the id of the site's working draft, or null */
export async function findWorkingDraft(db: Queryable, siteId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM themes WHERE site_id = $1 AND issu_de IS NOT NULL', [
    siteId,
  ]);
  return rows[0]?.id ?? null;
}

/** @returns the id of the site's published theme, or null */
export async function findPublishedTheme(db: Queryable, siteId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>("SELECT id FROM themes WHERE site_id = $1 AND role = 'publie'", [
    siteId,
  ]);
  return rows[0]?.id ?? null;
}
