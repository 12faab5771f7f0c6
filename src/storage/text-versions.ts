import type { TextMeans, TextVersion } from '../contract/writing.ts';
import type { Queryable } from './statement.ts';
import type { Work } from './text-table.ts';

/** How much is kept of versions; what is older goes first. Bytes are those of the stored values, which are compressed. */
export interface VersionLimits {
  /** Versions of a text. */
  readonly count: number;
  /** Bytes of the versions of a text, and of all versions of a site. */
  readonly textBytes: number;
  readonly siteBytes: number;
  /** Shorter values than this one make nobody count the bytes. */
  readonly countedFrom: number;
}

const LIMITS: VersionLimits = {
  count: 50,
  textBytes: 8 * 2 ** 20,
  siteBytes: 512 * 2 ** 20,
  countedFrom: 32 * 2 ** 10,
};

/** Saves of one author within this time are one version, minutes. */
const ONE_SAVE_MINUTES = 10;

/** Which values a version has: those that are shown, with the planned change laid over them, and the work in progress. */
interface NewVersion {
  readonly number: number;
  /** Address of the account, or name of the key; null where nobody knows. */
  readonly author: string | null;
  readonly means: TextMeans;
  readonly withPlan: boolean;
  readonly withWork: boolean;
  /** When the first of the saves came in whose place this version stands; null for now. */
  readonly since: string | null;
}

/** The statements of versions of one table of texts. */
export class TextVersions {
  readonly #insert: string;
  readonly #limits: VersionLimits;

  /** @param written the fields that a version has: names of columns of our own */
  constructor(name: 'pages' | 'articles', written: readonly string[], limits = LIMITS) {
    this.#limits = limits;
    const sql = { name, pairs: written.map((column) => `'${column}', ${column}`).join(', ') };
    this.#insert = `INSERT INTO versions_de_contenus (site_id, contenu_id, numero, auteur, moyen, valeurs, debut_le)
      SELECT site_id, id, $3::int, $4, $5::text,
             jsonb_build_object(${sql.pairs}) || CASE WHEN $6::boolean THEN coalesce(prevu, '{}') ELSE '{}' END
               || CASE WHEN $7::boolean THEN coalesce(travail, '{}') ELSE '{}' END,
             coalesce($8::timestamptz, statement_timestamp())
      FROM ${sql.name} WHERE site_id = $1 AND id = $2 RETURNING pg_column_size(valeurs) AS octets`;
  }

  /** Keeps what a text is, under the site's lock, and forgets the versions beyond the limits. */
  async keep(client: Queryable, siteId: string, id: string, version: NewVersion): Promise<void> {
    const { number, author, means, withPlan, withWork, since } = version;
    const values = [siteId, id, number, author, means, withPlan, withWork, since];
    const { rows } = await client.query<{ octets: number }>(this.#insert, values);
    const isLong = (rows[0]?.octets ?? 0) >= this.#limits.countedFrom;
    if (number >= this.#limits.count || isLong) await trimText(client, siteId, id, this.#limits);
    if (isLong) await trimSite(client, siteId, this.#limits);
  }
}

const NEWEST_PUBLICATION = `numero = (SELECT max(v.numero) FROM versions_de_contenus v
                                         WHERE v.site_id = $1 AND v.contenu_id = $2 AND v.moyen = 'publication')`;

/** The plan of a publication is called off before its instant: its version is that of a plan, not of a publication that somebody has seen. */
export async function noteNotShown(client: Queryable, siteId: string, id: string): Promise<void> {
  await client.query(
    `UPDATE versions_de_contenus SET moyen = 'programmation' WHERE site_id = $1 AND contenu_id = $2 AND ${NEWEST_PUBLICATION}`,
    [siteId, id],
  );
}

/** The same of a text that was deleted before the instant. */
export async function noteDeletedUnseen(client: Queryable, siteId: string, id: string): Promise<void> {
  await client.query(
    `UPDATE versions_de_contenus SET moyen = 'programmation' WHERE site_id = $1 AND contenu_id = $2 AND ${NEWEST_PUBLICATION}
       AND EXISTS (SELECT FROM contenus_supprimes c WHERE c.site_id = $1 AND c.id = $2 AND (c.valeurs->>'publie_le')::timestamptz > c.supprime_le
                     AND coalesce((c.valeurs->>'publiee')::boolean, (c.valeurs->>'publie')::boolean))`,
    [siteId, id],
  );
}

/** Versions of texts with their bytes, and whether each stays in any case: the newest one, and the newest that was published, which tells that the text was shown. */
const WEIGHED = `SELECT contenu_id, numero, cree_le, pg_column_size(valeurs) AS octets, numero = max(numero) OVER texte
    OR coalesce(numero = max(numero) FILTER (WHERE moyen IN ('origine', 'publication')) OVER texte, false) AS reste
  FROM versions_de_contenus WHERE site_id = $1`;

async function trimText(client: Queryable, siteId: string, id: string, limits: VersionLimits): Promise<void> {
  await client.query(
    `DELETE FROM versions_de_contenus WHERE site_id = $1 AND contenu_id = $2 AND numero IN (
       SELECT s.numero FROM (
         SELECT v.numero, v.reste, row_number() OVER ordre AS rang, sum(v.octets) OVER ordre AS jusque
         FROM (${WEIGHED} AND contenu_id = $2 WINDOW texte AS (PARTITION BY contenu_id)) v
         WINDOW ordre AS (ORDER BY v.reste DESC, v.numero DESC)
       ) s WHERE NOT s.reste AND (s.rang > $3 OR s.jusque > $4))`,
    [siteId, id, limits.count, limits.textBytes],
  );
}

async function trimSite(client: Queryable, siteId: string, { siteBytes }: VersionLimits): Promise<void> {
  const { rows } = await client.query<{ octets: number }>(
    'SELECT coalesce(sum(pg_column_size(valeurs)), 0)::float8 AS octets FROM versions_de_contenus WHERE site_id = $1',
    [siteId],
  );
  if ((rows[0]?.octets ?? 0) <= siteBytes) return;
  await client.query(
    `DELETE FROM versions_de_contenus WHERE site_id = $1 AND (contenu_id, numero) IN (
       SELECT s.contenu_id, s.numero FROM (
         SELECT v.contenu_id, v.numero, v.reste, sum(v.octets) OVER (ORDER BY v.reste DESC, v.cree_le DESC, v.contenu_id, v.numero) AS jusque
         FROM (${WEIGHED} WINDOW texte AS (PARTITION BY contenu_id)) v
       ) s WHERE NOT s.reste AND s.jusque > $2)`,
    [siteId, siteBytes],
  );
}

/**
 * Takes the newest version off when it is a save by the same author of the last minutes: the next one stands in its place.
 * @returns when the first of these saves came; null where nothing was taken off
 */
export async function takeLastSave(
  client: Queryable,
  siteId: string,
  id: string,
  { number, author }: { readonly number: number; readonly author: string | null },
): Promise<string | null> {
  const { rows } = await client.query<{ debut_le: string }>(
    `DELETE FROM versions_de_contenus WHERE site_id = $1 AND contenu_id = $2 AND numero = $3 AND moyen = 'enregistrement'
       AND auteur IS NOT DISTINCT FROM $4 AND debut_le > statement_timestamp() - make_interval(mins => $5) RETURNING debut_le`,
    [siteId, id, number, author, ONE_SAVE_MINUTES],
  );
  return rows[0]?.debut_le ?? null;
}

/** The versions of a text, the newest first. */
export async function listTextVersions(db: Queryable, siteId: string, id: string): Promise<TextVersion[]> {
  const { rows } = await db.query<TextVersion>(
    `SELECT numero, cree_le, auteur, moyen, coalesce(valeurs->>'titre', '') AS titre FROM versions_de_contenus
     WHERE site_id = $1 AND contenu_id = $2 ORDER BY numero DESC`,
    [siteId, id],
  );
  return rows;
}

/** One version of a text with its values; null when the text has no such version. */
export async function findTextVersion(
  db: Queryable,
  siteId: string,
  id: string,
  number: number,
): Promise<(TextVersion & { readonly valeurs: Work }) | null> {
  const { rows } = await db.query<TextVersion & { valeurs: Work }>(
    `SELECT numero, cree_le, auteur, moyen, coalesce(valeurs->>'titre', '') AS titre, valeurs FROM versions_de_contenus
     WHERE site_id = $1 AND contenu_id = $2 AND numero = $3`,
    [siteId, id, number],
  );
  return rows[0] ?? null;
}
