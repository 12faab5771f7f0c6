import { HINDERED_AT_MOST, hasUsed } from '../limits.ts';
import type { RenderAnswer, TimedAnswer, Version } from '../messages/protocol.ts';
import { NotCompiled } from './analyser.ts';
import type { RenderSources } from './code/theme-sources.ts';
import type { RenderJob, RenderOutcome } from './render-job.ts';
import { ProcessDied, QueueTimeout, Reconsidered } from './scheduler.ts';
import type { ThemeHealth } from './theme-health.ts';

/** What comes of a render that nobody waits for. */
export interface BackgroundOutcome {
  readonly outcome: RenderOutcome;
  /** Processor time of the page, its theme being loaded, milliseconds; null where there is no page. */
  readonly cpuMs: number | null;
}

/** The parts of the renderer that it works with. */
export interface BackgroundTools {
  /** The whole time of a render, milliseconds. */
  readonly timeMs: number;
  readonly healthOf: (theme: Version) => ThemeHealth;
  /** One attempt with idle processors and the whole time of a render. */
  readonly attempt: (
    job: RenderJob,
    sources: RenderSources,
    health: ThemeHealth,
  ) => Promise<TimedAnswer<Exclude<RenderAnswer, { outcome: 'missing' }>>>;
  /** Notes that a theme went over a limit while it was compiled, which other themes wait for. */
  readonly strike: (health: ThemeHealth, version: string) => void;
  /** Notes that a process ended at a page of a theme. @returns whether the theme is in quarantine now */
  readonly crashed: (health: ThemeHealth, version: string, isProven: boolean) => boolean;
  /** Takes what a theme has waiting out of the queues. */
  readonly withdraw: (themeId: string) => void;
}

/** How often a page is rendered again because its worker has just loaded its theme: there are two workers. */
const WARMED_AT_MOST = 2;

const BUSY = { outcome: { outcome: 'refused', reason: 'busy' }, cpuMs: null } as const;
const QUARANTINED = { outcome: { outcome: 'refused', reason: 'quarantined' }, cpuMs: null } as const;

/**
 * Renders pages that nobody waits for. Each is tried with idle processors and the whole time; a limit is what the page is asked about, so
 * that it counts as no strike. A theme that ends processes, or cannot be compiled in time, is in quarantine as it would be with visitors.
 * @param job its theme has an id that no visitor's page has
 * @param signal takes the render out of its queue
 */
export async function renderInBackground(
  tools: BackgroundTools,
  job: RenderJob,
  sources: RenderSources,
  signal: AbortSignal,
): Promise<BackgroundOutcome> {
  const { id, version } = job.theme;
  const health = tools.healthOf(job.theme);
  const withdraw = () => tools.withdraw(id);
  signal.addEventListener('abort', withdraw, { once: true });
  try {
    for (let attempts = 0, hindered = 0; ; attempts++) {
      if (signal.aborted) return BUSY;
      if (health.quarantinedForMs > 0) return QUARANTINED;
      try {
        const { answer, times } = await tools.attempt(job, sources, health);
        if (answer.outcome !== 'limit') {
          health.answered(version, times.cpuMs);
          // The first page of a worker was slower than any other, and its time was not told.
          if (answer.outcome === 'page' && times.cpuMs === 0 && attempts < WARMED_AT_MOST) continue;
          return { outcome: answer, cpuMs: answer.outcome === 'page' && times.cpuMs > 0 ? times.cpuMs : null };
        }
        const isToBlame = answer.limit !== 'time' || hasUsed(tools.timeMs, times.cpuMs);
        if (isToBlame) return { outcome: answer, cpuMs: null };
        if (++hindered > HINDERED_AT_MOST) return BUSY;
      } catch (error) {
        if (error instanceof QueueTimeout) return BUSY;
        if (error instanceof Reconsidered) continue;
        if (error instanceof NotCompiled) {
          tools.strike(health, version);
          return { outcome: error.answer, cpuMs: null };
        }
        if (!(error instanceof ProcessDied)) throw error;
        if (tools.crashed(health, version, error.isProven)) return { outcome: { outcome: 'crashed' }, cpuMs: null };
      }
    }
  } finally {
    signal.removeEventListener('abort', withdraw);
  }
}
