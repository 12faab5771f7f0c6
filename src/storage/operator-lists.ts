/** The operator's lists, a page at a time: without secrets and their hashes. */
import type { AccountType } from './accounts.ts';
import type { KeyScope } from './keys.ts';
import type { BillingState, Site } from './sites.ts';
import type { Queryable } from './statement.ts';

/** A page of a list. `after`: the name of the last row of the page before; null for the first page. */
export interface Page {
  readonly after: string | null;
  readonly limit: number;
}

interface ListedAccount {
  readonly email: string;
  readonly id: string;
  readonly type: AccountType;
  /** Whether it owns its address. */
  readonly confirme: boolean;
  readonly cree_le: string;
  readonly sites: number;
  readonly cles_valides: number;
}

/** A null field accepts all. */
interface AccountFilter {
  /** A part of the address. */
  readonly part: string | null;
  readonly type: AccountType | null;
}

/**
 * Sorted by address, which is the name of a row, or its id where the account does not own the address: several accounts may have it then. The owner
 * comes last of them, so that after it there is no other.
 */
export async function listAccounts(
  db: Queryable,
  { part, type }: AccountFilter,
  { after, limit }: Page,
): Promise<ListedAccount[]> {
  const { rows } = await db.query<ListedAccount>(
    `SELECT c.email, c.id, c.type, c.confirme_le IS NOT NULL AS confirme, c.cree_le,
            (SELECT count(*)::int FROM membres m WHERE m.compte_id = c.id) AS sites,
            (SELECT count(*)::int FROM cles k WHERE k.compte_id = c.id AND k.revoquee_le IS NULL
               AND (k.expire_le IS NULL OR k.expire_le > statement_timestamp())) AS cles_valides
     FROM comptes c
     LEFT JOIN comptes a ON a.id::text = $1
     WHERE ($1::text IS NULL
         OR CASE WHEN a.id IS NULL THEN c.email COLLATE "C" > $1
            ELSE (c.email COLLATE "C", c.confirme_le IS NOT NULL, c.id) > (a.email, a.confirme_le IS NOT NULL, a.id) END) AND ($2::text IS NULL OR strpos(c.email, lower($2)) > 0)
       AND ($3::text IS NULL OR c.type = $3)
     ORDER BY c.email COLLATE "C", c.confirme_le IS NOT NULL, c.id LIMIT $4`,
    [after, part, type, limit],
  );
  return rows;
}

export interface ListedSite extends Site {
  readonly cree_le: string;
  /** Addresses of accounts. */
  readonly proprietaires: readonly string[];
}

/** A null field accepts all. */
export interface SiteFilter {
  /** Address of a member. */
  readonly account: string | null;
  readonly state: BillingState | null;
  readonly suspended: boolean | null;
  readonly toActivate: boolean | null;
  readonly offline: boolean | null;
  /** A part of the slug or the name. */
  readonly part: string | null;
  readonly ids: readonly string[] | null;
  /** A part of the slug, the name, a domain or the address of an owner; or the id. */
  readonly anything?: string;
  /** Whether the site waits for its deletion. */
  readonly deleted?: boolean;
}

/** Of `s`, a row of `sites`. */
const FILTERED = `
  ($1::text IS NULL OR EXISTS (SELECT FROM membres m JOIN comptes c ON c.id = m.compte_id WHERE m.site_id = s.id AND c.email = $1))
  AND ($2::text IS NULL OR s.etat = $2) AND ($3::boolean IS NULL OR s.suspendu = $3)
  AND ($4::boolean IS NULL OR s.a_activer = $4)
  AND ($5::text IS NULL OR strpos(lower(s.slug || ' ' || s.nom), lower($5)) > 0)
  AND ($6::uuid[] IS NULL OR s.id = ANY ($6::uuid[]))
  AND ($7::boolean IS NULL OR (s.hors_ligne IS NOT NULL) = $7)
  AND ($8::text IS NULL OR strpos(lower(s.slug || ' ' || s.nom || ' ' || s.id), lower($8)) > 0
    OR EXISTS (SELECT FROM domaines d WHERE d.site_id = s.id AND strpos(d.hote, lower($8)) > 0)
    OR EXISTS (SELECT FROM membres m JOIN comptes c ON c.id = m.compte_id
               WHERE m.site_id = s.id AND m.role = 'proprietaire' AND strpos(c.email, lower($8)) > 0))
  AND ($9::boolean IS NULL OR (s.efface_le IS NOT NULL) = $9)`;

const filterValues = (filter: SiteFilter): unknown[] => [
  filter.account,
  filter.state,
  filter.suspended,
  filter.toActivate,
  filter.part,
  filter.ids,
  filter.offline,
  filter.anything ?? null,
  filter.deleted ?? null,
];

/** Sorted by slug, which is the name of a row. */
export async function listSites(db: Queryable, filter: SiteFilter, { after, limit }: Page): Promise<ListedSite[]> {
  const { rows } = await db.query<ListedSite>(
    `SELECT s.slug, s.id, s.nom, s.etat, s.suspendu, s.a_activer, s.hors_ligne, s.efface_le, s.cree_le,
            ARRAY (SELECT c.email FROM membres m JOIN comptes c ON c.id = m.compte_id
                   WHERE m.site_id = s.id AND m.role = 'proprietaire' ORDER BY c.email) AS proprietaires
     FROM sites s WHERE ${FILTERED} AND ($10::text IS NULL OR s.slug COLLATE "C" > $10)
     ORDER BY s.slug COLLATE "C" LIMIT $11`,
    [...filterValues(filter), after, limit],
  );
  return rows;
}

/** Ids of the sites that have used most processor time in the present hour and the 23 before, in descending order. */
export async function busiestSites(db: Queryable, filter: SiteFilter, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ site_id: string }>(
    `SELECT u.site_id FROM usages u JOIN sites s ON s.id = u.site_id
     WHERE ${FILTERED} AND u.heure > statement_timestamp() - interval '24 hours'
     GROUP BY u.site_id ORDER BY sum(u.ms) DESC, sum(u.octets) DESC, u.site_id LIMIT $10`,
    [...filterValues(filter), limit],
  );
  return rows.map(({ site_id }) => site_id);
}

/** A published theme as the operator's lists show it. */
interface ListedTheme {
  readonly site_id: string;
  readonly id: string;
  readonly nom: string;
  readonly version: string;
  readonly origine: string | null;
  readonly maj_le: string;
}

/** The published themes of these sites, by the sites' ids. */
export async function publishedThemes(db: Queryable, siteIds: readonly string[]): Promise<Map<string, ListedTheme>> {
  const { rows } = await db.query<ListedTheme>(
    `SELECT site_id, id, nom, version, origine, maj_le FROM themes WHERE site_id = ANY ($1::uuid[]) AND role = 'publie'`,
    [siteIds],
  );
  return new Map(rows.map((theme) => [theme.site_id, theme]));
}

/**
 * How many files of a theme's code differ from the catalog tree of its origin, with added and missing files.
 * @returns null when the origin is unknown
 */
export async function countOwnFiles(db: Queryable, siteId: string, themeId: string): Promise<number | null> {
  const { rows } = await db.query<{ propres: number | null }>(
    `SELECT CASE WHEN t.original IS NOT NULL THEN (
              SELECT count(*)::int FROM (SELECT chemin, texte FROM fichiers WHERE site_id = $1 AND theme_id = $2) f
              FULL JOIN (SELECT chemin, texte FROM originaux WHERE arbre = t.original) o USING (chemin)
              WHERE f.texte IS DISTINCT FROM o.texte AND (chemin LIKE '%.liquid' OR chemin = 'config/settings_schema.json')
            ) END AS propres
     FROM themes t WHERE t.site_id = $1 AND t.id = $2`,
    [siteId, themeId],
  );
  return rows[0]?.propres ?? null;
}

interface ListedDomain {
  readonly hote: string;
  readonly slug: string;
}

/** Sorted by host name, which is the name of a row. A null field of the filter accepts all. */
export async function listAllDomains(
  db: Queryable,
  { slug, account, part }: { slug: string | null; account: string | null; part: string | null },
  { after, limit }: Page,
): Promise<ListedDomain[]> {
  const { rows } = await db.query<ListedDomain>(
    `SELECT d.hote, s.slug FROM domaines d JOIN sites s ON s.id = d.site_id
     WHERE ($1::text IS NULL OR d.hote COLLATE "C" > $1) AND ($2::text IS NULL OR s.slug = $2)
       AND ($3::text IS NULL OR EXISTS (
         SELECT FROM membres m JOIN comptes c ON c.id = m.compte_id WHERE m.site_id = s.id AND c.email = $3))
       AND ($4::text IS NULL OR strpos(d.hote, lower($4)) > 0)
     ORDER BY d.hote COLLATE "C" LIMIT $5`,
    [after, slug, account, part, limit],
  );
  return rows;
}

/** States of a key: usable, expired, revoked. */
export type KeyState = 'valide' | 'expiree' | 'revoquee';
export const KEY_STATES: readonly KeyState[] = ['valide', 'expiree', 'revoquee'];

interface ListedKey {
  readonly id: string;
  readonly email: string;
  readonly prefixe: string;
  readonly nom: string | null;
  readonly portee: KeyScope;
  readonly etat: KeyState;
  readonly cree_le: string;
  readonly derniere_utilisation: string | null;
  readonly expire_le: string | null;
  readonly revoquee_le: string | null;
}

/** Sorted by account, then by creation; the id is the name of a row. A null field of the filter accepts all. */
export async function listAllKeys(
  db: Queryable,
  { account, state, part }: { account: string | null; state: KeyState | null; part: string | null },
  { after, limit }: Page,
): Promise<ListedKey[]> {
  const { rows } = await db.query<ListedKey>(
    `WITH toutes AS (
       SELECT k.id, c.email, k.prefixe, k.nom, k.portee, k.cree_le, k.derniere_utilisation, k.expire_le, k.revoquee_le,
              CASE WHEN k.revoquee_le IS NOT NULL THEN 'revoquee'
                   WHEN k.expire_le <= statement_timestamp() THEN 'expiree' ELSE 'valide' END AS etat
       FROM cles k JOIN comptes c ON c.id = k.compte_id
     )
     SELECT id, email, prefixe, nom, portee, etat, cree_le, derniere_utilisation, expire_le, revoquee_le FROM toutes
     WHERE ($1::uuid IS NULL OR (email COLLATE "C", cree_le, id) > (
         SELECT c.email COLLATE "C", k.cree_le, k.id FROM cles k JOIN comptes c ON c.id = k.compte_id WHERE k.id = $1))
       AND ($2::text IS NULL OR email = $2) AND ($3::text IS NULL OR etat = $3)
       AND ($4::text IS NULL OR strpos(lower(coalesce(nom, '') || ' ' || prefixe), lower($4)) > 0)
     ORDER BY email COLLATE "C", cree_le, id LIMIT $5`,
    [after, account, state, part, limit],
  );
  return rows;
}

/** The fields of a site that only `montrer` shows. */
interface ShownSite extends ListedSite {
  readonly masque: boolean;
  readonly protege: boolean;
}

/** The site of a slug that it has or had, an id or a host name of its own; null when there is none. */
export async function findShownSite(db: Queryable, named: string): Promise<ShownSite | null> {
  const { rows } = await db.query<ShownSite>(
    `SELECT s.slug, s.id, s.nom, s.etat, s.suspendu, s.a_activer, s.hors_ligne, s.efface_le, s.cree_le, s.masque, s.code_acces IS NOT NULL AS protege,
            ARRAY (SELECT c.email FROM membres m JOIN comptes c ON c.id = m.compte_id
                   WHERE m.site_id = s.id AND m.role = 'proprietaire' ORDER BY c.email) AS proprietaires
     FROM sites s
     WHERE s.slug = $1 OR s.id::text = $1 OR s.id = (SELECT d.site_id FROM domaines d WHERE d.hote = $1)
       OR s.id = (SELECT f.site_id FROM slugs f WHERE f.slug = $1) LIMIT 1`,
    [named],
  );
  return rows[0] ?? null;
}

/** The roles that accounts have on a site. */
export async function listRoles(db: Queryable, siteId: string): Promise<{ email: string; role: string }[]> {
  const { rows } = await db.query<{ email: string; role: string }>(
    `SELECT c.email, m.role FROM membres m JOIN comptes c ON c.id = m.compte_id
     WHERE m.site_id = $1 ORDER BY m.role DESC, c.email`,
    [siteId],
  );
  return rows;
}
