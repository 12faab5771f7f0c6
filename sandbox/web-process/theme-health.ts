import { LRUCache } from 'lru-cache';
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

/** Themes remembered; more of them at once push the oldest out. */
const REMEMBERED = 50_000;

/** What is expected of a theme's pages follows a slower one by this part, and a quicker one by that. */
const RISE = 1 / 4;
const FALL = 1 / 32;

/**
 * A time before all others. No 0: V8 takes that for an integer, and compiles whatever reads a health anew when the first theme fails
 * and the field becomes a time like any other.
 */
const NEVER = Number.NEGATIVE_INFINITY;

/** A version that is not rendered for a while. */
export interface Quarantined {
  readonly theme: Version;
  /** Milliseconds that are left. */
  readonly forMs: number;
  /** Slug of the site; undefined where it is of none. */
  readonly site: string | undefined;
}

/**
 * What has been seen of one theme. It is a circuit breaker: `unproven` is its half-open state, quarantine its open one. What an earlier version
 * does that some still ask for says nothing of the present one.
 */
export class ThemeHealth {
  readonly id: string;
  readonly #now: () => number;
  #version = '';
  #hasAnswered = false;
  /** Whether it needed more than its slice, or ended a process. */
  #hasFailed = false;
  /** As `ThemeSupply.isShipped` says; undefined until the code was compared. */
  #isShipped: boolean | undefined;
  #pageMs = 0;
  #strikes = 0;
  /** Processes that it has ended, and until when they count. */
  #crashes = 0;
  #crashesCountUntil = NEVER;
  #penalizedUntil = NEVER;
  #quarantinedUntil = NEVER;
  #timesQuarantined = 0;
  /** Whether an earlier version was in quarantine, or has ended a process or gone over a limit since this one came. */
  #hasHarmfulPast = false;
  /** For whom it was rendered last. */
  whose: RenderedFor | undefined = undefined;
  /** Settles with the one render of an unproven version that is under way; null when none is. */
  probe: Promise<unknown> | null = null;

  constructor(id: string, now: () => number) {
    this.id = id;
    this.#now = now;
  }

  get version(): string {
    return this.#version;
  }

  /**
   * A version that replaces another starts anew, except that the penalty of the theme stays. Versions of one theme grow as text, and a
   * request that still asks for an older one changes nothing.
   */
  noteVersion(version: string): void {
    if (version <= this.#version) return;
    this.#version = version;
    this.#hasHarmfulPast = this.quarantinedForMs > 0;
    this.#hasAnswered = false;
    this.#hasFailed = false;
    this.#isShipped = undefined;
    this.#pageMs = 0;
    this.#strikes = 0;
    this.#crashes = 0;
    this.#quarantinedUntil = NEVER;
  }

  get level(): Level {
    const { isPenalized } = this;
    if (!this.#hasAnswered && (this.#hasFailed || isPenalized)) return 'suspect';
    if (isPenalized || this.#pageMs > HEAVY_PAGE_MS) return 'heavy';
    return this.#hasAnswered || this.#isShipped ? 'quick' : 'unproven';
  }

  /** Whether it is not known yet whose code this version has; a request may still ask for an older one. */
  isUnclassified(version: string): boolean {
    return this.#isShipped === undefined && version === this.#version;
  }

  /** Notes whose code a version has. Code that this program ships need not be tried first. */
  classify(version: string, isShipped: boolean): void {
    if (version === this.#version) this.#isShipped = isShipped;
  }

  /**
   * Who may share an isolate: a theme of code that this program ships, byte for byte, that has not needed more than its slice of time or
   * ended a process, and only at attempts of quick pages. Every other theme has an isolate of its own.
   */
  mayShareIsolate(level: Level): boolean {
    return level === 'quick' && this.#isShipped === true && !this.#hasFailed;
  }

  /** Whether it went over a limit lately, in whatever version. */
  get isPenalized(): boolean {
    return this.#now() < this.#penalizedUntil;
  }

  /** Processor time that is expected of one of its pages, milliseconds. */
  get pageMs(): number {
    return this.#pageMs;
  }

  /** Whether a page of this version has come back. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Whether a version is not to be rendered now: who still asks for an earlier one that has done harm may ask again. */
  isRefused(version: string): boolean {
    return this.quarantinedForMs > 0 || (version < this.#version && this.#hasHarmfulPast);
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

  /** A page of this version came back. @param cpuMs processor time that it took */
  answered(version: string, cpuMs: number): void {
    if (version !== this.#version) return;
    this.#hasAnswered = true;
    const change = Math.min(cpuMs, TIME_LIMITS.sliceMs) - this.#pageMs;
    this.#pageMs += change * (change > 0 ? RISE : FALL);
  }

  /** A page of this version needed more than its slice of time. */
  overran(version: string): void {
    if (version === this.#version) this.#hasFailed = true;
  }

  /**
   * A process ended at a page of this version: the version has to show again that it can answer.
   * @param isProven whether that page was the reason
   * @returns whether the version is quarantined now
   */
  crashed(version: string, isProven: boolean): boolean {
    if (isProven ? !this.#isPresent(version) : version !== this.#version) return false;
    this.#hasFailed = true;
    this.#hasAnswered = false;
    if (!isProven) return false;
    if (this.#now() >= this.#crashesCountUntil) this.#crashes = 0;
    this.#crashesCountUntil = this.#now() + PENALTY_MS;
    return ++this.#crashes >= CRASHES && this.#quarantine();
  }

  /** This version went over a limit. @returns whether it is quarantined now */
  strike(version: string): boolean {
    if (!this.isPenalized) this.#strikes = 0;
    this.#penalizedUntil = this.#now() + PENALTY_MS;
    return this.#isPresent(version) && ++this.#strikes >= STRIKES && this.#quarantine();
  }

  /** Ends the quarantine, as if its time were over: the next one is as long as it would have been. @returns false where there was none */
  lift(): boolean {
    if (this.quarantinedForMs === 0) return false;
    this.#quarantinedUntil = NEVER;
    return true;
  }

  /** Keeps the present version from being rendered for a while. */
  #quarantine(): true {
    this.#strikes = 0;
    this.#crashes = 0;
    this.#hasAnswered = false;
    this.#penalizedUntil = this.#now() + PENALTY_MS;
    const doublings = Math.min(this.#timesQuarantined++, QUARANTINE_DOUBLINGS);
    this.#quarantinedUntil = this.#now() + QUARANTINE_MS * 2 ** doublings;
    return true;
  }

  /** Whether harm of this version is the present one's. */
  #isPresent(version: string): boolean {
    if (version === this.#version) return true;
    this.#hasHarmfulPast = true;
    return false;
  }
}

/** What has been seen of every theme of late. */
export class ThemeHealthRegistry {
  readonly #now: () => number;
  readonly #healthOf = new LRUCache<string, ThemeHealth>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });

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
