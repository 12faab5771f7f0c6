import { UUID } from '../../engine/text/uuid.ts';
import { wrongInput } from '../errors.ts';
import {
  findLinkingArticles,
  findLinkingPages,
  findLinkingRedirects,
  findLinkingThemeFiles,
  findSitePlaces,
  type LinkingPlace,
} from '../storage/linking-places.ts';
import { findMedia } from '../storage/named-media.ts';
import type { Queryable } from '../storage/statement.ts';
import { foundAt } from './link-targets.ts';
import { localLinks } from './local-links.ts';

/** What one reading looks at: so much holds neither the process nor the database up. */
const AT_ONCE = { rows: 200, bytes: 500_000, redirects: 1_000, addresses: 5_000 } as const;

/** What is looked at, in this order. */
const KINDS = ['site', 'theme', 'redirections', 'pages', 'articles'] as const;
type Kind = (typeof KINDS)[number];

/** What a reading of each kind goes on after; of a site nothing. */
const AFTER: Readonly<Record<Kind, RegExp>> = {
  site: /^(?!)/,
  theme: /^[a-z]+\/\S+$/,
  redirections: /^\//,
  pages: new RegExp(`^${UUID}$`),
  articles: new RegExp(`^${UUID}$`),
};

/** Why a link leads nowhere: nothing is there, a text that visitors do not see, or somebody has said that the page is gone. */
export type Fault = 'absente' | 'brouillon' | 'supprimee';

export interface BrokenLink {
  /** Path on the site, with its query. */
  readonly adresse: string;
  readonly etat: Fault;
  readonly ou: readonly Omit<LinkingPlace, 'textes'>[];
}

interface Reading {
  readonly links: readonly BrokenLink[];
  /** How many addresses of the part were not looked at: there are more than one reading looks up. */
  readonly omitted: number;
  /** Where the next reading goes on; null at the end. */
  readonly next: string | null;
}

/**
 * The links inside a site that lead nowhere, of a part of its places: menus, settings and blogs; the published theme; redirects; pages; articles.
 * A link that a redirect catches is not among them.
 * @param hosts of the site, in lower case, with their port where they have one
 * @param cursor `next` of the reading before
 * @throws Refusal `invalid_input` when the cursor is none
 */
export async function findBrokenLinks(
  db: Queryable,
  siteId: string,
  { hosts, cursor }: { readonly hosts: ReadonlySet<string>; readonly cursor: string | undefined },
): Promise<Reading> {
  const { kind, after } = placeOf(cursor);
  const { places, last } = await placesOf(db, siteId, kind, after);
  const byAddress = new Map<string, Omit<LinkingPlace, 'textes'>[]>();
  const omitted = new Set<string>();
  for (const { textes, ...place } of places) {
    const links = new Set(textes.flatMap((text) => [...localLinks(text, hosts)]));
    for (const link of links) {
      const known = byAddress.get(link);
      if (known) known.push(place);
      else if (byAddress.size < AT_ONCE.addresses) byAddress.set(link, [place]);
      else omitted.add(link);
    }
  }
  const faults = await faultsOf(db, siteId, [...byAddress.keys()]);
  const links = [...faults].map(([adresse, etat]) => ({ adresse, etat, ou: byAddress.get(adresse) ?? [] }));
  const following = KINDS[KINDS.indexOf(kind) + 1];
  return { links, omitted: omitted.size, next: last === undefined ? (following ?? null) : `${kind} ${last}` };
}

function placeOf(cursor: string | undefined): { readonly kind: Kind; readonly after: string | null } {
  if (cursor === undefined) return { kind: 'site', after: null };
  const [, name, after = null] = /^([a-z]+)(?: (.+))?$/s.exec(cursor) ?? [];
  const kind = KINDS.find((one) => one === name);
  if (!kind || (after !== null && !AFTER[kind].test(after))) throw wrongInput('apres');
  return { kind, after };
}

/** A part of the places of one kind, and what the next one goes on after; undefined at the end. */
async function placesOf(
  db: Queryable,
  siteId: string,
  kind: Kind,
  after: string | null,
): Promise<{ readonly places: readonly LinkingPlace[]; readonly last?: string | undefined }> {
  const part = { after, limit: AT_ONCE.rows, bytes: AT_ONCE.bytes };
  if (kind === 'site') return { places: await findSitePlaces(db, siteId) };
  if (kind === 'theme') {
    const files = await findLinkingThemeFiles(db, siteId, part);
    return { places: asOne(files), last: files.at(-1)?.chemin };
  }
  if (kind === 'redirections') {
    const places = await findLinkingRedirects(db, siteId, { after, limit: AT_ONCE.redirects });
    return { places, last: places.at(-1)?.nom };
  }
  const find = kind === 'pages' ? findLinkingPages : findLinkingArticles;
  const places = await find(db, siteId, part);
  return { places, last: places.at(-1)?.id ?? undefined };
}

/** The files of a theme are one place. */
function asOne(files: readonly LinkingPlace[]): LinkingPlace[] {
  const [first] = files;
  if (!first) return [];
  const { genre, id, nom } = first;
  return [{ genre, id, nom, textes: files.flatMap(({ textes }) => textes) }];
}

const MEDIA = new RegExp(`^/medias/(${UUID})/`);

/** Which addresses lead nowhere. */
async function faultsOf(db: Queryable, siteId: string, addresses: readonly string[]): Promise<Map<string, Fault>> {
  if (addresses.length === 0) return new Map();
  const fileOf = new Map(
    addresses.flatMap((address) => {
      const id = MEDIA.exec(address)?.[1];
      return id === undefined ? [] : [[address, id]];
    }),
  );
  const [found, files] = await Promise.all([
    foundAt(db, siteId, addresses),
    findMedia(db, siteId, [...new Set(fileOf.values())]),
  ]);
  const faults = new Map<string, Fault>();
  for (const { target, isGone } of found) {
    const { adresse, etat } = target;
    const file = fileOf.get(adresse);
    if (etat === 'absente' || etat === 'brouillon') faults.set(adresse, isGone ? 'supprimee' : etat);
    else if (file !== undefined && !files.includes(file)) faults.set(adresse, 'absente');
  }
  return faults;
}
