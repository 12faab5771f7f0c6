import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import {
  CRASHES,
  HEAVY_PAGE_MS,
  PENALTY_MS,
  QUARANTINE_DOUBLINGS,
  QUARANTINE_MS,
  STRIKES,
  TIME_LIMITS,
} from '../limits.ts';
import type { Version } from '../messages/protocol.ts';
import type { RenderedFor } from './render-job.ts';
import type { Level } from './roles.ts';

/** The health of so many themes is remembered. */
const REMEMBERED = 50_000;

/** The expected time of a theme's pages follows a slower page by `RISE` of the difference, a quicker one by `FALL`. */
const RISE = 1 / 4;
const FALL = 1 / 32;

/** A time before all others. */
const NEVER = Number.NEGATIVE_INFINITY;

/** A theme version in quarantine. */
interface Quarantined {
  readonly theme: Version;
  /** Milliseconds that are left. */
  readonly forMs: number;
  /** Slug of the site; undefined for a theme of no site. */
  readonly site: string | undefined;
}

/**
 * What has been seen of one theme: a circuit breaker, half open at the level `unproven`, open in quarantine. Pages of an earlier version, which
 * requests may still ask for, change nothing of the present version's health.
 */
export class ThemeHealth {
  readonly id: string;
  readonly #now: () => number;
  /** The present version. */
  version = '';
  /** Whether a page of this version has come back. */
  hasAnswered = false;
  /** Expected processor time of a page, milliseconds. */
  pageMs = 0;
  /** Whether a page of this version needed more than its slice, went over a limit, or ended a process. */
  #hasFailed = false;
  /** As `ThemeSupply.isShipped` says; undefined until the code was compared. */
  #isShipped: boolean | undefined;
  #strikes = 0;
  /** Processes that pages of this version have ended, and until when these count. */
  #crashes = 0;
  #crashesCountUntil = NEVER;
  #penalizedUntil = NEVER;
  #quarantinedUntil = NEVER;
  #timesQuarantined = 0;
  /** Whether an earlier version was in quarantine, or has ended a process or gone over a limit since the present version came. */
  #hasHarmfulPast = false;
  /** For whom the theme was rendered last. */
  whose: RenderedFor | undefined = undefined;
  /** Settles with the one render that tries an unproven version; null when there is none. */
  probe: Promise<unknown> | null = null;

  constructor(id: string, now: () => number) {
    this.id = id;
    this.#now = now;
  }

  /**
   * A newer version starts anew, except that the penalty of the theme stays; a request for an older version changes nothing. Versions of a theme
   * grow as text.
   */
  noteVersion(version: string): void {
    if (version <= this.version) return;
    this.version = version;
    this.#hasHarmfulPast = this.quarantinedForMs > 0;
    this.hasAnswered = false;
    this.#hasFailed = false;
    this.#isShipped = undefined;
    this.pageMs = 0;
    this.#strikes = 0;
    this.#crashes = 0;
    this.#quarantinedUntil = NEVER;
  }

  get level(): Level {
    const { isPenalized } = this;
    if (!this.hasAnswered && (this.#hasFailed || isPenalized)) return 'suspect';
    if (isPenalized || this.pageMs > HEAVY_PAGE_MS) return 'heavy';
    return this.hasAnswered || this.#isShipped ? 'quick' : 'unproven';
  }

  /** Whether this is the present version and its code was not compared yet. */
  isUnclassified(version: string): boolean {
    return this.#isShipped === undefined && version === this.version;
  }

  /** Notes whose code a version has. Code that this program ships need not be tried first. */
  classify(version: string, isShipped: boolean): void {
    if (version === this.version) this.#isShipped = isShipped;
  }

  /**
   * Who may share an isolate: a theme of code that this program ships, byte for byte, of whose present version no page has failed (`#hasFailed`),
   * and only at attempts of quick pages. Every other theme has an isolate of its own.
   */
  mayShareIsolate(level: Level): boolean {
    return level === 'quick' && this.#isShipped === true && !this.#hasFailed;
  }

  /** Whether any version went over a limit lately. */
  get isPenalized(): boolean {
    return this.#now() < this.#penalizedUntil;
  }

  /** Whether a version is not rendered now: in quarantine, or an earlier version that has done harm. */
  isRefused(version: string): boolean {
    return this.quarantinedForMs > 0 || (version < this.version && this.#hasHarmfulPast);
  }

  get quarantinedForMs(): number {
    return Math.max(0, this.#quarantinedUntil - this.#now());
  }

  /** Makes this the one render that tries the version. */
  async probing<T>(render: Promise<T>): Promise<T> {
    const probe = render.catch(() => undefined);
    this.probe = probe;
    try {
      return await render;
    } finally {
      if (this.probe === probe) this.probe = null;
    }
  }

  /** A page of this version came back. @param cpuMs its processor time, milliseconds */
  answered(version: string, cpuMs: number): void {
    if (version !== this.version) return;
    this.hasAnswered = true;
    const change = Math.min(cpuMs, TIME_LIMITS.sliceMs) - this.pageMs;
    this.pageMs += change * (change > 0 ? RISE : FALL);
  }

  /** A page of this version needed more than its slice of time, or went over a limit. */
  overran(version: string): void {
    if (version === this.version) this.#hasFailed = true;
  }

  /**
   * A process ended at a page of this version, which is suspect until another page comes back.
   * @param isProven whether the page was the reason
   * @returns whether the version is quarantined now
   */
  crashed(version: string, isProven: boolean): boolean {
    if (isProven ? !this.#isPresent(version) : version !== this.version) return false;
    this.#hasFailed = true;
    this.hasAnswered = false;
    if (!isProven) return false;
    if (this.#now() >= this.#crashesCountUntil) this.#crashes = 0;
    this.#crashesCountUntil = this.#now() + PENALTY_MS;
    return ++this.#crashes >= CRASHES && this.#quarantine();
  }

  /** This version went over a limit. @returns whether it is quarantined now */
  strike(version: string): boolean {
    this.overran(version);
    if (!this.isPenalized) this.#strikes = 0;
    this.#penalizedUntil = this.#now() + PENALTY_MS;
    return this.#isPresent(version) && ++this.#strikes >= STRIKES && this.#quarantine();
  }

  /** Ends the quarantine; the next one is as long as without this. @returns false where there was none */
  lift(): boolean {
    if (this.quarantinedForMs === 0) return false;
    this.#quarantinedUntil = NEVER;
    return true;
  }

  /** Keeps the present version from being rendered for a while. */
  #quarantine(): true {
    this.#strikes = 0;
    this.#crashes = 0;
    this.hasAnswered = false;
    this.#penalizedUntil = this.#now() + PENALTY_MS;
    const doublings = Math.min(this.#timesQuarantined++, QUARANTINE_DOUBLINGS);
    this.#quarantinedUntil = this.#now() + QUARANTINE_MS * 2 ** doublings;
    return true;
  }

  /** Whether this version, which has done harm, is the present one; notes the harm of an earlier version. */
  #isPresent(version: string): boolean {
    if (version === this.version) return true;
    this.#hasHarmfulPast = true;
    return false;
  }
}

/** What has been seen of every theme of late. */
export class ThemeHealthRegistry {
  readonly #now: () => number;
  readonly #healthOf = new LRUCache<string, ThemeHealth>(atMost(REMEMBERED));

  /** @param now a clock that never goes back, milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param whose for whom the theme is to be rendered */
  of({ id, version }: Version, whose?: RenderedFor): ThemeHealth {
    let health = this.#healthOf.get(id);
    if (!health) {
      health = new ThemeHealth(id, this.#now);
      this.#healthOf.set(id, health);
    }
    health.noteVersion(version);
    if (whose) health.whose = whose;
    return health;
  }

  /** What is remembered of a theme, if anything is. */
  known(id: string): ThemeHealth | undefined {
    return this.#healthOf.get(id);
  }

  /** Versions that are not rendered now. */
  quarantined(): Quarantined[] {
    const all = [...this.#healthOf.values()];
    const found = all.map(({ id, version, quarantinedForMs: forMs, whose }) => ({
      theme: { id, version },
      ...{ forMs, site: whose?.site },
    }));
    return found.filter(({ forMs }) => forMs > 0);
  }
}
