import type { SiteContent } from '../../engine/index.ts';
import { NAMED_MEDIA, pictureAt } from '../../engine/pictures/facts.ts';
import { MEDIA_LIMITS } from '../media/limits.ts';
import { versionWithPictures } from '../media/named-pictures.ts';
import { picturesOf } from '../media/picture-facts.ts';
import { type StoredSettings, sharedImage, siteFacts } from '../text/site-facts/site-facts.ts';
import type { SiteOrigin } from '../text/site-origin.ts';
import { inOrder, type Numbered } from './batch.ts';
import type { OfflineKind } from './offline-sites.ts';
import { findPictures } from './public-medias.ts';
import type { Queryable } from './statement.ts';

/** The names by which a request finds a site. */
export interface SiteAddress {
  /** First label of the host when the host is a subdomain of the sites' domain, else the empty string. */
  readonly slug: string;
  /** The whole host, for custom domains. */
  readonly host: string;
}

/** The current state of a site, read with the public role: it tells whether content in memory is fresh. */
export interface SiteState {
  readonly site_id: string;
  readonly slug: string;
  /** Whether the site was found by a slug that it had before: the address leads on to its present one. */
  readonly ancienne: boolean;
  /** The domain that is the site's main address; null where its subdomain is. */
  readonly principal: string | null;
  /** When its content was written last. */
  readonly contenu_maj_le: string;
  /** When a text appeared, ended or changed last by a plan; null where none did. */
  readonly parution: string | null;
  /** Whether search engines are to leave the site out. */
  readonly masque: boolean;
  /** Signs the cookies of visitors who know the site's code; null when it asks for none. */
  readonly cle_acces: string | null;
  /** Why the site is off; null where it answers. */
  readonly hors_ligne: OfflineKind | null;
  /** Null when the site has no published theme. */
  readonly theme_id: string | null;
  readonly theme_maj_le: string | null;
}

/**
 * Finds the sites of many addresses; null where no site answers. One statement serves the sites whose ids are known, a second one the others:
 * a database that is distributed by site finds rows by the site's id only.
 * @param known ids of the sites that probably answer, in any order
 */
export async function probeSites(
  db: Queryable,
  addresses: readonly SiteAddress[],
  known: readonly string[] = [],
): Promise<(SiteState | null)[]> {
  const { rows } = await db.query<Numbered<SiteState>>({
    name: 'probe-sites',
    text: `WITH trouves AS MATERIALIZED (
             SELECT a.n, s.id, s.slug, s.contenu_maj_le, s.masque, s.cle_acces, s.hors_ligne,
                    CASE WHEN a.slug NOT IN ('', s.slug) THEN NOT EXISTS (SELECT FROM domaines d WHERE d.hote = a.host) ELSE false END AS ancienne,
                    (SELECT m.hote FROM domaines m WHERE m.site_id = s.id AND m.principal) AS principal
             FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS a (slug, host, n)
             CROSS JOIN LATERAL (SELECT id, slug, contenu_maj_le, masque, cle_acces, hors_ligne FROM etats_publics
                                 WHERE id = coalesce((SELECT named.id FROM etats_publics named WHERE named.slug = a.slug),
                                                     (SELECT d.site_id FROM domaines d WHERE d.hote = a.host),
                                                     (SELECT f.site_id FROM slugs_publics f WHERE f.slug = a.slug)) LIMIT 1) s
           ), publies AS MATERIALIZED (
             SELECT site_id, id, maj_le FROM themes_publies WHERE site_id = ANY ($3::uuid[])
           ), parutions AS MATERIALIZED (
             SELECT site_id, derniere FROM parutions_publiques WHERE site_id = ANY ($3::uuid[])
           )
           SELECT s.n::int AS n, s.id AS site_id, s.slug, s.ancienne, s.principal, s.contenu_maj_le, p.derniere AS parution, s.masque, s.cle_acces,
                  s.hors_ligne, t.id AS theme_id, t.maj_le AS theme_maj_le
           FROM trouves s LEFT JOIN publies t ON t.site_id = s.id LEFT JOIN parutions p ON p.site_id = s.id`,
    values: [addresses.map((a) => a.slug), addresses.map((a) => a.host), known],
  });
  const states = inOrder(addresses, rows);
  const isKnown = new Set(known);
  const missed = states.flatMap((state, place) => (state && !isKnown.has(state.site_id) ? [{ place, state }] : []));
  if (missed.length === 0) return states;
  const found = await probeSites(
    db,
    missed.map(({ place }) => addresses[place] as SiteAddress),
    missed.map(({ state }) => state.site_id),
  );
  for (const [n, { place }] of missed.entries()) states[place] = found[n] ?? null;
  return states;
}

interface ContentRow
  extends Pick<SiteState, 'slug' | 'contenu_maj_le' | 'parution' | 'theme_maj_le'>,
    Pick<SiteContent, 'menus'> {
  readonly nom: string;
  readonly description: string;
  /** The domain that is the main address; null where the subdomain is. */
  readonly domain: string | null;
  /** Stored settings that themes may show, by tab. */
  readonly reglages: StoredSettings;
  /** Ids of the pictures that the data of the published theme name. */
  readonly pictures: readonly string[];
}

export interface LoadedContent {
  readonly version: string;
  readonly values: SiteContent;
}

/**
 * Version of a site's content. Which plans have passed, the last of them tells. The later of the two times alone would not do: a write may be
 * committed after an instant that it was made before (docs/decisions/plans.md).
 */
export const contentVersion = ({ contenu_maj_le, parution }: Pick<SiteState, 'contenu_maj_le' | 'parution'>): string =>
  parution === null ? contenu_maj_le : `${contenu_maj_le}/${parution}`;

/** When the content of a site, as its version names it, became what it is; ISO 8601. */
export const writtenAt = ({
  contenu_maj_le: written,
  parution,
}: Pick<SiteState, 'contenu_maj_le' | 'parution'>): string =>
  parution !== null && parution > written ? parution : written;

/**
 * Version of the content that the pages of a published theme get: which pictures it has, the theme says.
 */
export const publishedVersion = (state: Pick<SiteState, 'contenu_maj_le' | 'parution' | 'theme_maj_le'>): string =>
  `${contentVersion(state)} ${state.theme_maj_le ?? ''}`;

/** Addresses that are looked at in the data of a theme, the same ones counted each time: finding one takes 0.05 ms. */
const MENTIONS = 5 * MEDIA_LIMITS.shown;

/**
 * Reads the content that all pages of a site share, with its version.
 * @param originOf gives the origin of the main address
 * @param pictures ids of the pictures that come with it; those that the data of the published theme name when left out
 * @returns null when the site is gone
 */
export async function loadContent(
  db: Queryable,
  siteId: string,
  originOf: SiteOrigin,
  pictures: readonly string[] | null = null,
): Promise<LoadedContent | null> {
  const { rows } = await db.query<ContentRow>({
    name: 'load-content',
    text: `SELECT s.nom, s.slug,
            s.contenu_maj_le, (SELECT derniere FROM parutions_publiques WHERE site_id = $1) AS parution,
            (SELECT maj_le FROM themes_publies WHERE site_id = $1) AS theme_maj_le,
            coalesce((SELECT menus FROM menus WHERE site_id = $1), '{}') AS menus,
            coalesce((SELECT description FROM descriptions_publiques WHERE site_id = $1), '') AS description,
            (SELECT hote FROM domaines WHERE site_id = $1 AND principal) AS domain,
            coalesce((SELECT jsonb_object_agg(onglet, valeurs) FROM reglages_publics WHERE site_id = $1), '{}') AS reglages,
            CASE WHEN $2 AND EXISTS (SELECT FROM medias_publics WHERE site_id = $1)
                 THEN ARRAY(SELECT DISTINCT id FROM (
                              SELECT found[1] AS id FROM (
                                SELECT contenu FROM fichiers_publies
                                WHERE site_id = $1 AND theme_id = (SELECT id FROM themes_publies WHERE site_id = $1)
                                  AND (chemin = 'config/settings_data.json' OR chemin LIKE 'templates/%.json')
                                ORDER BY chemin) f CROSS JOIN LATERAL regexp_matches(f.contenu, $3, 'g') AS found
                              LIMIT $5) n
                            ORDER BY id LIMIT $4)
                 ELSE '{}' END AS pictures
     FROM etats_publics s WHERE s.id = $1`,
    values: [siteId, pictures === null, NAMED_MEDIA, MEDIA_LIMITS.shown, MENTIONS],
  });
  const row = rows[0];
  if (!row) return null;
  const { slug, domain, reglages } = row;
  const image = sharedImage(reglages);
  const ids = [...new Set([...(pictures ?? row.pictures), ...[pictureAt(image) ?? []].flat()])];
  const found =
    ids.length === 0
      ? []
      : await findPictures(
          db,
          ids.map((id) => ({ siteId, id })),
        );
  const shown = found.filter((picture) => picture !== null);
  return {
    version: pictures ? versionWithPictures(contentVersion(row), pictures) : publishedVersion(row),
    values: {
      site: {
        ...{ nom: row.nom, slug, description: row.description, adresse: originOf({ slug, domain }) },
        ...siteFacts(reglages, writtenAt(row)),
        ...(image && { image }),
      },
      menus: row.menus,
      ...(shown.length > 0 && { pictures: picturesOf(shown) }),
    },
  };
}

/** Those present slugs whose site has a published theme and is for everybody. */
export async function answeringSlugs(db: Queryable, slugs: readonly string[]): Promise<string[]> {
  const states = await probeSites(
    db,
    slugs.map((slug) => ({ slug, host: '' })),
  );
  return slugs.filter((_slug, n) => states[n]?.theme_id && !states[n].ancienne && isOpen(states[n]));
}

const isOpen = ({ cle_acces, hors_ligne }: SiteState): boolean => cle_acces === null && hors_ligne === null;

/** An effective read with the public role, for the health probe `base`. */
export async function readAsPublic(db: Queryable): Promise<void> {
  await db.query('SELECT id FROM etats_publics LIMIT 1');
}
