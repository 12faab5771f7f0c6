import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { diagnostic } from '../../engine/diagnose/codes.ts';
import type { Diagnostic, Limit, ThemeDiagnostic, ThemeFiles } from '../../engine/index.ts';
import {
  CHECKS_IN_ALL,
  CHECKS_PER_OWNER,
  CRASHES,
  DIAGNOSED_BYTES,
  DIAGNOSES_IN_ALL,
  DIAGNOSES_PER_OWNER,
  hasUsed,
  READ_UNITS_PER_MS,
  SHORT_FILE_UNITS,
} from '../limits.ts';
import {
  type CheckAnswer,
  type CheckTask,
  type LimitAnswer,
  OUT_OF_TIME,
  type SourceFile,
} from '../messages/protocol.ts';
import type { QueueName } from './roles.ts';
import { ProcessDied, QueueTimeout, type Scheduler } from './scheduler.ts';
import { Tries } from './tries.ts';

/** Too many files wait for their analysis. */
export class AnalysisBusy extends Error {
  override name = 'AnalysisBusy';

  constructor() {
    super('too many files wait for their analysis');
  }
}

/** A theme whose compilation goes over a limit: its page is answered as one that does. */
export class NotCompiled extends Error {
  readonly answer: LimitAnswer;

  constructor(id: string, answer: LimitAnswer) {
    super(`theme ${id} exceeds the limit of ${answer.limit} when it is compiled`);
    this.answer = answer;
  }
}

/** Checks files, looks themes over and compiles them, in the process that runs no theme. */
export class Analyser {
  readonly #scheduler: Scheduler;
  readonly #checks = new ConcurrencyLimit(CHECKS_PER_OWNER, CHECKS_IN_ALL);
  readonly #diagnoses = new ConcurrencyLimit(DIAGNOSES_PER_OWNER, DIAGNOSES_IN_ALL);

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /**
   * Analyses a file before it is stored.
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
      if (error instanceof QueueTimeout) throw new AnalysisBusy();
      throw error;
    } finally {
      this.#checks.leave(owner);
    }
  }

  /**
   * A file that ran out of time is analysed once more: in `idle` when it has used its time, else in `check`. A long one begins in `idle` (p99 of
   * others beside the longest files: 4.2 and 5.9 times where they begin in `check`, 2.5 and 3.9 times in `idle`).
   */
  async #checked(file: Omit<CheckTask, 'timeMs'>): Promise<Diagnostic | null> {
    const { longFileMs, sliceMs, renderMs, queueMs } = this.#scheduler.limits;
    const isLong = file.contenu.length > SHORT_FILE_UNITS;
    const [queue, timeMs] = isLong ? (['idle', longFileMs] as const) : (['check', sliceMs] as const);
    const first = await this.#checkOnce(queue, { ...file, timeMs }, isLong ? timeMs : queueMs).catch((error) => {
      if (!isLong || !(error instanceof QueueTimeout)) throw error;
      return { answer: OUT_OF_TIME, cpuMs: 0 };
    });
    if (first.answer.outcome === 'checked') return first.answer.diagnostic;
    if (first.answer.limit !== 'time') return { message: refusalFor(first.answer.limit) };
    const next = hasUsed(timeMs, first.cpuMs) ? 'idle' : 'check';
    const { answer, cpuMs } = await this.#checkOnce(next, { ...file, timeMs: renderMs });
    if (answer.outcome === 'checked') return answer.diagnostic;
    if (answer.limit === 'time' && !hasUsed(renderMs, cpuMs)) throw new AnalysisBusy();
    return { message: refusalFor(answer.limit) };
  }

  async #checkOnce(
    queue: QueueName,
    task: CheckTask,
    waitMs = this.#scheduler.limits.queueMs,
  ): Promise<{ answer: CheckAnswer; cpuMs: number }> {
    const expectedMs = task.contenu.length / READ_UNITS_PER_MS;
    const { answer, times } = await despiteDeath(queue, (where) =>
      this.#scheduler.run(where, task.owner, task, { expectedMs, waitMs }),
    );
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
      const timeMs = this.#scheduler.limits.renderMs;
      const task = { kind: 'diagnose', files, timeMs } as const;
      const { answer } = await despiteDeath('check', (where) =>
        this.#scheduler.run(where, owner, task, { expectedMs: timeMs }),
      );
      return answer.outcome === 'diagnosed' ? answer.diagnostics : [INTERRUPTED];
    } catch (error) {
      if (error instanceof ProcessDied) return [INTERRUPTED];
      if (error instanceof QueueTimeout) throw new AnalysisBusy();
      throw error;
    }
  }

  /**
   * Compiles files of an owner's theme.
   * @param isApart whether where it can take nothing along when it ends its process
   * @returns their units, packed, in the order of the files
   * @throws NotCompiled, ProcessDied, Reconsidered; QueueTimeout also where others had the processor
   */
  async compile(owner: string, files: readonly SourceFile[], isApart: boolean): Promise<readonly Uint8Array[]> {
    const timeMs = this.#scheduler.limits.renderMs;
    const task = { kind: 'compile', owner, files, timeMs } as const;
    for (const tries = new Tries(); ; ) {
      const { answer, times } = await this.#scheduler.run(isApart ? 'idle' : 'compile', owner, task);
      if (answer.outcome === 'compiled') return answer.units;
      const after = tries.overLimit(answer.limit, timeMs, times.cpuMs);
      if (after === 'to-blame') throw new NotCompiled(owner, answer);
      if (after === 'given-up') throw new QueueTimeout('others had the processor while a theme was to be compiled');
    }
  }
}

const INTERRUPTED = diagnostic('analyse_interrompue', '');

const refusalFor = (limit: Limit): string =>
  limit === 'time'
    ? 'l’analyse de ce fichier dépasse le temps permis'
    : 'l’analyse de ce fichier dépasse la mémoire permise';

/** A process may die of another task: this one is tried once more, apart from others. @throws ProcessDied when it died of this one */
async function despiteDeath<T>(queue: QueueName, run: (queue: QueueName) => Promise<T>): Promise<T> {
  let crashes = 0;
  for (const tries = new Tries(); ; ) {
    try {
      return await run(tries.isApart ? 'idle' : queue);
    } catch (error) {
      tries.failed(error, error instanceof ProcessDied && error.isProven && ++crashes === CRASHES);
    }
  }
}
