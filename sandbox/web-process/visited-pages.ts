import { NotCompiled } from './analyser.ts';
import type { RenderSources } from './code/theme-sources.ts';
import type { PageAttempts } from './page-attempts.ts';
import { QUARANTINED, type Quarantines, withoutAnswer } from './quarantines.ts';
import type { RenderJob, RenderOutcome } from './render-job.ts';
import { ATTEMPTS } from './roles.ts';
import type { Scheduler, VisitorsPage } from './scheduler.ts';
import type { ThemeHealth, ThemeHealthRegistry } from './theme-health.ts';
import { Tries } from './tries.ts';

/** Renders pages that visitors wait for. */
export class VisitedPages {
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

  /** Renders a page that begins in time, or refuses it. Throws what `sources` throw. */
  async render(job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    try {
      return await this.#scheduler.inTime((page) => this.#renderWhenTried(job, sources, page));
    } catch (error) {
      return withoutAnswer(error, this.#themes.of(job.theme));
    }
  }

  /** While nothing is known of a version, one render tries it and the others wait for the result. */
  async #renderWhenTried(job: RenderJob, sources: RenderSources, page: VisitorsPage): Promise<RenderOutcome> {
    for (;;) {
      const health = this.#themes.of(job.theme, job.whose);
      if (health.quarantinedForMs > 0) return QUARANTINED;
      if (health.level !== 'unproven') return this.#renderByHealth(health, job, sources, page);
      if (health.isUnclassified(job.theme.version)) {
        health.classify(job.theme.version, await this.#pages.supply.isOurs(job, sources));
      } else if (!health.probe) return health.probing(this.#renderByHealth(health, job, sources, page));
      else await health.probe;
    }
  }

  /**
   * Renders as the theme's health says (`ATTEMPTS`); again when the page needs more than its slice of time, and apart when its process dies.
   */
  async #renderByHealth(
    health: ThemeHealth,
    job: RenderJob,
    sources: RenderSources,
    page: VisitorsPage,
  ): Promise<RenderOutcome> {
    const { version } = job.theme;
    const tries = new Tries();
    for (let needsMore = false; ; ) {
      const level = tries.isApart ? 'suspect' : needsMore && health.level === 'quick' ? 'heavy' : health.level;
      const isSlice = !needsMore && ATTEMPTS[level].isSlice;
      try {
        const { answer, times } = await this.#pages.attempt(job, sources, { level, isSlice, page }, health);
        if (answer.outcome !== 'limit') {
          health.answered(version, times.cpuMs);
          return answer;
        }
        const after = tries.overLimit(answer.limit, this.#pages.timeOf({ isSlice }), times.cpuMs);
        const isWhole = answer.limit !== 'time' || !isSlice;
        if (after === 'to-blame' && isWhole) this.#quarantines.strike(health, version);
        if (isWhole) return answer;
        if (after === 'to-blame') health.overran(version);
        needsMore = after !== 'again';
      } catch (error) {
        if (error instanceof NotCompiled) {
          this.#quarantines.strike(health, version);
          return error.answer;
        }
        tries.failed(error, (isProven) => this.#quarantines.crashed(health, version, isProven));
      }
    }
  }
}
