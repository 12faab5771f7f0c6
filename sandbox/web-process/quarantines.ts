import { NotCompiled } from './analyser.ts';
import type { ProcessPoolOptions } from './process-pool.ts';
import { namesOf, type QuarantineReason } from './render-job.ts';
import { ProcessDied, QueueTimeout, type Scheduler } from './scheduler.ts';
import type { ThemeHealth } from './theme-health.ts';

export const BUSY = { outcome: 'refused', reason: 'busy' } as const;
export const QUARANTINED = { outcome: 'refused', reason: 'quarantined' } as const;
const CRASHED = { outcome: 'crashed' } as const;

/** What is answered for a task that no worker has answered. @throws the error where it says nothing of the task */
export function withoutAnswer(
  error: unknown,
  { quarantinedForMs }: ThemeHealth,
): typeof BUSY | typeof QUARANTINED | typeof CRASHED {
  if (error instanceof ProcessDied) return CRASHED;
  if (error instanceof QueueTimeout) return quarantinedForMs > 0 ? QUARANTINED : BUSY;
  throw error;
}

/** What the log says of the reasons for a quarantine. */
const REASONS: Readonly<Record<QuarantineReason, string>> = {
  limits: 'it goes over its limits',
  crashes: 'its renders end their process',
};

/** Notes what themes do to others, and withdraws the waiting tasks of a theme that comes to quarantine. */
export class Quarantines {
  readonly #scheduler: Scheduler;
  readonly #log: ProcessPoolOptions['log'];
  /** How many there were. */
  count = 0;

  constructor(scheduler: Scheduler, log: ProcessPoolOptions['log']) {
    this.#scheduler = scheduler;
    this.#log = log;
  }

  /** Notes that a version went over a limit. */
  strike(health: ThemeHealth, version: string): void {
    if (health.strike(version)) this.#begin(health, 'limits');
  }

  /** Notes an attempt at a version that gave no answer. @returns whether the theme is in quarantine now because its process ended */
  failed(health: ThemeHealth, version: string, error: unknown): boolean {
    // Files of other themes wait for the process that compiles.
    if (error instanceof NotCompiled) this.strike(health, version);
    if (!(error instanceof ProcessDied) || !health.crashed(version, error.isProven)) return false;
    this.#begin(health, 'crashes');
    return true;
  }

  /** Ends the quarantine of a theme before its time is over. */
  lift(health: ThemeHealth): void {
    if (health.lift()) this.#log.warn(namesIn(health), 'a quarantine is lifted by hand');
  }

  #begin(health: ThemeHealth, reason: QuarantineReason): void {
    const { id, version, quarantinedForMs, whose } = health;
    this.#scheduler.withdraw(id);
    this.count++;
    const details = { ...namesIn(health), reason: REASONS[reason], forMs: Math.round(quarantinedForMs) };
    this.#log.warn(details, 'a theme is in quarantine');
    whose?.tally?.noteQuarantine({ id, version }, reason, quarantinedForMs);
  }
}

const namesIn = ({ id, version, whose }: ThemeHealth) => ({ theme: { id, version }, ...namesOf(whose) });
