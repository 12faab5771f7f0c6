import type { RenderSources } from './code/theme-sources.ts';
import type { PageAttempts } from './page-attempts.ts';
import { BUSY, QUARANTINED } from './quarantines.ts';
import type { RenderJob, RenderOutcome } from './render-job.ts';
import { Tries } from './tries.ts';

/** What comes of a render that nobody waits for. */
export interface BackgroundOutcome {
  readonly outcome: RenderOutcome;
  /** Processor time of the page once its theme was loaded, milliseconds; null where there is no page. */
  readonly cpuMs: number | null;
}

/** How often a page is rendered again because its worker has just loaded its theme: there are two workers. */
const WARMED_AT_MOST = 2;

/** With idle processors and the whole time of a render. */
const ATTEMPT = { level: 'suspect', isSlice: false } as const;

/**
 * Renders a page that nobody waits for. A page over a limit is an answer to who asked and no strike against the theme; a theme that ends
 * processes, or cannot be compiled in time, comes to quarantine as it would with visitors.
 * @param job its theme has an id that no visitor's page has
 * @param signal takes the render out of its queue
 * @throws what `sources` throw
 */
export async function renderInBackground(
  pages: PageAttempts,
  job: RenderJob,
  sources: RenderSources,
  signal: AbortSignal,
): Promise<BackgroundOutcome> {
  const { id, version } = job.theme;
  const health = pages.themes.of(job.theme, job.whose);
  const withdraw = () => pages.scheduler.withdraw(id);
  signal.addEventListener('abort', withdraw, { once: true });
  try {
    const tries = new Tries();
    for (let attempts = 0; ; attempts++) {
      if (signal.aborted) return withoutPage(BUSY);
      if (health.quarantinedForMs > 0) return withoutPage(QUARANTINED);
      try {
        const { answer, times } = await pages.attempt(job, sources, ATTEMPT, health);
        if (answer.outcome === 'limit') {
          const after = tries.overLimit(answer.limit, pages.timeOf(ATTEMPT), times.cpuMs);
          if (after === 'again') continue;
          return withoutPage(after === 'to-blame' ? answer : BUSY);
        }
        health.answered(version, times.cpuMs);
        if (answer.outcome !== 'page') return withoutPage(answer);
        if (times.cpuMs > 0) return { outcome: answer, cpuMs: times.cpuMs };
        // The first page of a worker was slower than any other, and its time was not told.
        if (attempts >= WARMED_AT_MOST) return withoutPage(answer);
      } catch (error) {
        tries.failed(error, pages.quarantines.failed(health, version, error));
      }
    }
  } catch (error) {
    return withoutPage(pages.withoutAnswer(error, job));
  } finally {
    signal.removeEventListener('abort', withdraw);
  }
}

const withoutPage = (outcome: RenderOutcome): BackgroundOutcome => ({ outcome, cpuMs: null });
