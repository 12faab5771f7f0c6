/** The origin of themes: lines of descent, sources and copies (docs/decisions/lines-of-descent.md). */
import type { Queryable } from './statement.ts';
import { COLUMNS, type Theme, type ThemeRole } from './themes.ts';

export interface DescendedTheme extends Theme {
  /** The theme with which its line of descent begins. */
  readonly lignee: string;
  /** The published theme that a working draft is a copy of. */
  readonly issu_de: string | null;
  /** The theme that it was copied from; it may be gone. */
  readonly fait_de: string | null;
  /** The version of that theme. */
  readonly fait_du_numero: number | null;
  readonly cree_le: string;
  /** When it was published last; null for a theme that visitors never saw. */
  readonly publie_le: string | null;
}

/** The themes of a site with their descent, in the order of `listThemes`. */
export async function listDescents(db: Queryable, siteId: string): Promise<DescendedTheme[]> {
  const { rows } = await db.query<DescendedTheme>(
    `SELECT ${COLUMNS}, lignee, issu_de, fait_de, fait_du_numero, cree_le, publie_le
     FROM themes WHERE site_id = $1 ORDER BY role = 'publie' DESC, maj_le DESC, id`,
    [siteId],
  );
  return rows;
}

/** The line of descent of a theme. @returns null when the site has no such theme */
export async function findLine(db: Queryable, siteId: string, id: string): Promise<string | null> {
  const { rows } = await db.query<{ lignee: string }>('SELECT lignee FROM themes WHERE site_id = $1 AND id = $2', [
    siteId,
    id,
  ]);
  return rows[0]?.lignee ?? null;
}

/** A theme from which another one was copied. */
interface ThemeSource {
  readonly id: string;
  readonly nom: string;
  /** The version that was copied. */
  readonly numero: number;
}

/** The theme that this one is a copy of; null if it is no copy, or that theme is gone. */
export async function findSource(db: Queryable, siteId: string, id: string): Promise<ThemeSource | null> {
  const { rows } = await db.query<ThemeSource>(
    `SELECT s.id, s.nom, t.fait_du_numero AS numero
     FROM themes t JOIN themes s ON s.site_id = t.site_id AND s.id = t.fait_de
     WHERE t.site_id = $1 AND t.id = $2`,
    [siteId, id],
  );
  return rows[0] ?? null;
}

/** A theme that was copied from another one. */
interface ThemeCopyOf extends ThemeSource {
  readonly role: ThemeRole;
}

/** How many copies one answer has. */
const COPIES = 20;

/** The themes that were copied from one, the last changed first. */
export async function listCopies(db: Queryable, siteId: string, id: string): Promise<ThemeCopyOf[]> {
  const { rows } = await db.query<ThemeCopyOf>(
    `SELECT id, nom, role, fait_du_numero AS numero FROM themes
     WHERE site_id = $1 AND fait_de = $2 ORDER BY maj_le DESC, id LIMIT ${COPIES}`,
    [siteId, id],
  );
  return rows;
}
