import type { PageRequest, SiteContent, ThemeFiles } from '../../engine/index.ts';
import type { ProfileAnswer, ProfileTask, TimedAnswer, Version } from '../messages/protocol.ts';
import { classicScript } from './bundle.ts';
import { QUARANTINED, type Quarantines, withoutAnswer } from './quarantines.ts';
import type { RenderedFor } from './render-job.ts';
import type { Scheduler } from './scheduler.ts';
import type { ThemeHealthRegistry } from './theme-health.ts';
import { Tries } from './tries.ts';

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

/** Measures pages with idle processors, in isolates of their own. */
export class Profiler {
  readonly #scheduler: Scheduler;
  readonly #themes: ThemeHealthRegistry;
  readonly #quarantines: Quarantines;
  /** Bundled when it is first needed. */
  #program: Promise<string> | undefined;

  constructor(scheduler: Scheduler, themes: ThemeHealthRegistry, quarantines: Quarantines) {
    this.#scheduler = scheduler;
    this.#themes = themes;
    this.#quarantines = quarantines;
  }

  /**
   * Measures a page. A limit is what its author asks about, so that it counts as no strike; a theme that ends processes is in quarantine as it
   * would be with visitors.
   */
  async profile(job: ProfileJob): Promise<ProfileOutcome> {
    try {
      return await this.#profile(job);
    } catch (error) {
      return withoutAnswer(error, this.#themes.of(job.theme));
    }
  }

  async #profile({ theme, whose, ...job }: ProfileJob): Promise<ProfileOutcome> {
    const health = this.#themes.of(theme, whose);
    const timeMs = this.#scheduler.limits.renderMs;
    const task = { kind: 'profile', program: await this.#bundled(), ...job, timeMs } as const;
    for (const tries = new Tries(); ; ) {
      if (health.quarantinedForMs > 0) return QUARANTINED;
      try {
        const { answer, times } = await this.#run(health.id, task, whose);
        const { page, frames } = answer;
        const after = page.outcome === 'limit' ? tries.overLimit(page.limit, timeMs, times.cpuMs) : null;
        if (after === null || after === 'to-blame') return answer;
        if (after === 'given-up') return { outcome: 'hindered', frames };
      } catch (error) {
        tries.failed(error, (isProven) => this.#quarantines.crashed(health, theme.version, isProven));
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
