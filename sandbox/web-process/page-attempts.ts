import type { RenderTask, SourceFile, Times, Version } from '../messages/protocol.ts';
import { type Analyser, NotCompiled } from './analyser.ts';
import type { RenderSources } from './code/theme-sources.ts';
import { ThemeSupply } from './code/theme-supply.ts';
import type { UnitCache } from './code/unit-cache.ts';
import { FragmentStore } from './fragments/fragment-store.ts';
import { PageReader } from './fragments/page-reader.ts';
import { type Quarantines, withoutAnswer } from './quarantines.ts';
import type { PageAnswer, RenderJob, RenderOutcome } from './render-job.ts';
import { ATTEMPTS, type Level } from './roles.ts';
import { QueueTimeout, type Scheduler, TaskFailed, type VisitorsPage } from './scheduler.ts';
import type { ThemeHealth, ThemeHealthRegistry } from './theme-health.ts';

/** Rounds of asking for what a worker lacks: theme, content and code, and all again when another worker took the task. */
const WARMING_ROUNDS = 8;

const EVERYTHING = { theme: true, content: true } as const;

/** The parts of the sandbox that pages and profiles are made with. */
export interface SandboxParts {
  readonly scheduler: Scheduler;
  readonly themes: ThemeHealthRegistry;
  readonly quarantines: Quarantines;
}

/** Where and for how long a page is tried. */
interface Attempt {
  readonly level: Level;
  /** Whether the attempt gets a slice of time only. */
  readonly isSlice: boolean;
  /** The page of a visitor; undefined where nobody waits. */
  readonly page?: VisitorsPage | undefined;
}

/** Single attempts at pages, each with what its worker lacks brought to it. */
export class PageAttempts implements SandboxParts {
  readonly scheduler: Scheduler;
  readonly themes: ThemeHealthRegistry;
  readonly quarantines: Quarantines;
  readonly supply: ThemeSupply;
  readonly fragments = new FragmentStore();
  readonly #analyser: Analyser;

  constructor({ scheduler, themes, quarantines }: SandboxParts, analyser: Analyser, units: UnitCache) {
    this.scheduler = scheduler;
    this.themes = themes;
    this.quarantines = quarantines;
    this.supply = new ThemeSupply(units, (theme, files) => this.#compile(theme, files));
    this.#analyser = analyser;
  }

  /** What an attempt is given, milliseconds. */
  timeOf({ isSlice }: Pick<Attempt, 'isSlice'>): number {
    const { sliceMs, renderMs } = this.scheduler.limits;
    return isSlice ? sliceMs : renderMs;
  }

  /**
   * Tries a page once; and once more as text where its worker has sent pieces that give no page.
   * @throws QueueTimeout, ProcessDied, Reconsidered, NotCompiled, TaskFailed; what `sources` throw
   */
  async attempt(
    { theme, content, request, attempts, whose, keepsFragments }: RenderJob,
    sources: RenderSources,
    { level, isSlice, page }: Attempt,
    health: ThemeHealth,
  ): Promise<{ readonly answer: PageAnswer; readonly times: Times }> {
    const mayShareIsolate = health.mayShareIsolate(level);
    const versions = { theme, content };
    const isRefused = () => health.isRefused(theme.version);
    const timeMs = this.timeOf({ isSlice });
    const reader = new PageReader(this.fragments, keepsFragments ? this.fragments.of(theme, content) : null);
    const asked = { kind: 'render', theme: { ...theme, mayShareIsolate }, content, request, timeMs, isSlice } as const;
    let task: RenderTask = reader.asking(asked);
    // No worker has a version that has never been shown.
    if (!health.hasAnswered) task = await this.supply.addTo(task, EVERYTHING, versions, sources);
    for (let round = 0; round < WARMING_ROUNDS; round++) {
      // A page that began before its theme was refused does not go on.
      if (isRefused()) throw new QueueTimeout(`theme ${theme.id} is refused`);
      const { answer, times } = await this.scheduler.run(ATTEMPTS[level].queue, theme.id, task, {
        expectedMs: health.pageMs,
        page,
        attempts,
        isRefused,
        whose,
        heard: reader.heard,
      });
      if (answer.outcome === 'page') {
        const page = reader.page(answer);
        if (page) return { answer: page, times };
        if (!reader.giveUpFragments()) throw new TaskFailed('a page that was asked for as text has come in pieces');
        task = reader.asking(task);
      } else if (answer.outcome === 'missing') task = await this.supply.addTo(task, answer, versions, sources);
      else return { answer, times };
    }
    throw new QueueTimeout(`no worker kept theme ${theme.id} warm`);
  }

  /** What is answered for a page that no worker has answered. @throws the error where it says nothing of the page */
  withoutAnswer(error: unknown, { theme }: RenderJob): RenderOutcome {
    return error instanceof NotCompiled ? error.answer : withoutAnswer(error, this.themes.of(theme));
  }

  /** Many pages may wait for the same files: once their theme is refused, the files are not compiled for each of them. */
  async #compile(theme: Version, files: readonly SourceFile[]): Promise<readonly Uint8Array[]> {
    const health = this.themes.of(theme);
    if (health.isRefused(theme.version)) throw new QueueTimeout(`theme ${theme.id} is refused`);
    return this.#analyser.compile(theme.id, files, health.level === 'suspect');
  }
}
