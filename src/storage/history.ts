import type { RolePools } from './role-pools.ts';
import type { Queryable } from './statement.ts';
import { inTransaction, isReferredTo } from './transaction.ts';

/**
 * Which versions of a theme stay: the last ones, as many as one of these rules says. The version that a return would publish stays, and so does
 * the last version of a deployment, with which the next deployment is compared; all later versions stay too.
 */
export interface Retention {
  /** How many versions stay, however old they are. */
  readonly atLeast: number;
  readonly atMost: number;
  /** Older versions are removed, except for `atLeast`. */
  readonly days: number;
}

/** Place of a theme in the order in which the sweep visits all themes. */
export interface ThemePlace {
  readonly site_id: string;
  readonly id: string;
}

/** How many themes, and texts, one statement checks. */
const LOOKED_AT = 200;

const HAS_OLD_VERSIONS = `
  v.numero <= least(t.numero - $1, coalesce(t.retire_numero - 1, t.numero))
  AND (v.numero <= t.numero - $2 OR v.cree_le < statement_timestamp() - make_interval(days => $3))
  AND v.numero < coalesce(
    (SELECT max(d.numero) FROM versions d WHERE d.site_id = v.site_id AND d.theme_id = v.theme_id AND d.moyen = 'deploiement'),
    v.numero + 1)`;

/**
 * Goes through some themes, and removes the versions that need not stay.
 * @param after the place where the last call ended; null to begin
 * @returns where it ended; null after the last theme
 */
export async function trimVersions(
  db: RolePools,
  { atLeast, atMost, days }: Retention,
  after: ThemePlace | null,
): Promise<ThemePlace | null> {
  const values = [atLeast, atMost, days];
  const { rows } = await db.query<ThemePlace & { a_reduire: boolean }>(
    `SELECT t.site_id, t.id, EXISTS (
              SELECT FROM versions v WHERE v.site_id = t.site_id AND v.theme_id = t.id AND ${HAS_OLD_VERSIONS}) AS a_reduire
     FROM themes t WHERE $4::uuid IS NULL OR (t.site_id, t.id) > ($4::uuid, $5::uuid)
     ORDER BY t.site_id, t.id LIMIT ${LOOKED_AT}`,
    [...values, after?.site_id ?? null, after?.id ?? null],
  );
  for (const { site_id, id } of rows.filter((row) => row.a_reduire)) {
    await inTransaction(db, async (client) => {
      // Under the theme's lock: a return to one of these versions is whole, or refused.
      await client.query('SELECT FROM themes WHERE site_id = $1 AND id = $2 FOR UPDATE', [site_id, id]);
      await client.query(
        `DELETE FROM versions v USING themes t
         WHERE t.site_id = $4 AND t.id = $5 AND v.site_id = t.site_id AND v.theme_id = t.id AND ${HAS_OLD_VERSIONS}`,
        [...values, site_id, id],
      );
      await client.query(
        `DELETE FROM fichiers_remplaces WHERE site_id = $1 AND theme_id = $2
           AND jusqua < (SELECT min(numero) FROM versions WHERE site_id = $1 AND theme_id = $2)`,
        [site_id, id],
      );
    });
  }
  return rows.length < LOOKED_AT ? null : (rows.at(-1) ?? null);
}

/**
 * Goes through some texts, and removes those that no file, version or catalog tree has.
 * @param after the key where the last call ended, hexadecimal; empty to begin
 * @returns where it ended; null after the last text
 */
export async function removeUnusedTexts(db: RolePools, after: string): Promise<string | null> {
  const { rows } = await db.query<{ cle: string }>(
    `SELECT encode(cle, 'hex') AS cle FROM textes WHERE cle > decode($1, 'hex') ORDER BY textes.cle LIMIT ${LOOKED_AT}`,
    [after],
  );
  await removeUnused(
    db,
    rows.map(({ cle }) => cle),
  );
  return rows.length < LOOKED_AT ? null : (rows.at(-1)?.cle ?? null);
}

/** Removes of these texts those that no file, version or catalog tree has. @param texts keys, hexadecimal */
async function removeUnused(db: Queryable, texts: readonly string[]): Promise<void> {
  const keys = texts.map((text) => Buffer.from(text, 'hex'));
  const originals = await db.query<{ cle: string }>(
    "SELECT DISTINCT encode(texte, 'hex') AS cle FROM originaux WHERE texte = ANY ($1::bytea[])",
    [keys],
  );
  const isOriginal = new Set(originals.rows.map(({ cle }) => cle));
  const unused: Buffer[] = [];
  for (const key of keys.filter((one) => !isOriginal.has(one.toString('hex')))) {
    if (!(await hasFileOf(db, key))) unused.push(key);
  }
  try {
    if (unused.length > 0) await db.query('DELETE FROM textes WHERE cle = ANY ($1::bytea[])', [unused]);
  } catch (error) {
    // A file uses one of the texts again: all are checked once more.
    if (isReferredTo(error)) return removeUnused(db, texts);
    throw error;
  }
}

/** Removes the unused texts among any number of texts, some at a time. */
export async function removeUnusedOf(db: Queryable, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += LOOKED_AT)
    await removeUnused(db, texts.slice(from, from + LOOKED_AT));
}

/** Whether any theme of any site has a text, now or in a version. One text at a time: of one that all sites have, all rows would be read. */
async function hasFileOf(db: Queryable, key: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has-file-of-text',
    text: `(SELECT texte FROM fichiers WHERE texte = $1 LIMIT 1) UNION ALL (SELECT texte FROM fichiers_remplaces WHERE texte = $1 LIMIT 1)`,
    values: [key],
  });
  return rowCount !== 0;
}
