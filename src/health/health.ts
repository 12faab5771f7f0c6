import type { Logger } from 'pino';

/** How long a report is remembered by this instance, milliseconds (docs/operations.md, Health). */
const MEMORY_MS = 10_000;
const PROBE_TIMEOUT_MS = 5_000;

export interface ComponentHealth {
  readonly cle: string;
  readonly nom: string;
  readonly etat: 'ok' | 'hs';
  /** Duration of the probe, milliseconds. */
  readonly ms: number;
}

export interface HealthReport {
  readonly etat: 'ok' | 'hs';
  readonly mesureLe: string;
  readonly composants: readonly ComponentHealth[];
}

export interface Component {
  readonly cle: string;
  readonly nom: string;
  /** Exercises the component; rejects when it does not work. @param signal aborts when the probe has timed out */
  probe(signal: AbortSignal): Promise<unknown>;
}

export interface HealthOptions {
  readonly components: readonly Component[];
  /** Logs why a component fails; answers never say it. */
  readonly log: Pick<Logger, 'warn'>;
  /** The clock of what is remembered, milliseconds; `performance.now` when left out. */
  readonly now?: (() => number) | undefined;
}

/** Checks the components of the service and keeps the report for ten seconds; one check at a time. */
export class Health {
  readonly #components: readonly Component[];
  readonly #log: HealthOptions['log'];
  readonly #now: () => number;
  #report: Promise<HealthReport> | null = null;
  #expires = 0;
  /** Whether this instance is about to stop: health checks then answer 503, so that a proxy sends it no more requests. */
  isStopping = false;

  constructor({ components, log, now = () => performance.now() }: HealthOptions) {
    this.#components = components;
    this.#log = log;
    this.#now = now;
  }

  /** Whether reports tell of a component of this key. */
  knows(cle: unknown): boolean {
    return this.#components.some((component) => component.cle === cle);
  }

  report(): Promise<HealthReport> {
    if (!this.#report || this.#now() >= this.#expires) {
      this.#expires = Number.POSITIVE_INFINITY;
      this.#report = this.#measure();
    }
    return this.#report;
  }

  async #measure(): Promise<HealthReport> {
    const composants = await Promise.all(this.#components.map((component) => this.#probe(component)));
    this.#expires = this.#now() + MEMORY_MS;
    const etat = composants.every((component) => component.etat === 'ok') ? 'ok' : 'hs';
    return { etat, mesureLe: new Date().toISOString(), composants };
  }

  async #probe({ cle, nom, probe }: Component): Promise<ComponentHealth> {
    const began = performance.now();
    const deadline = new AbortController();
    const late = new Promise<never>((_resolve, reject) => {
      deadline.signal.addEventListener('abort', () => reject(new Error('the probe took too long')));
    });
    const timer = setTimeout(() => deadline.abort(), PROBE_TIMEOUT_MS);
    let etat: ComponentHealth['etat'] = 'ok';
    try {
      await Promise.race([probe(deadline.signal), late]);
    } catch (error) {
      etat = 'hs';
      this.#log.warn({ component: cle, reason: (error as Error).message }, 'a component of the service does not work');
    } finally {
      clearTimeout(timer);
    }
    return { cle, nom, etat, ms: Math.round(performance.now() - began) };
  }
}
