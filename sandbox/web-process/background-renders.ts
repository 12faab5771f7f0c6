import { NotCompiled } from './analyser.ts';
import type { RenderSources } from './code/theme-sources.ts';
import type { PageAttempts } from './page-attempts.ts';
import { BUSY, QUARANTINED, type Quarantines, withoutAnswer } from './quarantines.ts';
import type { RenderJob, RenderOutcome } from './render-job.ts';
import type { Scheduler } from './scheduler.ts';
import type { ThemeHealthRegistry } from './theme-health.ts';
import { Tries } from './tries.ts';

/** What comes of a render that nobody waits for. */
export interface BackgroundOutcome {
  readonly outcome: RenderOutcome;
  /** Processor time of the page, its theme being loaded, milliseconds; null where there is no page. */
  readonly cpuMs: number | null;
}

/** How often a page is rendered again because its worker has just loaded its theme: there are two workers. */
const WARMED_AT_MOST = 2;

/** With idle processors and the whole time of a render. */
const ATTEMPT = { level: 'suspect', isSlice: false } as const;

/**
 * Renders pages that nobody waits for. Each is tried with idle processors and the whole time; a limit is what the page is asked about, so
 * that it counts as no strike. A theme that ends processes, or cannot be compiled in time, is in quarantine as it would be with visitors.
 */
export class BackgroundRenders {
  readonly #scheduler: Scheduler;
  readonly #themes: ThemeHealthRegistry;
  readonly #pages: PageAttempts;
  readonly #quarantines: Quarantines;

  constructor(scheduler: Scheduler, themes: ThemeHealthRegistry, pages: PageAttempts, quarantines: Quarantines) {
    this.#scheduler = scheduler;
    this.#themes = themes;
    this.#pages = pages;
    this.#quarantines = quarantines;
  }

  /**
   * @param job its theme has an id that no visitor's page has
   * @param signal takes the render out of its queue
   * @throws what `sources` throw
   */
  async render(job: RenderJob, sources: RenderSources, signal: AbortSignal): Promise<BackgroundOutcome> {
    const withdraw = () => this.#scheduler.withdraw(job.theme.id);
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      return await this.#render(job, sources, signal);
    } catch (error) {
      return pageless(withoutAnswer(error, this.#themes.of(job.theme)));
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  async #render(job: RenderJob, sources: RenderSources, signal: AbortSignal): Promise<BackgroundOutcome> {
    const { version } = job.theme;
    const health = this.#themes.of(job.theme, job.whose);
    const tries = new Tries();
    for (let attempts = 0; ; attempts++) {
      if (signal.aborted) return pageless(BUSY);
      if (health.quarantinedForMs > 0) return pageless(QUARANTINED);
      try {
        const { answer, times } = await this.#pages.attempt(job, sources, ATTEMPT, health);
        if (answer.outcome !== 'limit') {
          health.answered(version, times.cpuMs);
          // The first page of a worker was slower than any other, and its time was not told.
          if (answer.outcome === 'page' && times.cpuMs === 0 && attempts < WARMED_AT_MOST) continue;
          return { outcome: answer, cpuMs: answer.outcome === 'page' && times.cpuMs > 0 ? times.cpuMs : null };
        }
        const after = tries.overLimit(answer.limit, this.#pages.timeOf(ATTEMPT), times.cpuMs);
        if (after === 'to-blame') return pageless(answer);
        if (after === 'given-up') return pageless(BUSY);
      } catch (error) {
        if (error instanceof NotCompiled) {
          // Other themes wait for the process that compiles.
          this.#quarantines.strike(health, version);
          return pageless(error.answer);
        }
        tries.failed(error, (isProven) => this.#quarantines.crashed(health, version, isProven));
      }
    }
  }
}

const pageless = (outcome: RenderOutcome): BackgroundOutcome => ({ outcome, cpuMs: null });
