/** SQL that several statements share. Names of columns are written in our own code, never taken from input. */

/**
 * A time strictly later than the one in this column, to be written under its row's lock (docs/decisions/increasing-times.md). In an
 * UPDATE, Citus refuses volatile functions, and stable functions of a column.
 */
export const laterThan = (column: string): string => `greatest(statement_timestamp(), vitrine_apres(${column}))`;

/** A later time for `ON CONFLICT DO UPDATE`: the time of the new row is that of the statement. */
export const laterThanBoth = (column: string, table: string): string =>
  `greatest(excluded.${column}, vitrine_apres(${table}.${column}))`;

/** Values of `maj_le`, `montre_le` and `montre_pour` of a page or an article that is put in. */
export const WRITTEN_NOW = 'statement_timestamp(), statement_timestamp(), statement_timestamp()';

/**
 * When what visitors see of a page or an article was changed last: the release before this one writes `maj_le` alone.
 * @param table name with its point; empty for none
 */
export const shownSince = (table = ''): string =>
  `CASE WHEN ${table}montre_pour = ${table}maj_le THEN ${table}montre_le ELSE ${table}maj_le END`;

/**
 * Whether a text was ever shown: it has a version of a publication. One that is hidden again is told from a draft by that.
 * @param site @param id expressions for the site and the text
 */
export function wasShown(site: string, id: string): string {
  const sql = { site, id };
  return `EXISTS (SELECT FROM versions_de_contenus v
           WHERE v.site_id = ${sql.site} AND v.contenu_id = ${sql.id} AND v.moyen IN ('origine', 'publication'))`;
}

/** Lowercase hexadecimal SHA-256 of a content, computed on the fly and never stored. */
export const FINGERPRINT = "encode(sha256(convert_to(contenu, 'UTF8')), 'hex')";

/** Length of a picture's beginning in which its size is searched, characters (engine/theme/image.ts). */
const SVG_HEAD_CHARACTERS = 4_096;

/** The element of a picture that gives its size; null without one. */
export const SVG_ELEMENT = `substring(left(contenu, ${SVG_HEAD_CHARACTERS}) FROM '<svg[^>]*>')`;

/** A text without accents and case, as searches compare texts: the marks that NFD separates from their letters go. */
export const folded = (text: string): string =>
  `regexp_replace(lower(normalize(${text}, NFD)), '[\\u0300-\\u036f]', '', 'g')`;

/** Patterns of LIKE, one for each word: the word stands somewhere in the text. */
export const patternsOf = (words: readonly string[]): string[] =>
  words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
