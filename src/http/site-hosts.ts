import type { IncomingMessage } from 'node:http';
import { findDomains } from '../storage/domains.ts';
import type { MemberSite } from '../storage/sites.ts';
import { formerSlugs } from '../storage/slugs.ts';
import type { Queryable } from '../storage/statement.ts';
import type { PublicAddress } from './public-address.ts';

interface HostSources {
  readonly management: Queryable;
  readonly publicAddress: PublicAddress;
  /** The domain under which each site has its slug. */
  readonly sitesDomain: string;
}

/** Every host at which visitors reach a site, with and without the port of a request; lower case. */
export async function hostsOfSite(
  { management, publicAddress, sitesDomain }: HostSources,
  { id, slug }: Pick<MemberSite, 'id' | 'slug'>,
  request: IncomingMessage,
): Promise<ReadonlySet<string>> {
  const [former, { hosts }] = await Promise.all([formerSlugs(management, id), findDomains(management, id)]);
  const names = [...[slug, ...former].map((one) => `${one}.${sitesDomain}`), ...hosts];
  return new Set(names.flatMap((name) => [name, new URL(publicAddress.originOf(request, name)).host]));
}
