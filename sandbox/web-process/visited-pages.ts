import type { RenderSources } from './code/theme-sources.ts';
import type { PageAttempts } from './page-attempts.ts';
import { QUARANTINED } from './quarantines.ts';
import type { RenderJob, RenderOutcome } from './render-job.ts';
import { ATTEMPTS } from './roles.ts';
import type { VisitorsPage } from './scheduler.ts';
import type { ThemeHealth } from './theme-health.ts';
import { Tries } from './tries.ts';

interface Visit {
  readonly job: RenderJob;
  readonly sources: RenderSources;
  readonly page: VisitorsPage;
}

/** Renders a page that a visitor waits for, or refuses the page where no worker begins in time. @throws what `sources` throw */
export async function renderForVisitor(
  pages: PageAttempts,
  job: RenderJob,
  sources: RenderSources,
): Promise<RenderOutcome> {
  try {
    return await pages.scheduler.inTime((page) => renderWhenTried(pages, { job, sources, page }));
  } catch (error) {
    return pages.withoutAnswer(error, job);
  }
}

/** While nothing is known of a version, one render tries it and the others wait for the result. */
async function renderWhenTried(pages: PageAttempts, visit: Visit): Promise<RenderOutcome> {
  const { theme, whose } = visit.job;
  for (;;) {
    const health = pages.themes.of(theme, whose);
    if (health.quarantinedForMs > 0) return QUARANTINED;
    if (health.level !== 'unproven') return renderByHealth(pages, visit, health);
    if (health.isUnclassified(theme.version)) {
      health.classify(theme.version, await pages.supply.isShipped(visit.job, visit.sources));
    } else if (!health.probe) return health.probing(renderByHealth(pages, visit, health));
    else await health.probe;
  }
}

/** Renders as the theme's health says (`ATTEMPTS`); again when the page needs more than its slice of time, and apart when its process dies. */
async function renderByHealth(
  pages: PageAttempts,
  { job, sources, page }: Visit,
  health: ThemeHealth,
): Promise<RenderOutcome> {
  const { version } = job.theme;
  const tries = new Tries();
  for (let needsMore = false; ; ) {
    const level = tries.isApart ? 'suspect' : needsMore && health.level === 'quick' ? 'heavy' : health.level;
    const isSlice = !needsMore && ATTEMPTS[level].isSlice;
    try {
      const { answer, times } = await pages.attempt(job, sources, { level, isSlice, page }, health);
      if (answer.outcome !== 'limit') {
        health.answered(version, times.cpuMs);
        return answer;
      }
      const after = tries.overLimit(answer.limit, pages.timeOf({ isSlice }), times.cpuMs);
      const isWhole = answer.limit !== 'time' || !isSlice;
      if (after === 'to-blame' && isWhole) pages.quarantines.strike(health, version);
      if (isWhole) return answer;
      if (after === 'to-blame') health.overran(version);
      needsMore = after !== 'again';
    } catch (error) {
      tries.failed(error, pages.quarantines.failed(health, version, error));
    }
  }
}
