import type { PageRequest, SiteContent, ThemeFiles } from '../../engine/index.ts';
import type { ProfileAnswer, ProfileTask, Version } from '../messages/protocol.ts';
import { classicScript } from './bundle.ts';
import type { SandboxParts } from './page-attempts.ts';
import { QUARANTINED, withoutAnswer } from './quarantines.ts';
import type { RenderedFor, RenderOutcome } from './render-job.ts';
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
  | Extract<RenderOutcome, { outcome: 'refused' | 'crashed' }>
  /** Other programs had the processor while the page's time went by; what was measured. */
  | { readonly outcome: 'hindered'; readonly frames: ProfileAnswer['frames'] };

const PROGRAM = new URL('../isolate/profile.ts', import.meta.url).href;

/** Measures pages with idle processors, in isolates of their own. */
export class Profiler {
  readonly #parts: SandboxParts;
  /** Bundled when a profile is first asked for. */
  #program: string | undefined;

  constructor(parts: SandboxParts) {
    this.#parts = parts;
  }

  /**
   * Measures a page. A page over a limit is an answer to its author and no strike against the theme; a theme that ends processes comes to
   * quarantine as it would with visitors.
   */
  async profile({ theme, whose, ...job }: ProfileJob): Promise<ProfileOutcome> {
    const { scheduler, themes, quarantines } = this.#parts;
    this.#program ??= await classicScript(PROGRAM);
    const timeMs = scheduler.limits.renderMs;
    const task: ProfileTask = { kind: 'profile', program: this.#program, ...job, timeMs };
    const health = themes.of(theme, whose);
    try {
      for (const tries = new Tries(); ; ) {
        if (health.quarantinedForMs > 0) return QUARANTINED;
        try {
          const { answer, times } = await scheduler.run('idle', theme.id, task, { expectedMs: timeMs, whose });
          const { page, frames } = answer;
          const after = page.outcome === 'limit' ? tries.overLimit(page.limit, timeMs, times.cpuMs) : 'to-blame';
          if (after === 'to-blame') return answer;
          if (after === 'given-up') return { outcome: 'hindered', frames };
        } catch (error) {
          tries.failed(error, quarantines.failed(health, theme.version, error));
        }
      }
    } catch (error) {
      return withoutAnswer(error, health);
    }
  }
}
