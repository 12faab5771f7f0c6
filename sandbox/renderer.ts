/** The face of the sandbox: a page out of a theme, or the reason why not. */
import { LRUCache } from 'lru-cache';
import type { Diagnostic, PageRequest, SiteContent, ThemeFiles } from '../engine/index.ts';
import { bundleGuests } from './guest-bundle.ts';
import { PENDING_IN_ALL, PENDING_PER_THEME, PROGRAM_CACHE_BYTES } from './limits.ts';
import {
  type CompiledTheme,
  type LimitAnswer,
  type RenderAnswer,
  type RenderTask,
  type Version,
  versionKey,
} from './protocol.ts';
import { Quarantine } from './quarantine.ts';
import { Supervisor, type SupervisorOptions, TaskCrashed } from './supervisor.ts';

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
  /** Too many renders wait, or this version rests after going over its limits. */
  | { readonly outcome: 'refused'; readonly reason: 'busy' | 'resting' }
  /** The render took its process down. */
  | { readonly outcome: 'crashed' };

/** Rounds of asking for what a worker lacks: theme, content, and both again when another worker took the task. */
const WARMING_ROUNDS = 6;

interface Program {
  readonly version: string;
  readonly program: CompiledTheme;
}

interface ProgramRequest {
  readonly id: string;
  readonly sources: RenderSources;
}

/** A theme whose analysis goes over a limit: as a page that does. */
class NotCompiled extends Error {
  readonly theme: Version;
  readonly answer: LimitAnswer;

  constructor(theme: Version, answer: LimitAnswer) {
    super(`theme ${theme.id} exceeds the limit of ${answer.limit} when it is compiled`);
    this.theme = theme;
    this.answer = answer;
  }
}

/** Renders themes in processes that may die at any time. */
export class Renderer {
  readonly #supervisor: Supervisor;
  readonly #quarantine = new Quarantine();
  readonly #pending = new Map<string, number>();
  #pendingInAll = 0;
  /** Programs of themes: each version is compiled once, however many workers and visitors ask for it. */
  readonly #programs = new LRUCache<string, Program, ProgramRequest>({
    maxSize: PROGRAM_CACHE_BYTES,
    sizeCalculation: ({ program }) => 1 + program.source.length + (program.codeCache?.length ?? 0),
    fetchMethod: (_key, _stale, { context }) => this.#compile(context),
  });
  readonly #contents = new LRUCache<string, { version: string; values: SiteContent }, RenderSources>({
    max: 10_000,
    fetchMethod: (_key, _stale, { context }) => context.content(),
  });

  private constructor(supervisor: Supervisor) {
    this.#supervisor = supervisor;
  }

  /** Bundles the engine and starts the render processes; renders asked for before they are ready wait. */
  static async start(options: Omit<SupervisorOptions, 'guests'>): Promise<Renderer> {
    return new Renderer(new Supervisor({ ...options, guests: await bundleGuests() }));
  }

  /** Process ids of the render processes that live now. */
  get pids(): number[] {
    return this.#supervisor.pids;
  }

  /** Never throws for what a theme does; throws what `sources` throw. */
  async render(job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    const { id } = job.theme;
    if (this.#quarantine.isResting(job.theme)) return { outcome: 'refused', reason: 'resting' };
    const pending = this.#pending.get(id) ?? 0;
    if (pending >= PENDING_PER_THEME || this.#pendingInAll >= PENDING_IN_ALL)
      return { outcome: 'refused', reason: 'busy' };
    this.#pending.set(id, pending + 1);
    this.#pendingInAll++;
    try {
      return await this.#renderWarming(job, sources);
    } catch (error) {
      return this.#outcomeOf(error, job);
    } finally {
      this.#pendingInAll--;
      const left = (this.#pending.get(id) ?? 1) - 1;
      if (left === 0) this.#pending.delete(id);
      else this.#pending.set(id, left);
    }
  }

  /** Analyses a file that somebody wants to store. @returns null when it may be stored */
  async check(owner: string, chemin: string, contenu: string): Promise<Diagnostic | null> {
    try {
      const answer = await this.#supervisor.run(owner, { kind: 'check', chemin, contenu });
      return answer.diagnostic;
    } catch (error) {
      if (error instanceof TaskCrashed) return { message: 'ce fichier fait échouer l’analyse' };
      throw error;
    }
  }

  /** Ends the render processes. */
  close(): Promise<void> {
    return this.#supervisor.close();
  }

  async #renderWarming(job: RenderJob, sources: RenderSources): Promise<RenderOutcome> {
    let task: RenderTask = { kind: 'render', ...job };
    for (let round = 0; round < WARMING_ROUNDS; round++) {
      const answer = await this.#supervisor.run(task.theme.id, task);
      if (answer.outcome === 'limit') this.#quarantine.strike(task.theme);
      if (answer.outcome !== 'missing') return answer;
      if (answer.theme) {
        const context = { id: job.theme.id, sources };
        const loaded = await this.#programs.forceFetch(versionKey(job.theme), { context });
        task = { ...task, theme: { id: job.theme.id, ...loaded } };
      }
      if (answer.content) {
        const loaded = await this.#contents.forceFetch(versionKey(job.content), { context: sources });
        task = { ...task, content: { id: job.content.id, ...loaded } };
      }
    }
    return { outcome: 'refused', reason: 'busy' };
  }

  /** What a theme did to its own render is an outcome; anything else is an error of ours. */
  #outcomeOf(error: unknown, { theme }: RenderJob): RenderOutcome {
    if (error instanceof NotCompiled) {
      this.#quarantine.strike(error.theme);
      return error.answer;
    }
    if (!(error instanceof TaskCrashed)) throw error;
    this.#quarantine.strike(theme);
    return { outcome: 'crashed' };
  }

  async #compile({ id, sources }: ProgramRequest): Promise<Program> {
    const { version, files } = await sources.theme();
    const answer = await this.#supervisor.run(id, { kind: 'compile', themeId: id, files });
    if (answer.outcome === 'limit') throw new NotCompiled({ id, version }, answer);
    return { version, program: answer.program };
  }
}
