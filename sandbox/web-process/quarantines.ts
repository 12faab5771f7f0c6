import type { ProcessPoolOptions } from './process-pool.ts';
import { namesOf, type QuarantineReason } from './render-job.ts';
import { ProcessDied, QueueTimeout, type Scheduler } from './scheduler.ts';
import type { ThemeHealth } from './theme-health.ts';

export const BUSY = { outcome: 'refused', reason: 'busy' } as const;
export const QUARANTINED = { outcome: 'refused', reason: 'quarantined' } as const;
export const CRASHED = { outcome: 'crashed' } as const;

/** What is answered for a page that no worker has answered. @throws the error where it says nothing of the page */
export function withoutAnswer(
  error: unknown,
  { quarantinedForMs }: Pick<ThemeHealth, 'quarantinedForMs'>,
): typeof BUSY | typeof QUARANTINED | typeof CRASHED {
  if (error instanceof ProcessDied) return CRASHED;
  if (error instanceof QueueTimeout) return quarantinedForMs > 0 ? QUARANTINED : BUSY;
  throw error;
}

/** Notes what themes do to others, and takes what a theme in quarantine has waiting out of the queues. */
export class Quarantines {
  readonly #scheduler: Pick<Scheduler, 'withdraw'>;
  readonly #log: ProcessPoolOptions['log'];
  #count = 0;

  constructor(scheduler: Pick<Scheduler, 'withdraw'>, log: ProcessPoolOptions['log']) {
    this.#scheduler = scheduler;
    this.#log = log;
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** Notes that a version went over a limit. */
  strike(health: ThemeHealth, version: string): void {
    if (health.strike(version)) this.#begin(health, 'limits');
  }

  /** Notes that a process ended at a version. @returns whether the theme is in quarantine now */
  crashed(health: ThemeHealth, version: string, isProven: boolean): boolean {
    const isQuarantined = health.crashed(version, isProven);
    if (isQuarantined) this.#begin(health, 'crashes');
    return isQuarantined;
  }

  /** Ends the quarantine of a theme before its time is over. */
  lift(health: ThemeHealth): void {
    if (health.lift()) this.#log.warn(namesIn(health), 'a quarantine is lifted by hand');
  }

  #begin(health: ThemeHealth, reason: QuarantineReason): void {
    const { id, version, quarantinedForMs, whose } = health;
    this.#scheduler.withdraw(id);
    this.#count++;
    const details = { ...namesIn(health), reason: REASONS[reason], forMs: Math.round(quarantinedForMs) };
    this.#log.warn(details, 'a theme is in quarantine');
    whose?.tally?.noteQuarantine({ id, version }, reason, quarantinedForMs);
  }
}

/** What the log says of the reasons for a quarantine. */
const REASONS: Readonly<Record<QuarantineReason, string>> = {
  limits: 'it goes over its limits',
  crashes: 'its renders end their process',
};

const namesIn = ({ id, version, whose }: ThemeHealth) => ({ theme: { id, version }, ...namesOf(whose) });
