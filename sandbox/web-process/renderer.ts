/** The face of the sandbox: a page out of a theme, or the reason why not. */

import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { QueueFull } from '../../concurrency/queue-full.ts';
import type { Diagnostic, ThemeDiagnostic, ThemeFiles } from '../../engine/index.ts';
import { PENDING_IN_ALL, PENDING_PER_THEME, TIME_LIMITS, type TimeLimits, warmBytesEach } from '../limits.ts';
import type { Bundles } from '../messages/protocol.ts';
import { Analyser, type DiagnoseOptions } from './analyser.ts';
import { type BackgroundOutcome, renderInBackground } from './background-renders.ts';
import { bundle, engineBuild } from './bundle.ts';
import type { RenderSources } from './code/theme-sources.ts';
import { UnitCache } from './code/unit-cache.ts';
import { UnitFolder } from './code/unit-folder.ts';
import { PageAttempts } from './page-attempts.ts';
import type { ProcessPoolOptions } from './process-pool.ts';
import { type ProfileJob, type ProfileOutcome, Profiler } from './profiler.ts';
import { BUSY, Quarantines } from './quarantines.ts';
import type { RenderJob, RenderOutcome } from './render-job.ts';
import { launchedBy } from './render-process.ts';
import { Scheduler, TaskFailed } from './scheduler.ts';
import { ThemeHealthRegistry } from './theme-health.ts';
import { SYSTEM_TIMING } from './timing.ts';
import { usableMemory } from './usable-memory.ts';
import { renderForVisitor } from './visited-pages.ts';

export type RendererOptions = Pick<ProcessPoolOptions, 'workers' | 'memoryBytes' | 'log'> & {
  /** The engine, made ready for isolates; bundled from its source when left out. */
  readonly bundles?: Bundles | undefined;
  /** Other times than `TIME_LIMITS`. */
  readonly limits?: Partial<TimeLimits> | undefined;
  /** Whether the processes give way to other programs, each as its role says; true when left out. */
  readonly givesWay?: boolean | undefined;
  /** Themes that one worker keeps warm at most; as many as fit into its memory (`warmBytesEach`) when left out. */
  readonly themeCache?: number | undefined;
  /** Folder that keeps compiled code for the next process; nothing is kept when left out. */
  readonly codeFolder?: string | undefined;
  /** The themes that this program ships: their code is compiled at the start, and sites may share isolates of it (`ThemeHealth.mayShareIsolate`). */
  readonly ownThemes?: readonly ThemeFiles[] | undefined;
};

export type SandboxReport = ReturnType<Renderer['report']>;

/** Renders themes in processes that may die at any time. */
export class Renderer {
  /** Names the engine that renders here. */
  readonly build: string;
  readonly #scheduler: Scheduler;
  readonly #analyser: Analyser;
  readonly #profiler: Profiler;
  readonly #pages: PageAttempts;
  readonly #renders = new ConcurrencyLimit(PENDING_PER_THEME, PENDING_IN_ALL);
  /** Renders by what came of them, from the start on. */
  readonly #outcomes: Record<RenderOutcome['outcome'], number> = {
    page: 0,
    'no-template': 0,
    'no-layout': 0,
    error: 0,
    limit: 0,
    refused: 0,
    crashed: 0,
  };

  /**
   * @param build names the engine of these processes
   * @param codeFolder keeps compiled code for the next process; nothing is kept when left out
   */
  constructor(build: string, options: ProcessPoolOptions, codeFolder?: string) {
    this.build = build;
    const scheduler = new Scheduler(options);
    const themes = new ThemeHealthRegistry(options.timing.now);
    const parts = { scheduler, themes, quarantines: new Quarantines(scheduler, options.log) };
    const unkept = (reason: string) =>
      options.log.warn({ folder: codeFolder, reason }, 'compiled code cannot be kept: each start compiles it anew');
    const folder = codeFolder === undefined ? null : new UnitFolder(codeFolder, build, unkept);
    this.#scheduler = scheduler;
    this.#analyser = new Analyser(scheduler);
    this.#profiler = new Profiler(parts);
    this.#pages = new PageAttempts(parts, this.#analyser, new UnitCache(folder));
    folder?.tidy();
  }

  /** Starts the render processes; renders wait until these are ready. */
  static async start({
    bundles,
    themeCache,
    codeFolder,
    ownThemes = [],
    limits,
    givesWay,
    ...options
  }: RendererOptions): Promise<Renderer> {
    const made = bundles ?? (await bundle(options.workers > 0));
    const warmThemes = { bytes: warmBytesEach(usableMemory(), options.workers), count: themeCache };
    const processes = launchedBy(made, givesWay);
    const renderer = new Renderer(
      engineBuild(made),
      { ...options, processes, warmThemes, timing: SYSTEM_TIMING, limits: { ...TIME_LIMITS, ...limits } },
      codeFolder,
    );
    renderer.#pages.supply.prepare(ownThemes).catch((error) => {
      // A page that needs the code tells of the failure again.
      const reason = (error as Error).message;
      if (!(error instanceof TaskFailed)) options.log.warn({ reason }, 'the code of the catalog could not be prepared');
    });
    return renderer;
  }

  /** Process ids of the render processes that live now. */
  get pids(): number[] {
    return this.#scheduler.pool.pids;
  }

  /** Never throws for what a theme does; throws what `sources` throw. */
  async render(job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    const outcome = await this.#admitted(job, BUSY, () => renderForVisitor(this.#pages, job, sources));
    this.#outcomes[outcome.outcome]++;
    return outcome;
  }

  /** As `renderInBackground`: with idle processors, and nothing that visitors wait for waits for it. */
  async renderInBackground(job: RenderJob, sources: RenderSources, signal: AbortSignal): Promise<BackgroundOutcome> {
    const busy = { outcome: BUSY, cpuMs: null };
    const told = await this.#admitted(job, busy, () => renderInBackground(this.#pages, job, sources, signal));
    this.#outcomes[told.outcome.outcome]++;
    return told;
  }

  /** Renders, or answers `busy` where too many renders wait. */
  #admitted<T>({ theme: { id } }: RenderJob, busy: T, render: () => Promise<T>): Promise<T> {
    return this.#renders.run(id, render).catch((error) => {
      if (error instanceof QueueFull) return busy;
      throw error;
    });
  }

  /** As `Analyser.check`. */
  check(owner: string, path: string, text: string, account?: string): Promise<Diagnostic | null> {
    return this.#analyser.check(owner, path, text, account);
  }

  /** As `Analyser.diagnose`. */
  diagnose(
    owner: string,
    readFiles: (bytesAtMost: number) => Promise<ThemeFiles | null>,
    options?: DiagnoseOptions,
  ): Promise<readonly ThemeDiagnostic[]> {
    return this.#analyser.diagnose(owner, readFiles, options);
  }

  /** As `Profiler.profile`. */
  profile(job: ProfileJob): Promise<ProfileOutcome> {
    return this.#profiler.profile(job);
  }

  /** Renders that are waited for. */
  get pending(): number {
    return this.#renders.size;
  }

  /** The sandbox as an operator sees it. What is counted is counted from the start on; times are in milliseconds. */
  report() {
    const { pool, waiting, hops } = this.#scheduler;
    return {
      outcomes: { ...this.#outcomes },
      /** Tasks that wait for a worker, by queue. */
      waiting,
      /** Renders that are waited for. */
      pending: this.pending,
      processes: pool.report,
      /** Memory that all processes of this program may use, bytes. */
      get usableBytes() {
        return usableMemory();
      },
      coldStarts: pool.coldStarts,
      /** Processes that have died. */
      deaths: pool.counts.deaths,
      /** Processes that the pool has ended, by reason. */
      ended: { ...pool.counts.ended },
      quarantines: this.#pages.quarantines.count,
      quarantined: this.#pages.themes.quarantined(),
      /** Fragments of pages: how many, their bytes, and how often a theme's were dropped. */
      fragments: this.#pages.fragments.report(),
      /** What finished pages spent on each stretch of their way, in all, and how many pages there were. */
      hops: { ...hops },
    };
  }

  /** Ends the quarantine of a theme now; a theme that goes on as before comes to quarantine again. */
  liftQuarantine(themeId: string): void {
    const health = this.#pages.themes.known(themeId);
    if (health) this.#pages.quarantines.lift(health);
  }

  /** Replaces all render processes, one after the other, without losing a render. */
  replaceProcesses(): Promise<void> {
    return this.#scheduler.pool.replaceAll();
  }

  /** Ends the render processes. @param withinMs how long tasks under way may still take, milliseconds; a second without it */
  close(withinMs?: number): Promise<void> {
    return this.#scheduler.close(withinMs);
  }
}
