import { viewAt } from '../sites/views.ts';
import { findLinkTargets, type LinkTarget } from '../storage/link-targets.ts';
import { findRedirectsFrom } from '../storage/redirects.ts';
import type { Queryable } from '../storage/statement.ts';
import { placeAsked } from './redirect-addresses.ts';
import { answersFor, candidatesAt } from './redirect-match.ts';
import { textPath } from './slugs.ts';

/** What stands at an address of a site. */
export interface KnownTarget {
  /** As it was asked. */
  readonly adresse: string;
  readonly genre: LinkTarget['genre'] | 'autre';
  /** Empty where nothing stands there, or something that has none. */
  readonly titre: string;
  readonly etat: 'visible' | 'brouillon' | 'redirigee' | 'absente';
}

/** Files, feeds and forms of a site: what stands there is not looked up. */
const OF_THE_SITE =
  /^(?:(?:theme-assets|medias|polices)\/|contact$|(?:robots|llms)\.txt$|sitemap\.xml$|blog(?:\/[^/]+)?\.atom$)/;

/** The path of an address as visitors ask for it, without outer slashes; null for one that cannot be read. */
function pathOf(address: string): string | null {
  try {
    return decodeURIComponent(address.replace(/[?#].*$/s, '')).replace(/^\/+|\/+$/g, '');
  } catch {
    return null;
  }
}

/** What stands at an address, and whether a redirect tells visitors that the page is gone. */
interface Found {
  readonly target: KnownTarget;
  readonly isGone: boolean;
}

/** What stands at addresses of a site, in their order. @param addresses each begins with `/`; query and place in the page do not count */
export const targetsAt = async (db: Queryable, siteId: string, addresses: readonly string[]): Promise<KnownTarget[]> =>
  (await foundAt(db, siteId, addresses)).map(({ target }) => target);

/** The same, with what redirects without a target say. */
export async function foundAt(db: Queryable, siteId: string, addresses: readonly string[]): Promise<Found[]> {
  const asked = addresses.map((adresse) => {
    const path = pathOf(adresse);
    return { adresse, path, view: path === null ? null : viewAt(path) };
  });
  const views = asked.flatMap(({ view }) => view ?? []);
  const found = await findLinkTargets(db, siteId, {
    pages: views.flatMap((view) => (view.kind === 'page' ? view.slug : [])),
    blogs: views.flatMap((view) => (view.kind === 'blog' && view.blog !== null ? view.blog : [])),
    articles: views.flatMap((view) => (view.kind === 'article' ? { blog: view.blog, slug: view.article } : [])),
  });
  const byPath = new Map(found.map((target) => [addressOf(target), target]));
  const leadsOn = await redirectsAt(
    db,
    siteId,
    addresses.filter((_, at) => byPath.get(`/${asked[at]?.path}`)?.visible !== true),
  );
  return asked.map(({ adresse, path }): Found => {
    const known = byPath.get(`/${path}`);
    const { genre, titre } = known ?? { genre: 'autre' as const, titre: '' };
    // Each site shows a home page and a list of all articles, whatever its texts are.
    const isThere = known?.visible || path === '' || path === 'blog' || (path !== null && OF_THE_SITE.test(path));
    const redirect = isThere && !(known && !known.visible) ? 'none' : leadsOn.get(adresse);
    const etat =
      redirect === 'none' ? 'visible' : redirect === 'redirigee' ? redirect : known ? 'brouillon' : 'absente';
    return { target: { adresse, genre, titre, etat }, isGone: redirect === 'supprimee' };
  });
}

/** What redirects make of addresses: they lead on, or tell visitors that the page is gone. An address of which no redirect says anything has no entry. */
async function redirectsAt(
  db: Queryable,
  siteId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, 'redirigee' | 'supprimee'>> {
  const asked = addresses.flatMap((address) => {
    const place = placeAsked(address);
    return place ? [{ address, candidates: candidatesAt(place) }] : [];
  });
  if (asked.length === 0) return new Map();
  const starts = new Set(asked.flatMap(({ candidates }) => candidates.map(({ de }) => de)));
  const rows = new Map((await findRedirectsFrom(db, siteId, [...starts])).map((row) => [row.de, row]));
  return new Map(
    asked.flatMap(({ address, candidates }) => {
      const [row] = candidates.flatMap((candidate) => {
        const one = rows.get(candidate.de);
        return one && answersFor(one, candidate) ? one : [];
      });
      return row ? [[address, row.vers === null ? 'supprimee' : 'redirigee'] as const] : [];
    }),
  );
}

const addressOf = ({ genre, slug, blog }: LinkTarget): string =>
  genre === 'blog' ? `/blog/${slug}` : textPath(slug, blog);
