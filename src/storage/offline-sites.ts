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

/** The reasons by cause: `site` when the site itself was taken off, or the id of an account whose sites were all taken off. */
export type OfflineReasons = Readonly<Record<string, OfflineReason>>;

/** Takes a site off, or gives it another reason. @returns false when there is no such site */
export async function takeSiteOff(db: Queryable, slug: string, reason: OfflineReason): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE sites SET hors_ligne = coalesce(hors_ligne, '{}') || $2::jsonb WHERE slug = $1",
    [slug, JSON.stringify({ site: reason })],
  );
  return rowCount === 1;
}

/** Removes all reasons, so that the site answers again. @returns false when there is no such site */
export async function bringSiteBack(db: Queryable, slug: string): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE sites SET hors_ligne = NULL WHERE slug = $1', [slug]);
  return rowCount === 1;
}

/** Takes all sites off that an account owns. @returns their slugs, sorted */
export async function takeAccountOff(db: Queryable, accountId: string, reason: OfflineReason): Promise<string[]> {
  const { rows } = await db.query<{ slug: string }>(
    `UPDATE sites SET hors_ligne = coalesce(hors_ligne, '{}') || $2::jsonb
     WHERE id IN (SELECT site_id FROM membres WHERE compte_id = $1 AND role = 'proprietaire') RETURNING slug`,
    [accountId, JSON.stringify({ [accountId]: reason })],
  );
  return rows.map(({ slug }) => slug).sort();
}

/** A site after one of its reasons is gone. */
interface SiteBack {
  readonly slug: string;
  /** Whether it is off for another reason. */
  readonly reste: boolean;
}

/** Undoes `takeAccountOff`: the sites answer again unless they have another reason. @returns the sites, sorted by slug */
export async function bringAccountBack(db: Queryable, accountId: string): Promise<SiteBack[]> {
  const { rows } = await db.query<SiteBack>(
    `UPDATE sites SET hors_ligne = nullif(hors_ligne - $1::text, '{}') WHERE hors_ligne ? $1::text
     RETURNING slug, hors_ligne IS NOT NULL AS reste`,
    [accountId],
  );
  return rows.sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** The reasons of an account that is deleted become those of the sites themselves, which stay off. */
export async function keepOfflineWithout(db: Queryable, accountId: string): Promise<void> {
  await db.query(
    `UPDATE sites SET hors_ligne = jsonb_set(hors_ligne - $1::text, '{site}', coalesce(hors_ligne -> 'site', hors_ligne -> $1::text))
     WHERE hors_ligne ? $1::text`,
    [accountId],
  );
}
