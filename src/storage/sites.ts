import { randomUUID } from 'node:crypto';
import type { MemberRole } from './accounts.ts';
import type { OfflineReasons } from './offline-sites.ts';
import type { Queryable } from './statement.ts';

/** Billing state of a site (docs/decisions/access-to-sites.md). */
export type BillingState = 'essai' | 'actif' | 'retard' | 'expire' | 'aucun';
export const BILLING_STATES: readonly BillingState[] = ['essai', 'actif', 'retard', 'expire', 'aucun'];

export interface Site {
  readonly id: string;
  readonly slug: string;
  readonly nom: string;
  readonly etat: BillingState;
  readonly suspendu: boolean;
  readonly a_activer: boolean;
  /** Why the site is off; null for a site that answers. */
  readonly hors_ligne: OfflineReasons | null;
  /** When a site that its owner has deleted goes for good, ISO, UTC; null for every other site. */
  readonly efface_le: string | null;
}

/** A site as one of its members meets it. */
export interface MemberSite extends Site {
  readonly role: MemberRole;
}

/** The sites an account may work on, ordered by name. */
export async function listSitesOfAccount(db: Queryable, accountId: string): Promise<MemberSite[]> {
  const { rows } = await db.query<MemberSite>({
    name: 'sites-of-account',
    text: `SELECT s.id, s.slug, s.nom, s.etat, s.suspendu, s.a_activer, s.hors_ligne, s.efface_le, m.role
           FROM membres m JOIN sites s ON s.id = m.site_id
           WHERE m.compte_id = $1 ORDER BY s.nom, s.id`,
    values: [accountId],
  });
  return rows;
}

/** Adds a site with its owner, both or neither. @returns the new site, or null when another site has or had the slug */
export async function insertSite(
  db: Queryable,
  site: { slug: string; name: string; state: BillingState; ownerId: string },
): Promise<{ id: string; slug: string } | null> {
  const { rows } = await db.query<{ id: string; slug: string }>(
    `WITH nom AS (
       INSERT INTO slugs (slug, site_id) VALUES ($1, $5) ON CONFLICT (slug) DO NOTHING RETURNING slug
     ), site AS (
       INSERT INTO sites (id, slug, nom, etat) SELECT $5, slug, $2, $3 FROM nom RETURNING id, slug
     ), owner AS (
       INSERT INTO membres (site_id, compte_id, role) SELECT id, $4::uuid, 'proprietaire' FROM site
     )
     SELECT id, slug FROM site`,
    [site.slug, site.name, site.state, site.ownerId, randomUUID()],
  );
  return rows[0] ?? null;
}

/** The columns that may keep the members of a site from writing to it. */
export type SiteStanding = Pick<Site, 'slug' | 'etat' | 'suspendu' | 'a_activer'>;

/** The same, with the id of the site. */
export type HeldStanding = SiteStanding & Pick<Site, 'id'>;

/** Locks a site, and reads these columns of it. @returns null when there is no such site */
export async function lockSiteStanding(db: Queryable, slug: string): Promise<HeldStanding | null> {
  const { rows } = await db.query<HeldStanding>(
    'SELECT id, slug, etat, suspendu, a_activer FROM sites WHERE slug = $1 FOR UPDATE',
    [slug],
  );
  return rows[0] ?? null;
}

/** A change of these columns; absent fields stay as they are. */
interface StandingChange {
  readonly state?: BillingState | undefined;
  readonly suspended?: boolean | undefined;
  readonly toActivate?: boolean | undefined;
}

/** @returns the columns after the change; null when there is no such site */
export async function updateSiteState(
  db: Queryable,
  slug: string,
  { state, suspended, toActivate }: StandingChange,
): Promise<SiteStanding | null> {
  const { rows } = await db.query<SiteStanding>(
    `UPDATE sites SET etat = coalesce($2, etat), suspendu = coalesce($3, suspendu), a_activer = coalesce($4, a_activer)
     WHERE slug = $1 RETURNING slug, etat, suspendu, a_activer`,
    [slug, state ?? null, suspended ?? null, toActivate ?? null],
  );
  return rows[0] ?? null;
}

/** @returns the id of the site with this slug, or null when there is none */
export async function findSiteBySlug(db: Queryable, slug: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM sites WHERE slug = $1', [slug]);
  return rows[0]?.id ?? null;
}

/** What a site is called, and when it goes. */
export async function findNamedSite(
  db: Queryable,
  id: string,
): Promise<Pick<Site, 'slug' | 'nom' | 'efface_le'> | null> {
  const { rows } = await db.query<Pick<Site, 'slug' | 'nom' | 'efface_le'>>(
    'SELECT slug, nom, efface_le FROM sites WHERE id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** Changes the name and the slug; absent fields stay as they are. The site has the slug in `slugs` already. */
export async function renameSite(
  db: Queryable,
  siteId: string,
  { name, slug }: { readonly name?: string | undefined; readonly slug?: string | undefined },
): Promise<void> {
  await db.query('UPDATE sites SET nom = coalesce($2, nom), slug = coalesce($3, slug) WHERE id = $1', [
    siteId,
    name ?? null,
    slug ?? null,
  ]);
}

/** The first slugs, read with the public role. */
export async function listSlugs(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ slug: string }>('SELECT slug FROM etats_publics ORDER BY slug LIMIT $1', [limit]);
  return rows.map(({ slug }) => slug);
}

/** Names of sites, in the order of the names. */
export async function nameSites(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ nom: string }>('SELECT nom FROM sites WHERE id = ANY ($1::uuid[]) ORDER BY nom', [
    ids,
  ]);
  return rows.map(({ nom }) => nom);
}
