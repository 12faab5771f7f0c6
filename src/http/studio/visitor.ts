import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authentication } from '../../accounts/authentication.ts';
import { Refusal } from '../../errors.ts';
import { findAccount, type KnownAccount } from '../../storage/accounts.ts';
import type { Database } from '../../storage/database.ts';
import { listSitesOfAccount, type MemberSite } from '../../storage/sites.ts';
import type { SiteLink } from '../../studio/frame/props.ts';
import type { SessionCookie } from '../session-cookie.ts';

/** Who is signed in, with the sites that the account may open, by name. */
export interface Visitor {
  readonly account: KnownAccount;
  readonly sites: readonly MemberSite[];
  /** Whether the account looks after the installation. */
  readonly isOperator: boolean;
  /** Whether the session has shown a second factor, and the account still has one. */
  readonly hasSecondFactor: boolean;
}

export interface VisitorSources {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly sessionCookie: SessionCookie;
}

/**
 * Who opens a page of the studio. Keys open none.
 * @returns null when nobody is signed in
 * @throws Refusal `indisponible`
 */
export async function visitorOf(
  { database: { service, management }, authentication, sessionCookie }: VisitorSources,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor | null> {
  const session = sessionCookie.read(request);
  if (session === undefined || !service) return null;
  try {
    const { accountId, isExtended, isOperator, hasSecondFactor } = await authentication.identify({
      authorization: undefined,
      session,
    });
    if (isExtended) sessionCookie.write(reply, session);
    const [account, sites] = await Promise.all([
      findAccount(service, accountId),
      listSitesOfAccount(management, accountId),
    ]);
    return account && { account, sites, isOperator, hasSecondFactor };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthorized') return null;
    throw error;
  }
}

/** Names of pages under `/studio/`: a site with such a slug is addressed by its id. */
const TAKEN: ReadonlySet<string> = new Set(['cles', 'compte', 'nouveau', 'pieces', 'scripts', 'securite']);

/** Address of a site's page in the studio. */
export const studioPath = ({ id, slug }: Pick<MemberSite, 'id' | 'slug'>): string =>
  `/studio/${TAKEN.has(slug) ? id : slug}`;

/** A link to a site's page in the studio. */
export const siteLink = (site: MemberSite): SiteLink => ({ name: site.nom, path: studioPath(site) });
