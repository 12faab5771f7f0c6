/** Who looks after the whole installation, and what the operator's page shows of it (docs/operations.md, The operator's page). */
import type { AccountType } from './accounts.ts';
import { HAS_FACTOR } from './second-factors.ts';
import { IS_OPERATOR } from './sessions.ts';
import type { Queryable } from './statement.ts';

/** An account that is an operator's. */
export interface Operator {
  readonly id: string;
  readonly email: string;
}

/**
 * The operator whose session this is; nothing is written.
 * @param fingerprint lowercase hexadecimal SHA-256 of the cookie's value
 * @returns null for a session that is unknown, over, or has shown no second factor, and for one of an account that is no operator's or has no second
 *   factor any more
 */
export async function findOperator(db: Queryable, fingerprint: string): Promise<Operator | null> {
  const { rows } = await db.query<Operator>({
    name: 'find-operator',
    repeatable: true,
    text: `SELECT c.id, c.email FROM sessions s JOIN comptes c ON c.id = s.compte_id
           WHERE s.empreinte = $1 AND s.expire_le > statement_timestamp() AND s.second_facteur_le IS NOT NULL AND ${IS_OPERATOR}
             AND ${HAS_FACTOR}`,
    values: [fingerprint],
  });
  return rows[0] ?? null;
}

/** What there is in all. */
export interface InstallationCounts {
  readonly comptes: number;
  readonly exploitants: number;
  readonly sites: number;
  readonly hors_ligne: number;
  readonly a_effacer: number;
  readonly domaines: number;
  /** Bytes of the database on its disk, indexes included; null where the role may not ask. */
  readonly base: number | null;
  /** Bytes and number of the files in all libraries. */
  readonly medias: number;
  readonly fichiers: number;
}

/** Counts what there is, in one statement. */
export async function countInstallation(db: Queryable): Promise<InstallationCounts | null> {
  const { rows } = await db.query<InstallationCounts>(
    `SELECT c.comptes, c.exploitants, s.sites, s.hors_ligne, s.a_effacer, (SELECT count(*)::int FROM domaines) AS domaines,
            CASE WHEN has_database_privilege(current_database(), 'CONNECT') THEN pg_database_size(current_database())::float8 END AS base,
             m.medias, m.fichiers
     FROM (SELECT count(*)::int AS comptes, (count(*) FILTER (WHERE exploitant))::int AS exploitants FROM comptes) c,
          (SELECT count(*)::int AS sites, (count(*) FILTER (WHERE hors_ligne IS NOT NULL))::int AS hors_ligne,
                  (count(*) FILTER (WHERE efface_le IS NOT NULL))::int AS a_effacer FROM sites) s,
          (SELECT coalesce(sum(octets), 0)::float8 AS medias, count(*)::int AS fichiers FROM medias) m`,
  );
  return rows[0] ?? null;
}

/** A quarantine that goes on. */
export interface PresentQuarantine {
  readonly site_id: string;
  readonly slug: string;
  readonly nom: string;
  readonly raison: 'limites' | 'processus';
  readonly instance: string;
  readonly jusqua: string;
}

/** The quarantines that go on now, those that end last first. */
export async function listPresentQuarantines(db: Queryable, limit: number): Promise<PresentQuarantine[]> {
  const { rows } = await db.query<PresentQuarantine>(
    `SELECT q.site_id, s.slug, s.nom, q.raison, q.instance, q.jusqua FROM quarantaines q JOIN sites s ON s.id = q.site_id
     WHERE q.levee_le IS NULL AND q.jusqua > statement_timestamp() ORDER BY q.jusqua DESC, s.slug LIMIT $1`,
    [limit],
  );
  return rows;
}

/** What a site stores. */
export interface SiteStorage {
  readonly medias: number;
  readonly fichiers: number;
}

/** What the libraries of these sites hold, by the sites' ids; a site without files is missing. */
export async function storageOf(db: Queryable, siteIds: readonly string[]): Promise<Map<string, SiteStorage>> {
  const { rows } = await db.query<SiteStorage & { site_id: string }>(
    `SELECT site_id, sum(octets)::float8 AS medias, count(*)::int AS fichiers FROM medias
     WHERE site_id = ANY ($1::uuid[]) GROUP BY site_id`,
    [siteIds],
  );
  return new Map(rows.map(({ site_id, ...storage }) => [site_id, storage]));
}

/** The domains of these sites, by the sites' ids, sorted. */
export async function domainsOf(db: Queryable, siteIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.query<{ site_id: string; hotes: string[] }>(
    `SELECT site_id, array_agg(hote ORDER BY hote COLLATE "C") AS hotes FROM domaines
     WHERE site_id = ANY ($1::uuid[]) GROUP BY site_id`,
    [siteIds],
  );
  return new Map(rows.map(({ site_id, hotes }) => [site_id, hotes]));
}

/** An account as the operator's page shows it: nothing secret. */
export interface ShownAccount {
  readonly id: string;
  readonly email: string;
  readonly type: AccountType;
  readonly confirme_le: string | null;
  readonly cree_le: string;
  readonly exploitant: boolean;
  /** Whether the mark of an operator sleeps: somebody has taken the account back since. */
  readonly exploitant_dort: boolean;
  readonly efface_le: string | null;
  readonly passkeys: number;
  /** Whether an application shows codes for it. */
  readonly generateur: boolean;
  readonly codes: number;
  readonly sessions: number;
  readonly cles: number;
}

export async function findShownAccount(db: Queryable, id: string): Promise<ShownAccount | null> {
  const { rows } = await db.query<ShownAccount>(
    `SELECT c.id, c.email, c.type, c.confirme_le, c.cree_le, c.exploitant, c.exploitant_dort, c.efface_le,
            (SELECT count(*)::int FROM passkeys p WHERE p.compte_id = c.id) AS passkeys,
            EXISTS (SELECT FROM generateurs g WHERE g.compte_id = c.id AND g.confirme_le IS NOT NULL) AS generateur,
            (SELECT count(*)::int FROM codes_de_secours r WHERE r.compte_id = c.id) AS codes,
            (SELECT count(*)::int FROM sessions s WHERE s.compte_id = c.id AND s.expire_le > statement_timestamp()) AS sessions,
            (SELECT count(*)::int FROM cles k WHERE k.compte_id = c.id AND k.revoquee_le IS NULL
               AND (k.expire_le IS NULL OR k.expire_le > statement_timestamp())) AS cles
     FROM comptes c WHERE c.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** A site that an account works on. */
interface SiteOfAccount {
  readonly id: string;
  readonly slug: string;
  readonly nom: string;
  readonly role: string;
  readonly hors_ligne: boolean;
}

/** The sites of an account, by slug. */
export async function listSitesOf(db: Queryable, accountId: string, limit: number): Promise<SiteOfAccount[]> {
  const { rows } = await db.query<SiteOfAccount>(
    `SELECT s.id, s.slug, s.nom, m.role, s.hors_ligne IS NOT NULL AS hors_ligne
     FROM membres m JOIN sites s ON s.id = m.site_id WHERE m.compte_id = $1 ORDER BY s.slug COLLATE "C" LIMIT $2`,
    [accountId, limit],
  );
  return rows;
}
