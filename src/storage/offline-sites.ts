import type { Queryable } from './statement.ts';

/** Why a site is off: by law, or by another decision of the operator. */
export type OfflineKind = 'loi' | 'decision';

/** One of the reasons for which a site is off. */
export interface OfflineReason {
  readonly genre: OfflineKind;
  /** In words, for the members of the site. */
  readonly motif: string;
  /** Since when, ISO, UTC. */
  readonly le: string;
}

/**
 * The reasons by cause: `site` when an operator has taken the site itself off, the id of an account whose sites an operator has taken off, and what the
 * owners have decided: `proprietaire` when they have taken the site off, `suppression` when they have deleted it.
 */
export type OfflineReasons = Readonly<Record<string, OfflineReason>>;

/** Takes a site off, or gives it another reason. @returns false when there is no such site */
export async function takeSiteOff(db: Queryable, slug: string, reason: OfflineReason): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE sites SET hors_ligne = coalesce(hors_ligne, '{}') || $2::jsonb WHERE slug = $1",
    [slug, JSON.stringify({ site: reason })],
  );
  return rowCount === 1;
}

/** The causes that owners decide about. No operator's command touches them, but `keepSite`. */
export const OWNERS_OWN = 'proprietaire';
export const DELETED_BY_OWNER = 'suppression';
export type OwnersCause = typeof OWNERS_OWN | typeof DELETED_BY_OWNER;

/** What has become of the reasons of a site. */
export interface BroughtBack {
  /** Whether operators had any. */
  readonly wasOff: boolean;
  /** The causes that are left, those of the owners. */
  readonly left: readonly OwnersCause[];
}

/** Removes the operators' reasons. @returns null when there is no such site */
export async function bringSiteBack(db: Queryable, slug: string): Promise<BroughtBack | null> {
  const { rows } = await db.query<{ causes: string[] }>(
    "SELECT ARRAY (SELECT jsonb_object_keys(coalesce(hors_ligne, '{}'))) AS causes FROM sites WHERE slug = $1",
    [slug],
  );
  const causes = (rows[0]?.causes ?? []).filter((cause) => cause !== OWNERS_OWN && cause !== DELETED_BY_OWNER);
  const { rows: back } = await db.query<{ hors_ligne: OfflineReasons | null }>(
    "UPDATE sites SET hors_ligne = nullif(hors_ligne - $2::text[], '{}') WHERE slug = $1 RETURNING hors_ligne",
    [slug, causes],
  );
  const [site] = back;
  return site ? { wasOff: causes.length > 0, left: Object.keys(site.hors_ligne ?? {}) as OwnersCause[] } : null;
}

/** Adds the owners' reason to a site, or gives it other words. */
export async function addOwnersReason(db: Queryable, siteId: string, reason: OfflineReason): Promise<void> {
  await db.query("UPDATE sites SET hors_ligne = coalesce(hors_ligne, '{}') || $2::jsonb WHERE id = $1", [
    siteId,
    JSON.stringify({ [OWNERS_OWN]: reason }),
  ]);
}

/** Removes the owners' reason: the site answers again unless it has another one. @returns false when there was none */
export async function removeOwnersReason(db: Queryable, siteId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE sites SET hors_ligne = nullif(hors_ligne - $2::text, '{}') WHERE id = $1 AND hors_ligne ? $2::text",
    [siteId, OWNERS_OWN],
  );
  return rowCount === 1;
}

/** How long a site or an account waits for its deletion. */
const KEPT_DAYS = 30;

/** When what is deleted now goes, ISO, UTC. */
export async function findDayOfEnd(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ jour: string }>(
    'SELECT statement_timestamp() + make_interval(days => $1) AS jour',
    [KEPT_DAYS],
  );
  return String(rows[0]?.jour);
}

/** Lets a site wait for its deletion. @param goesAt ISO, UTC */
export async function deleteSiteLater(
  db: Queryable,
  siteId: string,
  { goesAt, reason }: { readonly goesAt: string; readonly reason: OfflineReason },
): Promise<void> {
  await db.query(
    "UPDATE sites SET efface_le = $3, hors_ligne = $2::jsonb || coalesce(hors_ligne, '{}') WHERE id = $1",
    [siteId, JSON.stringify({ [DELETED_BY_OWNER]: reason }), goesAt],
  );
}

/** Undoes `deleteSiteLater`. @returns false when the site does not wait for its deletion, or there is no such site */
export async function keepSite(db: Queryable, siteId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE sites SET efface_le = NULL, hors_ligne = nullif(hors_ligne - $2::text, '{}') WHERE id = $1 AND efface_le IS NOT NULL`,
    [siteId, DELETED_BY_OWNER],
  );
  return rowCount === 1;
}

/** Takes all sites off that an account owns. @returns the sites, sorted by slug */
export async function takeAccountOff(
  db: Queryable,
  accountId: string,
  reason: OfflineReason,
): Promise<{ readonly id: string; readonly slug: string }[]> {
  const { rows } = await db.query<{ id: string; slug: string }>(
    `UPDATE sites SET hors_ligne = coalesce(hors_ligne, '{}') || $2::jsonb
     WHERE id IN (SELECT site_id FROM membres WHERE compte_id = $1 AND role = 'proprietaire') RETURNING id, slug`,
    [accountId, JSON.stringify({ [accountId]: reason })],
  );
  return rows.sort(bySlug);
}

/** A site after one of its reasons is gone. */
interface SiteBack {
  readonly id: string;
  readonly slug: string;
  /** Whether it is off for another reason. */
  readonly reste: boolean;
}

/** Undoes `takeAccountOff`: the sites answer again unless they have another reason. @returns the sites, sorted by slug */
export async function bringAccountBack(db: Queryable, accountId: string): Promise<SiteBack[]> {
  const { rows } = await db.query<SiteBack>(
    `UPDATE sites SET hors_ligne = nullif(hors_ligne - $1::text, '{}') WHERE hors_ligne ? $1::text
     RETURNING id, slug, hors_ligne IS NOT NULL AS reste`,
    [accountId],
  );
  return rows.sort(bySlug);
}

const bySlug = (a: { readonly slug: string }, b: { readonly slug: string }): number => (a.slug < b.slug ? -1 : 1);

/** The reasons of an account that is deleted become those of the sites themselves, which stay off. */
export async function keepOfflineWithout(db: Queryable, accountId: string): Promise<void> {
  await db.query(
    `UPDATE sites SET hors_ligne = jsonb_set(hors_ligne - $1::text, '{site}', coalesce(hors_ligne -> 'site', hors_ligne -> $1::text))
     WHERE hors_ligne ? $1::text`,
    [accountId],
  );
}
