import { LRUCache } from 'lru-cache';
import {
  ATTEMPT_MS,
  HEAVY_DOUBLINGS,
  HEAVY_FOR_MS,
  HEAVY_PAGE_MS,
  OVERRUNS_WITHIN_MS,
  QUARANTINE_DOUBLINGS,
  QUARANTINE_MS,
  SILENT_FOR_MS,
  STRICKEN_MS,
  STRIKES,
} from './limits.ts';
import type { Version } from './protocol.ts';

/** Themes remembered; more of them at once push the oldest out. */
const REMEMBERED = 50_000;

/** The cost of a theme's pages is that of so many, roughly. */
const COUNTED_PAGES = 4;

/**
 * A time before all others. No 0: V8 takes that for an integer, and compiles whatever reads a standing anew when the first theme fails
 * and the field becomes a time like any other.
 */
const NEVER = Number.NEGATIVE_INFINITY;

/** A version that is not rendered for a while. */
export interface Quarantined {
  readonly theme: Version;
  /** Milliseconds that are left. */
  readonly forMs: number;
}

export type Level = keyof typeof ATTEMPT_MS;

/**
 * What has been seen of one theme, by which its renders are given a worker: a version that nothing is known of is tried where it
 * can hurt nobody, one render at a time; one whose pages are quick is rendered with the others; one that is not, apart.
 */
export class Standing {
  readonly id: string;
  readonly #now: () => number;
  #version = '';
  #isProven = false;
  #hasAnswered = false;
  #hasOverrun = false;
  /** Of its last pages, the latest counting most. */
  #pageMs = 0;
  #overranAt = NEVER;
  #heavyUntil = NEVER;
  #timesHeavy = 0;
  #strikes = 0;
  #strickenUntil = NEVER;
  #quarantinedUntil = NEVER;
  #timesQuarantined = 0;
  #probe: Promise<unknown> | null = null;

  constructor(id: string, now: () => number) {
    this.id = id;
    this.#now = now;
  }

  get version(): string {
    return this.#version;
  }

  /**
   * A version that replaces another starts anew; what the theme did before still counts for its share. Versions of one theme grow
   * as text, and a request that still asks for an older one changes nothing.
   */
  meet(version: string): void {
    if (version <= this.#version) return;
    this.#version = version;
    this.#isProven = false;
    this.#hasAnswered = false;
    this.#hasOverrun = false;
    this.#pageMs = 0;
    this.#heavyUntil = NEVER;
    this.#strikes = 0;
    this.#quarantinedUntil = NEVER;
  }

  get level(): Level {
    if (this.#now() < this.#heavyUntil) return 'heavy';
    return this.#isProven ? 'proven' : 'unproven';
  }

  /** Whether it went over a limit lately, in whatever version. */
  get isStricken(): boolean {
    return this.#now() < this.#strickenUntil;
  }

  /** Processor time that one of its pages takes, milliseconds. */
  get pageMs(): number {
    return this.#pageMs;
  }

  get quarantinedForMs(): number {
    return Math.max(0, this.#quarantinedUntil - this.#now());
  }

  /** Settles with the one render of an unproven version that is under way; null when none is. */
  get probe(): Promise<unknown> | null {
    return this.#probe;
  }

  /** Makes this the one render that tries the version. */
  async probing<T>(render: Promise<T>): Promise<T> {
    const probe = render.catch(() => undefined);
    this.#probe = probe;
    try {
      return await render;
    } finally {
      if (this.#probe === probe) this.#probe = null;
    }
  }

  /** Whether it has shown that it is not quick and nothing else. */
  get isDoubtful(): boolean {
    return !this.#hasAnswered && this.#hasOverrun;
  }

  /** A page came back. @param cpuMs processor time that it took */
  answered(cpuMs: number): void {
    if (!this.#hasAnswered) this.#heavyUntil = Math.min(this.#heavyUntil, this.#now() + HEAVY_FOR_MS);
    this.#hasAnswered = true;
    this.#isProven = this.level !== 'heavy';
    this.#pageMs += (Math.min(cpuMs, ATTEMPT_MS.unproven) - this.#pageMs) / COUNTED_PAGES;
    if (this.#pageMs > HEAVY_PAGE_MS) this.#turnHeavy();
  }

  /** It needed more than its slice of time. One page may: only who does it again is slow. */
  overran(): void {
    const now = this.#now();
    this.#hasOverrun = true;
    const isAgain = now - this.#overranAt < OVERRUNS_WITHIN_MS;
    this.#overranAt = now;
    if (isAgain || !this.#hasAnswered) this.#turnHeavy();
  }

  #turnHeavy(): void {
    if (this.level === 'heavy') return;
    this.#isProven = false;
    this.#pageMs = 0;
    const forMs = this.#hasAnswered ? HEAVY_FOR_MS : SILENT_FOR_MS;
    this.#heavyUntil = this.#now() + doubled(forMs, this.#timesHeavy++, HEAVY_DOUBLINGS);
  }

  /** A process died and this may have been the reason: it is tried apart until it has answered. */
  suspect(): void {
    this.#isProven = false;
  }

  /** It went over a limit. @returns whether it is quarantined now */
  strike(): boolean {
    if (!this.isStricken) this.#strikes = 0;
    this.#strickenUntil = this.#now() + STRICKEN_MS;
    return ++this.#strikes >= STRIKES && this.quarantine();
  }

  /** Keeps this version from being rendered for a while. */
  quarantine(): true {
    this.#strikes = 0;
    this.#isProven = false;
    this.#strickenUntil = this.#now() + STRICKEN_MS;
    this.#quarantinedUntil = this.#now() + doubled(QUARANTINE_MS, this.#timesQuarantined++, QUARANTINE_DOUBLINGS);
    return true;
  }
}

/** What has been seen of every theme of late. */
export class Standings {
  readonly #now: () => number;
  readonly #standings = new LRUCache<string, Standing>({ max: REMEMBERED });

  /** @param now a clock that never goes back, milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  of({ id, version }: Version): Standing {
    let standing = this.#standings.get(id);
    if (!standing) {
      standing = new Standing(id, this.#now);
      this.#standings.set(id, standing);
    }
    standing.meet(version);
    return standing;
  }

  isStricken(id: string): boolean {
    return this.#standings.peek(id)?.isStricken ?? false;
  }

  /** Versions that are not rendered now. */
  quarantined(): Quarantined[] {
    const found: Quarantined[] = [];
    for (const { id, version, quarantinedForMs: forMs } of this.#standings.values()) {
      if (forMs > 0) found.push({ theme: { id, version }, forMs });
    }
    return found;
  }
}

const doubled = (duration: number, times: number, atMost: number) => duration * 2 ** Math.min(times, atMost);
