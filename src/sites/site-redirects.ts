import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import { placeAsked, queryOf, sendable } from '../content/redirect-addresses.ts';
import { answersFor, type Candidate, candidatesAt, ledTo } from '../content/redirect-match.ts';
import { OutOfReach } from '../storage/out-of-reach.ts';
import { findPublicRedirects, haveRedirects, type PublicRedirect } from '../storage/public-redirects.ts';
import { contentVersion, type SiteState } from '../storage/public-sites.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { FreshnessProbe } from './freshness.ts';
import type { Finding } from './look-up.ts';

/** Sites of which is remembered whether they have redirects: 100 bytes each. */
const REMEMBERED_SITES = 50_000;
/** How many addresses one statement looks up, so that none takes long: 5 µs for each. */
const READ_AT_ONCE = 100;

/** Where a visitor is led who asked for an address without a page. */
export interface Led {
  /** Path, or https address, ready to be sent; null where the page is gone. */
  readonly vers: string | null;
  /** Whether the redirect is of what is above the address: a blog. */
  readonly isAbove: boolean;
}

interface Question {
  readonly siteId: string;
  /** Rows that may answer, the first before the others. */
  readonly candidates: readonly Candidate[];
}

interface Match {
  readonly row: PublicRedirect;
  readonly candidate: Candidate;
}

/**
 * The redirects of sites, looked up where no page is found (docs/redirects.md). Nothing is kept of an address, so that nobody fills the memory by
 * guessing; of a site is kept whether it has any redirect, for one version of its content, so that a site without one costs nothing.
 */
export class SiteRedirects {
  readonly #having: FreshnessProbe<Pick<Question, 'siteId'>, boolean>;
  /** Separate from the pages, so that no page waits for a flood of addresses. */
  readonly #matches: FreshnessProbe<Question, Match>;
  readonly #known = new LRUCache<string, { readonly version: string; readonly hasAny: boolean }>(
    atMost(REMEMBERED_SITES),
  );

  /** @param db pools with the public role */
  constructor(db: RolePools, watch: DatabaseWatch) {
    const timing = { now: () => performance.now(), sleep };
    const options = { atMost: READ_AT_ONCE, timing };
    this.#having = new FreshnessProbe(
      (questions) =>
        watch.attempt(() =>
          haveRedirects(
            db.probes,
            questions.map(({ siteId }) => siteId),
          ),
        ),
      ({ siteId }) => siteId,
      options,
    );
    this.#matches = new FreshnessProbe(
      (questions) => watch.attempt(() => findMatches(db, questions)),
      ({ siteId, candidates }) => `${siteId}${candidates[0]?.de}`,
      options,
    );
  }

  /**
   * Where visitors of an address are led; null where no redirect answers.
   * @param url path and query, as the request has them
   * @throws what `isOutOfReach` recognises when the database is away and the site may have redirects
   */
  async find({ answer: state, verifiedAt }: Finding<SiteState>, url: string): Promise<Led | null> {
    const place = placeAsked(url);
    if (!state || !place || !(await this.#hasAny(state, verifiedAt))) return null;
    if (verifiedAt !== null) throw new OutOfReach('only the database knows the redirects of this site');
    const match = await this.#matches.lookUp({ siteId: state.site_id, candidates: candidatesAt(place) });
    if (!match) return null;
    const { row, candidate } = match;
    const isAbove = candidate.beneath !== '';
    return { vers: row.vers === null ? null : sendable(ledTo(row.vers, candidate, queryOf(url))), isAbove };
  }

  async #hasAny(state: SiteState, verifiedAt: number | null): Promise<boolean> {
    const { site_id: siteId } = state;
    const version = contentVersion(state);
    const known = this.#known.get(siteId);
    if (known && (known.version === version || verifiedAt !== null)) return known.hasAny;
    if (verifiedAt !== null) return true;
    // Read after the version: what is found may be newer, and is then kept under a version that nobody asks for any more.
    const hasAny = (await this.#having.lookUp({ siteId })) === true;
    this.#known.set(siteId, { version, hasAny });
    return hasAny;
  }
}

async function findMatches(db: RolePools, questions: readonly Question[]): Promise<(Match | null)[]> {
  const asked = questions.flatMap(({ siteId, candidates }) => candidates.map(({ de }) => ({ siteId, de })));
  const rows = await findPublicRedirects(db.probes, asked);
  let at = 0;
  return questions.map(({ candidates }) => {
    const found = rows.slice(at, at + candidates.length);
    at += candidates.length;
    const place = candidates.findIndex((candidate, n) => found[n] && answersFor(found[n], candidate));
    const [row, candidate] = [found[place], candidates[place]];
    return row && candidate ? { row, candidate } : null;
  });
}
