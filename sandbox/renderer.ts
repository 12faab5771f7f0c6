/** The face of the sandbox: a page out of a theme, or the reason why not. */
import { LRUCache } from 'lru-cache';
import { diagnostic } from '../engine/diagnose/codes.ts';
import type { Diagnostic, Limit, PageRequest, SiteContent, ThemeDiagnostic, ThemeFiles } from '../engine/index.ts';
import { RENDER_TIME_MS } from '../engine/limits.ts';
import { bundle, engineBuild } from './bundle.ts';
import { Launcher } from './launcher.ts';
import {
  ATTEMPT_MS,
  CHECK_MS,
  CHECKS_IN_ALL,
  CHECKS_PER_OWNER,
  DIAGNOSED_BYTES,
  DIAGNOSES_IN_ALL,
  DIAGNOSES_PER_OWNER,
  HINDERED_AT_MOST,
  hasUsed,
  IDLE_CHECK_MS,
  PENDING_IN_ALL,
  PENDING_PER_DOUBTFUL_THEME,
  PENDING_PER_THEME,
  PROGRAM_CACHE_BYTES,
  READ_UNITS_PER_MS,
  SHORT_FILE_UNITS,
} from './limits.ts';
import { PendingBounds } from './pending.ts';
import type { LaneName } from './posts.ts';
import type { Bundles } from './protocol.ts';
import {
  type CheckAnswer,
  type CheckTask,
  type LimitAnswer,
  type RenderAnswer,
  type RenderTask,
  type TimedAnswer,
  type Version,
  versionKey,
} from './protocol.ts';
import { type Level, type Quarantined, type Standing, Standings } from './standing.ts';
import { CONVICTION, NoTurn, OWN_DOING, ProcessDied, Supervisor, type SupervisorOptions } from './supervisor.ts';

export type { Version } from './protocol.ts';

/** A page to render: which resident versions it wants, and what the request adds to them. */
export interface RenderJob {
  readonly theme: Version;
  readonly content: Version;
  readonly request: PageRequest;
}

/** Read when a worker meets a version for the first time; the version is that of the snapshot that was read. */
export interface RenderSources {
  theme(): Promise<{ readonly version: string; readonly files: ThemeFiles }>;
  content(): Promise<{ readonly version: string; readonly values: SiteContent }>;
}

/** What comes of a render. `body` is UTF-8. */
export type RenderOutcome =
  | Exclude<RenderAnswer, { outcome: 'missing' }>
  /** Too many renders wait, or this version is in quarantine. */
  | { readonly outcome: 'refused'; readonly reason: 'busy' | 'quarantined' }
  /** The render took its process down. */
  | { readonly outcome: 'crashed' };

/** Too many files wait for their analysis. */
export class AnalysisBusy extends Error {
  override name = 'AnalysisBusy';

  constructor() {
    super('too many files wait for their analysis');
  }
}

/** Rounds of asking for what a worker lacks: theme, content, and both again when another worker took the task. */
const WARMING_ROUNDS = 6;

interface Program {
  readonly version: string;
  readonly program: Uint8Array;
}

interface ProgramRequest {
  readonly id: string;
  readonly sources: RenderSources;
}

/** A theme whose analysis goes over a limit: as a page that does. */
class NotCompiled extends Error {
  readonly answer: LimitAnswer;

  constructor(id: string, answer: LimitAnswer) {
    super(`theme ${id} exceeds the limit of ${answer.limit} when it is compiled`);
    this.answer = answer;
  }
}

export type RendererOptions = Omit<SupervisorOptions, 'bundles' | 'launcher' | 'isStricken'> & {
  /** The engine, made ready for isolates; bundled from its source when left out. */
  readonly bundles?: Bundles | undefined;
};

/** The sandbox as an operator sees it. What is counted is counted from the start on; times are in milliseconds. */
export interface SandboxReport {
  readonly outcomes: Readonly<Record<RenderOutcome['outcome'], number>>;
  /** Tasks that wait for their turn. */
  readonly waiting: Supervisor['waiting'];
  /** Renders that are waited for. */
  readonly pending: number;
  readonly processes: Supervisor['processes'];
  readonly coldStarts: number;
  /** Processes that ended and were not to. */
  readonly deaths: number;
  /** Processes that were ended, by reason. */
  readonly ended: Readonly<Supervisor['counts']['ended']>;
  readonly quarantines: number;
  readonly quarantined: readonly Quarantined[];
  /** What finished pages spent on each stretch of their way, in all, and how many there were. */
  readonly hops: Readonly<Supervisor['hops']>;
}

/** Renders themes in processes that may die at any time. */
export class Renderer {
  /** Names the engine that renders here. */
  readonly build: string;
  readonly #supervisor: Supervisor;
  readonly #log: SupervisorOptions['log'];
  readonly #standings: Standings;
  readonly #renders = new PendingBounds(PENDING_PER_THEME, PENDING_IN_ALL);
  readonly #checks = new PendingBounds(CHECKS_PER_OWNER, CHECKS_IN_ALL);
  readonly #diagnoses = new PendingBounds(DIAGNOSES_PER_OWNER, DIAGNOSES_IN_ALL);
  /** Programs of themes: each version is compiled once, however many workers and visitors ask for it. */
  readonly #programs = new LRUCache<string, Program, ProgramRequest>({
    maxSize: PROGRAM_CACHE_BYTES,
    sizeCalculation: ({ program }) => 1 + program.length,
    fetchMethod: (_key, _stale, { context }) => this.#compile(context),
  });
  readonly #contents = new LRUCache<string, { version: string; values: SiteContent }, RenderSources>({
    max: 10_000,
    fetchMethod: (_key, _stale, { context }) => context.content(),
  });
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

  private constructor(options: SupervisorOptions, standings: Standings) {
    this.build = engineBuild(options.bundles);
    this.#log = options.log;
    this.#standings = standings;
    this.#supervisor = new Supervisor(options);
  }

  /** Starts the render processes; renders asked for before they are ready wait. */
  static async start({ bundles, ...options }: RendererOptions): Promise<Renderer> {
    // It starts while the engine is bundled.
    const launcher = new Launcher();
    const standings = new Standings(() => performance.now());
    const isStricken = (owner: string) => standings.isStricken(owner);
    return new Renderer({ ...options, bundles: bundles ?? (await bundle()), launcher, isStricken }, standings);
  }

  /** Process ids of the render processes that live now. */
  get pids(): number[] {
    return this.#supervisor.pids;
  }

  /** Never throws for what a theme does; throws what `sources` throw. */
  async render(job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    const outcome = await this.#renderInTurn(job, sources);
    this.#outcomes[outcome.outcome]++;
    return outcome;
  }

  /**
   * Analyses a file that somebody wants to store.
   * @param owner whose file it is: one owner's files wait for each other
   * @returns null when it may be stored
   * @throws AnalysisBusy
   */
  async check(owner: string, chemin: string, contenu: string): Promise<Diagnostic | null> {
    if (!this.#checks.admit(owner)) throw new AnalysisBusy();
    try {
      return await this.#checked({ kind: 'check', owner, chemin, contenu });
    } catch (error) {
      if (error instanceof ProcessDied) return { message: 'ce fichier fait échouer l’analyse' };
      if (error instanceof NoTurn) throw new AnalysisBusy();
      throw error;
    } finally {
      this.#checks.leave(owner);
    }
  }

  /** A file whose time is over is analysed again: where it is in nobody's way when that is its own doing, and else among the others. */
  async #checked(file: Omit<CheckTask, 'timeMs'>): Promise<Diagnostic | null> {
    const isShort = file.contenu.length <= SHORT_FILE_UNITS;
    const [first, timeMs] = isShort ? (['check', CHECK_MS] as const) : (['slowCheck', IDLE_CHECK_MS] as const);
    const { answer, cpuMs } = await this.#checkOnce(first, { ...file, timeMs }).catch((error) => {
      if (isShort || !(error instanceof NoTurn)) throw error;
      return { answer: { outcome: 'limit', limit: 'time' } as const, cpuMs: 0 };
    });
    if (answer.outcome === 'checked') return answer.diagnostic;
    if (answer.limit !== 'time') return { message: refusalFor(answer.limit) };
    const second = hasUsed(timeMs, cpuMs) ? 'slowCheck' : 'check';
    const { answer: last, cpuMs: lastCpuMs } = await this.#checkOnce(second, { ...file, timeMs: RENDER_TIME_MS });
    if (last.outcome === 'checked') return last.diagnostic;
    if (last.limit === 'time' && !hasUsed(RENDER_TIME_MS, lastCpuMs)) throw new AnalysisBusy();
    return { message: refusalFor(last.limit) };
  }

  async #checkOnce(lane: LaneName, task: CheckTask): Promise<{ answer: CheckAnswer; cpuMs: number }> {
    const expectedMs = task.contenu.length / READ_UNITS_PER_MS;
    const { answer, times } = await despiteDeaths(() => this.#supervisor.run(lane, task.owner, task, expectedMs));
    return { answer, cpuMs: times.cpuMs };
  }

  /**
   * Looks a whole theme over; a theme that goes over a limit, or ends its process, is told so in one diagnostic.
   * @param owner whose theme it is: it waits in turn with the owner's files
   * @param readFiles reads the theme once there is room for it; null when its files, assets left out, are longer than so many bytes
   * @throws AnalysisBusy; what `readFiles` throws
   */
  async diagnose(
    owner: string,
    readFiles: (bytesAtMost: number) => Promise<ThemeFiles | null>,
  ): Promise<readonly ThemeDiagnostic[]> {
    if (!this.#checks.admit(owner)) throw new AnalysisBusy();
    try {
      if (!this.#diagnoses.admit(owner)) throw new AnalysisBusy();
      try {
        const files = await readFiles(DIAGNOSED_BYTES);
        return files ? await this.#diagnosed(owner, files) : [INTERRUPTED];
      } finally {
        this.#diagnoses.leave(owner);
      }
    } finally {
      this.#checks.leave(owner);
    }
  }

  async #diagnosed(owner: string, files: ThemeFiles): Promise<readonly ThemeDiagnostic[]> {
    try {
      const task = { kind: 'diagnose', files } as const;
      const { answer } = await despiteDeaths(() => this.#supervisor.run('check', owner, task, RENDER_TIME_MS));
      return answer.outcome === 'diagnosed' ? answer.diagnostics : [INTERRUPTED];
    } catch (error) {
      if (error instanceof ProcessDied) return [INTERRUPTED];
      if (error instanceof NoTurn) throw new AnalysisBusy();
      throw error;
    }
  }

  /** Renders that are waited for. */
  get pending(): number {
    return this.#renders.size;
  }

  /** What an operator asks about. */
  report(): SandboxReport {
    const { counts, coldStarts, waiting, processes, hops } = this.#supervisor;
    return {
      outcomes: { ...this.#outcomes },
      waiting,
      pending: this.pending,
      processes,
      coldStarts,
      deaths: counts.deaths,
      ended: { ...counts.ended },
      quarantines: this.#quarantines,
      quarantined: this.#standings.quarantined(),
      hops: { ...hops },
    };
  }

  /** Puts new render processes in the place of all, one after the other, without losing a render. */
  replaceProcesses(): Promise<void> {
    return this.#supervisor.replaceAll();
  }

  /** Ends the render processes. */
  close(): Promise<void> {
    return this.#supervisor.close();
  }

  async #renderInTurn(job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    const { id } = job.theme;
    const { quarantinedForMs, isDoubtful } = this.#standings.of(job.theme);
    if (quarantinedForMs > 0) return QUARANTINED;
    const atMost = isDoubtful ? PENDING_PER_DOUBTFUL_THEME : PENDING_PER_THEME;
    if (!this.#renders.admit(id, { atMost })) return BUSY;
    try {
      return await this.#renderByStanding(job, sources);
    } catch (error) {
      if (error instanceof NoTurn) return this.#standings.of(job.theme).quarantinedForMs > 0 ? QUARANTINED : BUSY;
      throw error;
    } finally {
      this.#renders.leave(id);
    }
  }

  /** While nothing is known of a version, one render tries it and the others wait for what comes of that. */
  async #renderByStanding(job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    for (;;) {
      const standing = this.#standings.of(job.theme);
      if (standing.quarantinedForMs > 0) return QUARANTINED;
      if (standing.level !== 'unproven') return this.#tryByStanding(standing, job, sources);
      if (!standing.probe) return standing.probing(this.#tryByStanding(standing, job, sources));
      await standing.probe;
    }
  }

  /** Tries the page where its theme's standing says, and again, apart, when it needs longer than that or its process dies. */
  async #tryByStanding(standing: Standing, job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    for (let { level } = standing, suspicion = 0, hindered = 0; ; ) {
      try {
        const lane = laneFor(standing, level, suspicion);
        const { answer, times } = await this.#attempt(job, sources, lane, level, standing.pageMs);
        const isOutOfTime = answer.outcome === 'limit' && answer.limit === 'time';
        const isToBlame = !isOutOfTime || hasUsed(ATTEMPT_MS[level], times.cpuMs);
        if (answer.outcome !== 'limit') standing.answered(times.cpuMs);
        else if (isToBlame && isOutOfTime && level !== 'heavy') standing.overran();
        else if (isToBlame) this.#strike(standing);
        if (!isOutOfTime || level === 'heavy') return answer;
        if (isToBlame || ++hindered > HINDERED_AT_MOST) level = 'heavy';
      } catch (error) {
        if (error instanceof NotCompiled) {
          this.#strike(standing);
          return error.answer;
        }
        if (!(error instanceof ProcessDied)) throw error;
        suspicion += error.suspicion;
        if (suspicion >= CONVICTION) {
          standing.quarantine();
          this.#noteQuarantine(standing, 'its renders end their process');
          return { outcome: 'crashed' };
        }
        standing.suspect();
        level = 'unproven';
      }
    }
  }

  #strike(standing: Standing): void {
    if (!standing.strike()) return;
    this.#supervisor.withdraw(standing.id);
    this.#noteQuarantine(standing, 'it goes over its limits');
  }

  #noteQuarantine({ id, version, quarantinedForMs }: Standing, reason: string): void {
    this.#quarantines++;
    this.#log.warn({ theme: { id, version }, reason, forMs: Math.round(quarantinedForMs) }, 'a theme is in quarantine');
  }

  /** One render, with what the worker lacks brought to it. */
  async #attempt(
    { theme, content, request }: RenderJob,
    sources: RenderSources,
    lane: LaneName,
    level: Level,
    expectedMs: number,
  ): Promise<TimedAnswer<Exclude<RenderAnswer, { outcome: 'missing' }>>> {
    const staysWarm = lane !== 'trial' && lane !== 'doubtful';
    const attempt = { timeMs: ATTEMPT_MS[level], staysWarm };
    let task: RenderTask = { kind: 'render', theme, content, request, ...attempt };
    for (let round = 0; round < WARMING_ROUNDS; round++) {
      const { answer, times } = await this.#supervisor.run(lane, theme.id, task, expectedMs);
      if (answer.outcome !== 'missing') return { answer, times };
      if (answer.theme) {
        const loaded = await this.#programs.forceFetch(versionKey(theme), { context: { id: theme.id, sources } });
        task = { ...task, theme: { id: theme.id, ...loaded } };
      }
      if (answer.content) {
        const loaded = await this.#contents.forceFetch(versionKey(content), { context: sources });
        task = { ...task, content: { id: content.id, ...loaded } };
      }
    }
    throw new NoTurn(`no worker kept theme ${theme.id} warm`);
  }

  async #compile({ id, sources }: ProgramRequest): Promise<Program> {
    const { version, files } = await sources.theme();
    const { answer } = await despiteDeaths(() =>
      this.#supervisor.run('compile', id, { kind: 'compile', themeId: id, files }),
    );
    if (answer.outcome === 'limit') throw new NotCompiled(id, answer);
    return { version, program: answer.program };
  }
}

/** @param suspicion that it has ended processes */
const laneFor = ({ isDoubtful, isStricken }: Standing, level: Level, suspicion: number): LaneName =>
  suspicion >= OWN_DOING || (isStricken && level !== 'proven') || (isDoubtful && level === 'heavy')
    ? 'doubtful'
    : LANE_FOR[level];

const LANE_FOR = { unproven: 'trial', proven: 'fast', heavy: 'heavy' } as const satisfies Record<Level, LaneName>;

const INTERRUPTED = diagnostic('analyse_interrompue', '');

const refusalFor = (limit: Limit): string =>
  limit === 'time'
    ? 'l’analyse de ce fichier dépasse le temps permis'
    : 'l’analyse de ce fichier dépasse la mémoire permise';

const BUSY = { outcome: 'refused', reason: 'busy' } as const;
const QUARANTINED = { outcome: 'refused', reason: 'quarantined' } as const;

/** A task whose process dies may have been there by chance. @throws ProcessDied when that is not to be believed any more */
async function despiteDeaths<T>(run: () => Promise<T>): Promise<T> {
  for (let suspicion = 0; ; ) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ProcessDied)) throw error;
      suspicion += error.suspicion;
      if (suspicion >= CONVICTION) throw new ProcessDied(suspicion);
    }
  }
}
