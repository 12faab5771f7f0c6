/** The face of the sandbox: a page out of a theme, or the reason why not. */

import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { Diagnostic, ThemeDiagnostic, ThemeFiles } from '../../engine/index.ts';
import {
  HINDERED_AT_MOST,
  hasUsed,
  PENDING_IN_ALL,
  PENDING_PER_THEME,
  TIME_LIMITS,
  type TimeLimits,
  warmBytesEach,
} from '../limits.ts';
import type { Bundles, RenderAnswer, RenderTask, SourceFile, TimedAnswer, Version } from '../messages/protocol.ts';
import { Analyser, NotCompiled } from './analyser.ts';
import { type BackgroundOutcome, renderInBackground } from './background-renders.ts';
import { bundle, engineBuild } from './bundle.ts';
import type { RenderSources } from './code/theme-sources.ts';
import { ThemeSupply } from './code/theme-supply.ts';
import { UnitCache } from './code/unit-cache.ts';
import { UnitFolder } from './code/unit-folder.ts';
import type { ProcessPoolOptions } from './process-pool.ts';
import { type ProfileJob, type ProfileOutcome, Profiler } from './profiler.ts';
import { namesOf, type QuarantineReason, type RenderJob, type RenderOutcome } from './render-job.ts';
import { launchedBy } from './render-process.ts';
import { ATTEMPTS, type Level } from './roles.ts';
import type { SandboxReport } from './sandbox-report.ts';
import { ProcessDied, QueueTimeout, Reconsidered, Scheduler, TaskFailed, type VisitorsPage } from './scheduler.ts';
import { type ThemeHealth, ThemeHealthRegistry } from './theme-health.ts';
import { SYSTEM_TIMING } from './timing.ts';
import { usableMemory } from './usable-memory.ts';

/** Rounds of asking for what a worker lacks: theme, content and code, and all again when another worker took the task. */
const WARMING_ROUNDS = 8;

export type RendererOptions = Pick<ProcessPoolOptions, 'workers' | 'memoryBytes' | 'log'> & {
  /** The engine, made ready for isolates; bundled from its source when left out. */
  readonly bundles?: Bundles | undefined;
  /** Other times than `TIME_LIMITS`. */
  readonly limits?: Partial<TimeLimits> | undefined;
  /** Whether its processes give way to other programs, each as its role says; they do when left out. */
  readonly givesWay?: boolean | undefined;
  /** Themes that one worker keeps warm at most; as many as its part of the machine's memory holds when left out. */
  readonly themeCache?: number | undefined;
  /** Folder that keeps compiled code for the next process; nothing is kept when left out. */
  readonly codeFolder?: string | undefined;
  /** Themes whose code is our own, as this program ships them: it is made before it is asked for, and sites may share an isolate of it. */
  readonly ownThemes?: readonly ThemeFiles[] | undefined;
};

/** Renders themes in processes that may die at any time. */
export class Renderer {
  /** Names the engine that renders here. */
  readonly build: string;
  readonly #scheduler: Scheduler;
  readonly #analyser: Analyser;
  readonly #profiler: Profiler;
  readonly #log: ProcessPoolOptions['log'];
  readonly #themes: ThemeHealthRegistry;
  readonly #renders = new ConcurrencyLimit(PENDING_PER_THEME, PENDING_IN_ALL);
  readonly #supply: ThemeSupply;
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
  #quarantines = 0;

  /**
   * @param build names the engine of these processes
   * @param codeFolder keeps compiled code for the next process; nothing is kept when left out
   */
  constructor(build: string, options: ProcessPoolOptions, codeFolder?: string) {
    this.build = build;
    this.#log = options.log;
    const themes = new ThemeHealthRegistry(options.timing.now);
    this.#themes = themes;
    this.#scheduler = new Scheduler(options);
    this.#analyser = new Analyser(this.#scheduler);
    this.#profiler = new Profiler(this.#scheduler, themes, (health, version, isProven) =>
      this.#crashed(health, version, isProven),
    );
    const folder =
      codeFolder === undefined
        ? null
        : new UnitFolder(codeFolder, this.build, (reason) =>
            options.log.warn(
              { folder: codeFolder, reason },
              'compiled code cannot be kept: each start compiles it anew',
            ),
          );
    this.#supply = new ThemeSupply(new UnitCache(folder), (theme, files) => this.#compile(theme, files));
    folder?.tidy();
  }

  /** Starts the render processes; renders asked for before they are ready wait. */
  static async start({
    bundles,
    themeCache,
    codeFolder,
    ownThemes = [],
    limits,
    givesWay,
    ...options
  }: RendererOptions): Promise<Renderer> {
    const made = bundles ?? (await bundle());
    const warmThemes = { bytes: warmBytesEach(usableMemory(), options.workers), count: themeCache };
    const processes = launchedBy(made, givesWay);
    const renderer = new Renderer(
      engineBuild(made),
      { ...options, processes, warmThemes, timing: SYSTEM_TIMING, limits: { ...TIME_LIMITS, ...limits } },
      codeFolder,
    );
    renderer.#supply.prepare(ownThemes).catch((error) => {
      // A page that needs it will say so again.
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
    const outcome = await this.#renderInTurn(job, sources);
    this.#outcomes[outcome.outcome]++;
    return outcome;
  }

  /** As `renderInBackground`: with idle processors, and nothing that visitors wait for waits for it. Throws what `sources` throw. */
  async renderInBackground(job: RenderJob, sources: RenderSources, signal: AbortSignal): Promise<BackgroundOutcome> {
    const { id } = job.theme;
    if (!this.#renders.admit(id)) return { outcome: BUSY, cpuMs: null };
    try {
      const timeMs = this.#scheduler.limits.renderMs;
      const tools = {
        timeMs,
        healthOf: (theme: Version) => this.#themes.of(theme, job.whose),
        attempt: (one: RenderJob, from: RenderSources, health: ThemeHealth) =>
          this.#attempt(one, from, { level: 'suspect', isSlice: false, page: undefined }, health),
        strike: (health: ThemeHealth, version: string) => this.#strike(health, version),
        crashed: (health: ThemeHealth, version: string, isProven: boolean) => this.#crashed(health, version, isProven),
        withdraw: (themeId: string) => this.#scheduler.withdraw(themeId),
      };
      const told = await renderInBackground(tools, job, sources, signal);
      this.#outcomes[told.outcome.outcome]++;
      return told;
    } finally {
      this.#renders.leave(id);
    }
  }

  /** As `Analyser.check`. */
  check(owner: string, chemin: string, contenu: string): Promise<Diagnostic | null> {
    return this.#analyser.check(owner, chemin, contenu);
  }

  /** As `Analyser.diagnose`. */
  diagnose(
    owner: string,
    readFiles: (bytesAtMost: number) => Promise<ThemeFiles | null>,
  ): Promise<readonly ThemeDiagnostic[]> {
    return this.#analyser.diagnose(owner, readFiles);
  }

  /** As `Profiler.profile`. */
  profile(job: ProfileJob): Promise<ProfileOutcome> {
    return this.#profiler.profile(job);
  }

  /** Renders that are waited for. */
  get pending(): number {
    return this.#renders.size;
  }

  /** What an operator asks about. */
  report(): SandboxReport {
    const { pool, waiting, hops } = this.#scheduler;
    const { counts, coldStarts, report: processes } = pool;
    return {
      outcomes: { ...this.#outcomes },
      waiting,
      pending: this.pending,
      processes,
      usableBytes: usableMemory(),
      coldStarts,
      deaths: counts.deaths,
      ended: { ...counts.ended },
      quarantines: this.#quarantines,
      quarantined: this.#themes.quarantined(),
      hops: { ...hops },
    };
  }

  /** Ends the quarantine of a theme now. One that goes on as before comes to quarantine again. */
  liftQuarantine(themeId: string): void {
    const health = this.#themes.known(themeId);
    if (!health?.lift()) return;
    const { id, version, whose } = health;
    this.#log.warn({ theme: { id, version }, ...namesOf(whose) }, 'a quarantine is lifted by hand');
  }

  /** Replaces all render processes, one after the other, without losing a render. */
  replaceProcesses(): Promise<void> {
    return this.#scheduler.pool.replaceAll();
  }

  /** Ends the render processes. @param withinMs how long tasks under way may still take, milliseconds; a second without it */
  close(withinMs?: number): Promise<void> {
    return this.#scheduler.close(withinMs);
  }

  async #renderInTurn(job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    const { id } = job.theme;
    if (!this.#renders.admit(id)) return BUSY;
    try {
      return await this.#scheduler.inTime((page) => this.#renderWhenTried(job, sources, page));
    } catch (error) {
      if (error instanceof QueueTimeout) return this.#themes.of(job.theme).quarantinedForMs > 0 ? QUARANTINED : BUSY;
      throw error;
    } finally {
      this.#renders.leave(id);
    }
  }

  /** While nothing is known of a version, one render tries it and the others wait for the result. */
  async #renderWhenTried(job: RenderJob, sources: RenderSources, page: VisitorsPage): Promise<RenderOutcome> {
    for (;;) {
      const health = this.#themes.of(job.theme, job.whose);
      if (health.quarantinedForMs > 0) return QUARANTINED;
      if (health.level !== 'unproven') return this.#renderByHealth(health, job, sources, page);
      if (health.isUnclassified(job.theme.version)) {
        health.classify(job.theme.version, await this.#supply.isOurs(job, sources));
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
    for (let isAgain = false, isApart = false, hindered = 0; ; ) {
      const level = isApart ? 'suspect' : isAgain && health.level === 'quick' ? 'heavy' : health.level;
      const isSlice = !isAgain && ATTEMPTS[level].isSlice;
      const timeMs = this.#timeOf(isSlice);
      try {
        const { answer, times } = await this.#attempt(job, sources, { level, isSlice, page }, health);
        if (answer.outcome !== 'limit') {
          health.answered(version, times.cpuMs);
          return answer;
        }
        const isToBlame = answer.limit !== 'time' || hasUsed(timeMs, times.cpuMs);
        const isWhole = answer.limit !== 'time' || !isSlice;
        if (isToBlame && isWhole) this.#strike(health, version);
        if (isWhole) return answer;
        if (isToBlame) health.overran(version);
        isAgain = isToBlame || ++hindered > HINDERED_AT_MOST;
      } catch (error) {
        if (error instanceof NotCompiled) {
          this.#strike(health, version);
          return error.answer;
        }
        if (error instanceof Reconsidered) continue;
        if (!(error instanceof ProcessDied)) throw error;
        if (this.#crashed(health, version, error.isProven)) return { outcome: 'crashed' };
        isApart = true;
      }
    }
  }

  /** Milliseconds. */
  #timeOf(isSlice: boolean): number {
    const { sliceMs, renderMs } = this.#scheduler.limits;
    return isSlice ? sliceMs : renderMs;
  }

  /** Many may wait for the same files: where their theme is refused meanwhile, they are not compiled for each of them. */
  async #compile(theme: Version, files: readonly SourceFile[]): Promise<readonly Uint8Array[]> {
    const health = this.#themes.of(theme);
    if (health.isRefused(theme.version)) throw new QueueTimeout(`theme ${theme.id} is refused`);
    return this.#analyser.compile(theme.id, files, health.level === 'suspect');
  }

  /** @returns whether the theme is in quarantine now */
  #crashed(health: ThemeHealth, version: string, isProven: boolean): boolean {
    const isQuarantined = health.crashed(version, isProven);
    if (isQuarantined) this.#noteQuarantine(health, 'crashes');
    return isQuarantined;
  }

  #strike(health: ThemeHealth, version: string): void {
    if (health.strike(version)) this.#noteQuarantine(health, 'limits');
  }

  #noteQuarantine({ id, version, quarantinedForMs, whose }: ThemeHealth, reason: QuarantineReason): void {
    this.#scheduler.withdraw(id);
    this.#quarantines++;
    const theme = { id, version };
    const details = { theme, ...namesOf(whose), reason: REASONS[reason], forMs: Math.round(quarantinedForMs) };
    this.#log.warn(details, 'a theme is in quarantine');
    whose?.tally?.noteQuarantine(theme, reason, quarantinedForMs);
  }

  /** One render, with what the worker lacks brought to it. */
  async #attempt(
    { theme, content, request, attempts, whose }: RenderJob,
    sources: RenderSources,
    {
      level,
      isSlice,
      page,
    }: { readonly level: Level; readonly isSlice: boolean; readonly page: VisitorsPage | undefined },
    health: ThemeHealth,
  ): Promise<TimedAnswer<Exclude<RenderAnswer, { outcome: 'missing' }>>> {
    const mayShare = health.mayShare && level === 'quick';
    const versions = { theme, content };
    const isRefused = () => health.isRefused(theme.version);
    const timeMs = this.#timeOf(isSlice);
    let task: RenderTask = { kind: 'render', theme: { ...theme, mayShare }, content, request, timeMs, isSlice };
    // No worker has a version that has never been shown.
    if (!health.hasAnswered) task = await this.#supply.addTo(task, EVERYTHING, versions, sources);
    for (let round = 0; round < WARMING_ROUNDS; round++) {
      // What began before a theme was refused does not go on.
      if (isRefused()) throw new QueueTimeout(`theme ${theme.id} is refused`);
      const { answer, times } = await this.#scheduler.run(ATTEMPTS[level].queue, theme.id, task, {
        expectedMs: health.pageMs,
        page,
        attempts,
        isRefused,
        whose,
      });
      if (answer.outcome !== 'missing') return { answer, times };
      task = await this.#supply.addTo(task, answer, versions, sources);
    }
    throw new QueueTimeout(`no worker kept theme ${theme.id} warm`);
  }
}

/** What the log says of the reasons for a quarantine. */
const REASONS: Readonly<Record<QuarantineReason, string>> = {
  limits: 'it goes over its limits',
  crashes: 'its renders end their process',
};

const EVERYTHING = { theme: true, content: true } as const;

const BUSY = { outcome: 'refused', reason: 'busy' } as const;
const QUARANTINED = { outcome: 'refused', reason: 'quarantined' } as const;
