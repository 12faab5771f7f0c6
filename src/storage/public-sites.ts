import type { MenuEntry } from '../../engine/index.ts';
import { inOrder, type Numbered } from './batch.ts';
import type { Queryable } from './statement.ts';

/** The names by which a request finds a site. */
export interface SiteAddress {
  /** First label of the host when the host is a subdomain of the sites' domain, else the empty string. */
  readonly slug: string;
  /** The whole host, for custom domains. */
  readonly host: string;
}

/** The current state of a site, read with the public role: everything that decides whether cached content is fresh. */
export interface SiteState {
  readonly site_id: string;
  readonly contenu_maj_le: string;
  /** Whether search engines are to leave the site out. */
  readonly masque: boolean;
  /** Signs the cookies of visitors who know the site's code; null when it asks for none. */
  readonly cle_acces: string | null;
  /** Null when the site has no published theme. */
  readonly theme_id: string | null;
  readonly theme_maj_le: string | null;
}

/**
 * Answers many addresses in one statement, hence from one snapshot; null where no site answers. Views with a
 * security barrier are read row by row: a plain join would read the whole view.
 */
export async function probeSites(db: Queryable, addresses: readonly SiteAddress[]): Promise<(SiteState | null)[]> {
  const { rows } = await db.query<Numbered<SiteState>>({
    name: 'probe-sites',
    text: `SELECT a.n::int AS n, s.id AS site_id, s.contenu_maj_le, s.masque, s.cle_acces,
                  t.id AS theme_id, t.maj_le AS theme_maj_le
           FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS a (slug, host, n)
           CROSS JOIN LATERAL (SELECT id, contenu_maj_le, masque, cle_acces FROM sites_publics
                               WHERE id = coalesce((SELECT named.id FROM sites_publics named WHERE named.slug = a.slug),
                                                   (SELECT d.site_id FROM domaines d WHERE d.hote = a.host)) LIMIT 1) s
           LEFT JOIN LATERAL (SELECT id, maj_le FROM themes_publies WHERE site_id = s.id LIMIT 1) t ON true`,
    values: [addresses.map((a) => a.slug), addresses.map((a) => a.host)],
  });
  return inOrder(addresses, rows);
}

export interface LoadedContent {
  readonly version: string;
  readonly values: {
    readonly site: { readonly nom: string; readonly slug: string; readonly description: string };
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  };
}

/** Reads the content that all pages of a site share, with its version. @returns null when the site is gone. */
export async function loadContent(db: Queryable, siteId: string): Promise<LoadedContent | null> {
  const { rows } = await db.query(
    `SELECT s.nom, s.slug, s.contenu_maj_le, coalesce(m.menus, '{}') AS menus,
            coalesce((SELECT d.description FROM descriptions_publiques d WHERE d.site_id = s.id), '') AS description
     FROM sites_publics s LEFT JOIN menus m ON m.site_id = s.id WHERE s.id = $1`,
    [siteId],
  );
  const row = rows[0];
  if (!row) return null;
  return {
    version: row.contenu_maj_le,
    values: { site: { nom: row.nom, slug: row.slug, description: row.description }, menus: row.menus },
  };
}

/** Those of the slugs under which a site with a published theme answers to everybody. */
export async function answeringSlugs(db: Queryable, slugs: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ slug: string }>({
    name: 'answering-slugs',
    text: `SELECT s.slug FROM sites_publics s
           CROSS JOIN LATERAL (SELECT id FROM themes_publies WHERE site_id = s.id LIMIT 1) t
           WHERE s.slug = ANY ($1::text[]) AND s.cle_acces IS NULL`,
    values: [slugs],
  });
  return rows.map(({ slug }) => slug);
}

/** An effective read with the public role, for the health probe `base`. */
export async function readAsPublic(db: Queryable): Promise<void> {
  await db.query('SELECT id FROM sites_publics LIMIT 1');
}
