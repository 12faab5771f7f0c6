import { applyLoad, type LoadResult } from '../load/load.ts';
import { type Target, uniform } from '../load/target.ts';
import { type Host, startHost } from '../vitrine/host.ts';
import { type NewTenant, normalSites, SECTION, type Tenant } from '../vitrine/tenants.ts';
import { CONNECTIONS } from './scale.ts';

/** A host with one hot site, one site that is written to, and many sites that were never visited. */
export interface ManySites {
  readonly host: Host;
  readonly hot: Target[];
  readonly written: Tenant;
  /** Source of the section of `written` that will be changed. */
  readonly section: string;
  /** The host name of each other site. */
  readonly names: readonly string[];
  /** Result of the load that made the hot site warm. */
  readonly warmUp: LoadResult;
}

/**
 * Starts the host and warms up the hot site.
 * @param count sites besides the hot and the written one
 * @param seconds length of the load that warms up
 * @param change changes the sites before they are stored
 */
export async function startManySites(
  count: number,
  seconds: number,
  change: (sites: readonly NewTenant[]) => readonly NewTenant[] = (sites) => sites,
): Promise<ManySites> {
  const sites = change(await normalSites(count + 2));
  const host = await startHost(sites);
  const [hotSite, written, ...others] = host.tenants;
  if (!hotSite || !written) throw new Error('this host has no sites');
  const hot = uniform([hotSite.host]);
  return {
    host,
    hot,
    written,
    section: sites[1]?.files[SECTION] ?? '',
    names: others.map((tenant) => tenant.host),
    warmUp: await applyLoad({ port: host.port, targets: hot, rate: null, connections: CONNECTIONS, seconds }),
  };
}
