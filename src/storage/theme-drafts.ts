import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Queryable } from './statement.ts';
import type { HeldTheme } from './theme-files.ts';
import type { Authorship } from './theme-versions.ts';

/** The row of a theme to be made. */
export interface NewDraft {
  readonly siteId: string;
  readonly name: string;
  readonly version: string;
  /** Catalog id. */
  readonly origin: string | null;
  /** The published theme that a working draft is a copy of: a site has one working draft at most. */
  readonly workingCopyOf?: string;
  /** The line of descent of the draft; without it the draft begins a new line. */
  readonly line?: string;
  /** The theme that it is copied from, and the version of that theme. */
  readonly source?: { readonly id: string; readonly numero: number };
  /** Who makes the first version. */
  readonly authorship: Authorship;
}

/** Adds a draft without files, in its first version; its row is held by this transaction. */
export async function insertDraft(client: ClientBase, draft: NewDraft): Promise<HeldTheme> {
  const { siteId, name, version, origin, workingCopyOf = null, source, authorship } = draft;
  const id = randomUUID();
  const { rows } = await client.query<{ maj_le: string }>(
    `WITH theme AS (
       INSERT INTO themes (site_id, id, nom, version, origine, issu_de, lignee, fait_de, fait_du_numero, numero)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)
       RETURNING site_id, id, maj_le
     ), version AS (
       INSERT INTO versions (site_id, theme_id, numero, cree_le, auteur, moyen)
       SELECT site_id, id, 1, maj_le, $10, $11 FROM theme
     )
     SELECT maj_le FROM theme`,
    [
      ...[siteId, id, name, version, origin, workingCopyOf],
      ...[draft.line ?? id, source?.id ?? null, source?.numero ?? null],
      ...[authorship.auteur, authorship.moyen],
    ],
  );
  return { siteId, id, updatedAt: String(rows[0]?.maj_le), number: 1 };
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

/** The theme that was published before the present one (docs/decisions/no-recycle-bin.md). */
export interface PreviousTheme {
  readonly id: string;
  readonly nom: string;
  /** Its version that visitors saw last. */
  readonly numero: number;
}

/** @returns null when nothing was published before, or it was deleted */
export async function findPrevious(db: Queryable, siteId: string): Promise<PreviousTheme | null> {
  const { rows } = await db.query<PreviousTheme>(
    `SELECT id, nom, retire_numero AS numero FROM themes
     WHERE site_id = $1 AND retire_numero IS NOT NULL AND role = 'brouillon'`,
    [siteId],
  );
  return rows[0] ?? null;
}
