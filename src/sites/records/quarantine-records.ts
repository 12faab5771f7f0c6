import { setTimeout as sleep } from 'node:timers/promises';
import type { QuarantineReason, Renderer } from '../../../sandbox/index.ts';
import {
  endQuarantines,
  liftedThemes,
  type NewQuarantine,
  noteQuarantine,
  type QuarantineCause,
} from '../../storage/quarantines.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import { isReferredTo } from '../../storage/transaction.ts';

/** Time between two checks whether an operator has lifted a quarantine, while there is one, milliseconds. */
const LOOK_MS = 3_000;
/** How many quarantines are known here; beyond this number the oldest ones cannot be lifted. */
const HELD = 1_000;

const CAUSES: Readonly<Record<QuarantineReason, QuarantineCause>> = { limits: 'limites', crashes: 'processus' };

interface Held extends Omit<NewQuarantine, 'forSeconds' | 'leftSeconds'> {
  /** By `performance.now`. */
  readonly began: number;
  readonly ends: number;
  isWritten: boolean;
}

export interface QuarantineRecordsOptions {
  /** Pools with the role of the management API. */
  readonly db: RolePools;
  readonly renderer: Pick<Renderer, 'liftQuarantine'>;
  readonly lookMs?: number;
}

/**
 * Records the quarantines of this instance in the database, and lifts those that an operator has lifted there. The database is asked only while
 * there is a quarantine: notifications do not come through PgBouncer (docs/operations.md, PgBouncer).
 */
export class QuarantineRecords {
  readonly #options: QuarantineRecordsOptions;
  /** By theme, the oldest first. */
  readonly #held = new Map<string, Held>();
  readonly #stop = new AbortController();
  #instance: string | null = null;
  #work: Promise<void> | null = null;

  constructor(options: QuarantineRecordsOptions) {
    this.#options = options;
  }

  /** @param instance its name for the operator: earlier quarantines under this name are over */
  async begin(instance: string): Promise<void> {
    this.#instance = instance;
    await endQuarantines(this.#options.db, instance).catch(() => undefined);
    this.#watch();
  }

  note(
    siteId: string,
    { id: themeId, version }: { readonly id: string; readonly version: string },
    reason: QuarantineReason,
    forMs: number,
  ): void {
    const began = performance.now();
    this.#held.delete(themeId);
    this.#held.set(themeId, {
      ...{ siteId, themeId, version, cause: CAUSES[reason], isWritten: false },
      ...{ began, ends: began + forMs },
    });
    for (const [oldest] of this.#held) {
      if (this.#held.size <= HELD) break;
      this.#held.delete(oldest);
    }
    this.#watch();
  }

  /** Ends the checks and the quarantines, which are only in the memory of this process. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#work;
    if (this.#instance !== null) await endQuarantines(this.#options.db, this.#instance).catch(() => undefined);
  }

  #watch(): void {
    if (this.#work || this.#instance === null || this.#held.size === 0 || this.#stop.signal.aborted) return;
    this.#work = this.#lookWhileHeld(this.#instance).finally(() => {
      this.#work = null;
      this.#watch();
    });
  }

  async #lookWhileHeld(instance: string): Promise<void> {
    const { signal } = this.#stop;
    while (this.#held.size > 0 && !signal.aborted) {
      // While the database is away, the next look does it.
      await this.#look(instance).catch(() => undefined);
      await sleep(this.#options.lookMs ?? LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #look(instance: string): Promise<void> {
    const { db, renderer } = this.#options;
    const now = performance.now();
    for (const [themeId, held] of this.#held) {
      if (held.ends <= now) this.#held.delete(themeId);
      else if (!held.isWritten) await this.#write(instance, held);
    }
    const before = new Map(this.#held);
    if (before.size === 0) return;
    const sites = new Set([...before.values()].map(({ siteId }) => siteId));
    for (const themeId of await liftedThemes(db, instance, [...sites])) {
      // The row does not know a quarantine that has begun meanwhile.
      const held = before.get(themeId);
      if (!held || held !== this.#held.get(themeId)) continue;
      this.#held.delete(themeId);
      renderer.liftQuarantine(themeId);
    }
  }

  async #write(instance: string, held: Held): Promise<void> {
    const now = performance.now();
    const seconds = (ms: number) => Math.max(0, ms) / 1_000;
    try {
      const times = { forSeconds: seconds(now - held.began), leftSeconds: seconds(held.ends - now) };
      await noteQuarantine(this.#options.db, instance, { ...held, ...times });
    } catch (error) {
      // The site is gone.
      if (!isReferredTo(error)) throw error;
    }
    held.isWritten = true;
  }
}
