import { FILE_UNITS } from '../themes/limits.ts';
import { allowLongStatements } from './connection.ts';
import { copyOut } from './copy-out.ts';
import type { RolePools } from './role-pools.ts';
import type { Queryable } from './statement.ts';
import type { Theme } from './themes.ts';
import { inTransaction } from './transaction.ts';

/** A theme with its files in one snapshot. */
interface ThemeCopy {
  readonly theme: Pick<Theme, 'nom' | 'version' | 'origine'>;
  /** `"path":"content"` of each file, JSON in UTF-8, in the order of code points of the paths. */
  readonly members: readonly Buffer[];
}

/** The most bytes that a character of a content takes in JSON: `\u0001`. */
const ESCAPED_BYTES = 6;
/** The largest size of one content in JSON, bytes. */
const CONTENT_BYTES = ESCAPED_BYTES * FILE_UNITS;
/** The largest size of the rest of its row, bytes: the head of the theme, and the path twice. */
const BESIDE_BYTES = 2_048;

/** The largest size of a copy of a theme, bytes: computed from the lengths, without reading contents. */
export async function measureCopy(db: Queryable, siteId: string, themeId: string): Promise<number> {
  const { rows } = await db.query<{ octets: number }>(
    `SELECT coalesce(sum(least(${ESCAPED_BYTES} * octet_length(contenu), ${CONTENT_BYTES}) + ${BESIDE_BYTES}), 0)::float8 AS octets
     FROM fichiers_complets WHERE site_id = $1 AND theme_id = $2`,
    [siteId, themeId],
  );
  return BESIDE_BYTES + (rows[0]?.octets ?? 0);
}

/** The head of the theme, a path, and its content as a member of an object. */
const ROWS_OF_A_THEME = `
  SELECT json_build_object('nom', t.nom, 'version', t.version, 'origine', t.origine)::text,
         f.chemin, to_json(f.chemin)::text || ':' || to_json(f.contenu)::text
  FROM themes t LEFT JOIN fichiers_complets f ON f.site_id = t.site_id AND f.theme_id = t.id
  WHERE t.site_id = current_setting('vitrine.site')::uuid AND t.id = current_setting('vitrine.theme')::uuid`;

/**
 * Copies a whole theme out in one statement, hence in one snapshot. PostgreSQL writes the JSON, which is not decoded.
 * @param bytes the largest size of the copy
 * @returns null when the site has no such theme
 * @throws CopyTooLong
 */
export async function copyTheme(
  db: RolePools,
  siteId: string,
  themeId: string,
  bytes: number,
): Promise<ThemeCopy | null> {
  const rows = await inTransaction(db, async (client) => {
    // COPY takes no parameters: they reach it as settings of this transaction.
    await client.query("SELECT set_config('vitrine.site', $1, true), set_config('vitrine.theme', $2, true)", [
      siteId,
      themeId,
    ]);
    return copyOut(client, ROWS_OF_A_THEME, { answerMs: await allowLongStatements(client), bytes });
  });
  const head = rows[0]?.[0];
  if (!head) return null;
  // Sorted here: the database would write all contents to its disk to sort them.
  const members = rows.flatMap(([, path, member]) => (path && member ? [{ path, member }] : []));
  members.sort((a, b) => Buffer.compare(a.path, b.path));
  return { theme: JSON.parse(head.toString()), members: members.map(({ member }) => member) };
}
