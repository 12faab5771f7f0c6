import type { FastifyRequest } from 'fastify';
import type { Visit } from '../../sites/public-pages.ts';
import type { Tally } from '../../sites/records/site-tally.ts';
import type { SiteState } from '../../storage/public-sites.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor's address and the site of it; set before any handler of the public entrance runs. */
    visited: Visited | null;
  }
}

/** What the look-up of a visitor's address has found. */
export interface Visited extends Pick<Visit, 'address' | 'finding'> {
  readonly state: SiteState;
  /** When it was looked up, `sharedNow`. */
  readonly lookup: { readonly began: number; readonly ended: number };
  /** The counts of the site, to which this visit adds. */
  readonly tally: Tally;
  /** Bytes that the connection had sent before this answer. */
  readonly sentBefore: number;
  /** When a page was ready to be sent, `sharedNow`. */
  readyAt: number | null;
}

/** What the look-up has found for a handler of the public entrance. */
export function visitedBy({ visited }: FastifyRequest): Visited {
  if (!visited) throw new Error('a site was asked for something before its address was looked up');
  return visited;
}

/** A site as logs name it: its slug, and the host by which it was asked for; nothing where none was found. */
export const namesOf = ({ visited }: FastifyRequest): { readonly site?: string; readonly host?: string } =>
  visited ? { site: visited.state.slug, host: visited.address.host } : {};
