import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCaller } from '../../accounts/authentication.ts';
import { findAccount, type KnownAccount } from '../../storage/accounts.ts';
import type { Database } from '../../storage/database.ts';
import { listSitesOfAccount, type MemberSite } from '../../storage/sites.ts';
import type { SiteLink } from '../../studio/frame/props.ts';
import type { Callers } from '../callers.ts';

/** Who is signed in, with the sites that the account may open, by name. */
export interface Visitor {
  readonly account: KnownAccount;
  readonly sites: readonly MemberSite[];
  readonly session: SessionCaller;
}

export interface VisitorSources {
  readonly database: Database;
  readonly callers: Callers;
}

/**
 * Who opens a page of the studio. Keys open none.
 * @returns null when nobody is signed in
 */
export async function visitorOf(
  { database: { service, management }, callers }: VisitorSources,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor | null> {
  const session = await callers.signedIn(request, reply);
  if (!session || !service) return null;
  const [account, sites] = await Promise.all([
    findAccount(service, session.accountId),
    listSitesOfAccount(management, session.accountId),
  ]);
  return account && { account, sites, session };
}

/** Names of pages under `/studio/`: a site with such a slug is addressed by its id. */
const TAKEN: ReadonlySet<string> = new Set(['cles', 'compte', 'nouveau', 'pieces', 'scripts', 'securite']);

/** Address of a site's page in the studio. */
export const studioPath = ({ id, slug }: Pick<MemberSite, 'id' | 'slug'>): string =>
  `/studio/${TAKEN.has(slug) ? id : slug}`;

/** A link to a site's page in the studio. */
export const siteLink = (site: MemberSite): SiteLink => ({ name: site.nom, path: studioPath(site) });
