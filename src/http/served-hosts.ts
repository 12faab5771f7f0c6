import { hostNameOf } from '../sites/custom-domain.ts';
import type { PublicPages } from '../sites/public-pages.ts';
import { type EntranceOptions, entranceOfHost } from './entrance.ts';

/** The longest host name, characters. */
const LONGEST = 253;

/** The names that this service answers at: the platform's own address, and those of the sites. */
export class ServedHosts {
  readonly #pages: Pick<PublicPages, 'hasSite'>;
  readonly #options: EntranceOptions;
  /** Where nothing says how the platform is reached, it is the domain of the sites. */
  readonly #platformHost: string;

  constructor(pages: Pick<PublicPages, 'hasSite'>, options: EntranceOptions) {
    this.#pages = pages;
    this.#options = options;
    this.#platformHost = options.platformHost ?? options.sitesDomain;
  }

  /**
   * @param name whatever a client gives as a host name
   * @throws what `isOutOfReach` recognises when only the database could tell
   */
  async has(name: string): Promise<boolean> {
    const host = name.length > LONGEST ? null : hostNameOf(name);
    if (host === this.#platformHost) return true;
    const named = host === null ? null : entranceOfHost(host, this.#options);
    return named?.kind === 'site' && this.#pages.hasSite({ slug: named.slug, host: named.host });
  }
}
