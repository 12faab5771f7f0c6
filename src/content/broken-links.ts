import { UUID } from '../../engine/text/uuid.ts';
import { wrongInput } from '../errors.ts';
import {
  findLinkingArticles,
  findLinkingPages,
  findLinkingRedirects,
  findSitePlaces,
  type LinkingPlace,
} from '../storage/linking-places.ts';
import { findMedia } from '../storage/named-media.ts';
import type { Queryable } from '../storage/statement.ts';
import { redirectsAt, targetsAt } from './link-targets.ts';
import { localLinks } from './local-links.ts';

/** What one reading looks at: so much holds neither the process nor the database up. */
const AT_ONCE = { rows: 200, bytes: 500_000, redirects: 1_000, addresses: 5_000 } as const;

/** What is looked at, in this order. */
const KINDS = ['site', 'redirections', 'pages', 'articles'] as const;
type Kind = (typeof KINDS)[number];

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
  /** Where the next reading goes on; null at the end. */
  readonly next: string | null;
}

/**
 * The links inside a site that lead nowhere, of a part of its places: menus, settings, blogs and the published theme; redirects; pages; articles.
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
  const places = await placesOf(db, siteId, kind, after);
  const byAddress = new Map<string, Omit<LinkingPlace, 'textes'>[]>();
  for (const { textes, ...place } of places) {
    const links = new Set(textes.flatMap((text) => [...localLinks(text, hosts)]));
    for (const link of links) {
      const known = byAddress.get(link);
      if (known) known.push(place);
      else if (byAddress.size < AT_ONCE.addresses) byAddress.set(link, [place]);
    }
  }
  const faults = await faultsOf(db, siteId, [...byAddress.keys()]);
  const links = [...faults].map(([adresse, etat]) => ({ adresse, etat, ou: byAddress.get(adresse) ?? [] }));
  const last = kind === 'site' ? undefined : places.at(-1);
  const following = KINDS[KINDS.indexOf(kind) + 1];
  return { links, next: last ? `${kind} ${last.id ?? last.nom}` : (following ?? null) };
}

function placeOf(cursor: string | undefined): { readonly kind: Kind; readonly after: string | null } {
  if (cursor === undefined) return { kind: 'site', after: null };
  const [, name, after = null] = new RegExp(`^([a-z]+)(?: (/.*|${UUID}))?$`, 's').exec(cursor) ?? [];
  const kind = KINDS.find((one) => one === name);
  const isPath = after?.startsWith('/') ?? kind === 'redirections';
  if (!kind || isPath !== (kind === 'redirections')) throw wrongInput('apres');
  return { kind, after };
}

async function placesOf(db: Queryable, siteId: string, kind: Kind, after: string | null): Promise<LinkingPlace[]> {
  const part = { after, limit: AT_ONCE.rows, bytes: AT_ONCE.bytes };
  if (kind === 'site') return findSitePlaces(db, siteId);
  if (kind === 'pages') return findLinkingPages(db, siteId, part);
  if (kind === 'articles') return findLinkingArticles(db, siteId, part);
  return findLinkingRedirects(db, siteId, { after, limit: AT_ONCE.redirects });
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
  const [targets, files] = await Promise.all([
    targetsAt(db, siteId, addresses),
    findMedia(db, siteId, [...new Set(fileOf.values())]),
  ]);
  const faults = new Map<string, Fault>();
  for (const { adresse, etat } of targets) {
    const file = fileOf.get(adresse);
    if (etat === 'absente' || etat === 'brouillon') faults.set(adresse, etat);
    else if (file !== undefined && !files.includes(file)) faults.set(adresse, 'absente');
  }
  for (const [address, told] of await redirectsAt(db, siteId, [...faults.keys()])) {
    if (told === 'supprimee') faults.set(address, told);
  }
  return faults;
}
