import type { PageRequest, SiteContent, ThemeFiles } from '../../engine/index.ts';
import { hasUsed } from '../limits.ts';
import type { ProfileAnswer, ProfileTask, TimedAnswer, Version } from '../messages/protocol.ts';
import type { BackgroundTools } from './background-renders.ts';
import { classicScript } from './bundle.ts';
import type { RenderedFor } from './render-job.ts';
import { ProcessDied, QueueTimeout, Reconsidered, type Scheduler } from './scheduler.ts';
import type { ThemeHealthRegistry } from './theme-health.ts';

/** One page to measure. */
export interface ProfileJob {
  /** An id that no visitor's page has, and a version of the files. */
  readonly theme: Version;
  /** The id that the theme's own pages name. */
  readonly themeId: string;
  readonly files: ThemeFiles;
  readonly content: SiteContent;
  readonly request: PageRequest;
  /** As in `RenderJob`. */
  readonly whose?: RenderedFor | undefined;
}

export type ProfileOutcome =
  | ProfileAnswer
  | { readonly outcome: 'refused'; readonly reason: 'busy' | 'quarantined' }
  /** Its time went by while others had the processor; what was measured of it. */
  | { readonly outcome: 'hindered'; readonly frames: ProfileAnswer['frames'] }
  /** The page took its process down. */
  | { readonly outcome: 'crashed' };

const PROGRAM = new URL('../isolate/profile.ts', import.meta.url).href;

/** How often a page whose time went by while others had the processor is measured again. */
const HINDERED_AT_MOST = 1;

/** Measures pages with idle processors, in isolates of their own. */
export class Profiler {
  readonly #scheduler: Scheduler;
  readonly #themes: ThemeHealthRegistry;
  readonly #crashed: BackgroundTools['crashed'];
  /** Bundled when it is first needed. */
  #program: Promise<string> | undefined;

  /** @param crashed as the tool of background renders */
  constructor(scheduler: Scheduler, themes: ThemeHealthRegistry, crashed: BackgroundTools['crashed']) {
    this.#scheduler = scheduler;
    this.#themes = themes;
    this.#crashed = crashed;
  }

  /**
   * Measures a page. A limit is what its author asks about, so that it counts as no strike; a theme that ends processes is in quarantine as it
   * would be with visitors.
   */
  async profile({ theme, whose, ...job }: ProfileJob): Promise<ProfileOutcome> {
    const health = this.#themes.of(theme, whose);
    const timeMs = this.#scheduler.limits.renderMs;
    const task = { kind: 'profile', program: await this.#bundled(), ...job, timeMs } as const;
    for (let hindered = 0; ; ) {
      if (health.quarantinedForMs > 0) return { outcome: 'refused', reason: 'quarantined' };
      try {
        const { answer, times } = await this.#run(health.id, task, whose);
        const isLate = answer.page.outcome === 'limit' && answer.page.limit === 'time';
        if (!isLate || hasUsed(timeMs, times.cpuMs)) return answer;
        if (++hindered > HINDERED_AT_MOST) return { outcome: 'hindered', frames: answer.frames };
      } catch (error) {
        if (error instanceof QueueTimeout) return { outcome: 'refused', reason: 'busy' };
        if (error instanceof Reconsidered) continue;
        if (!(error instanceof ProcessDied)) throw error;
        if (this.#crashed(health, theme.version, error.isProven)) return { outcome: 'crashed' };
      }
    }
  }

  #run(owner: string, task: ProfileTask, whose: RenderedFor | undefined): Promise<TimedAnswer<ProfileAnswer>> {
    return this.#scheduler.run('idle', owner, task, { expectedMs: task.timeMs, whose });
  }

  async #bundled(): Promise<string> {
    this.#program ??= classicScript(PROGRAM);
    try {
      return await this.#program;
    } catch (error) {
      this.#program = undefined;
      throw error;
    }
  }
}
