import { SVG_ELEMENT } from './expressions.ts';
import type { Queryable } from './statement.ts';

/**
 * A theme for diagnostics and previews, in one snapshot: all its paths, and the contents that these need. The contents of assets are empty,
 * except for the element that gives the size of a picture, as pages have it (src/storage/public-themes.ts).
 * @returns null when the contents have more bytes of UTF-8 than allowed; they are not read then
 */
export async function readAnalysedFiles(
  db: Queryable,
  siteId: string,
  themeId: string,
  bytesAtMost: number,
): Promise<Readonly<Record<string, string>> | null> {
  // The length of a stored text is known without its bytes.
  const { rows } = await db.query<{ chemin: string; contenu: string; tient: boolean }>(
    `SELECT chemin, tient, CASE WHEN NOT tient THEN '' WHEN NOT ressource THEN contenu
                                WHEN chemin LIKE '%.svg' THEN coalesce(${SVG_ELEMENT}, '') ELSE '' END AS contenu
     FROM (SELECT chemin, contenu, ressource,
                  coalesce(sum(octet_length(contenu)) FILTER (WHERE NOT ressource) OVER (), 0) <= $3 AS tient
           FROM (SELECT chemin, contenu, starts_with(chemin, 'assets/') AS ressource
                 FROM fichiers_complets WHERE site_id = $1 AND theme_id = $2) f) g`,
    [siteId, themeId, bytesAtMost],
  );
  if (rows.some(({ tient }) => !tient)) return null;
  return Object.fromEntries(rows.map(({ chemin, contenu }) => [chemin, contenu]));
}
