import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { QueueFull } from '../../concurrency/queue-full.ts';
import { diagnostic } from '../../engine/diagnose/codes.ts';
import type { CheckSettings, Diagnostic, Limit, ThemeDiagnostic, ThemeFiles } from '../../engine/index.ts';
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
  type AnswerTo,
  type CheckTask,
  type CompileTask,
  type DiagnoseTask,
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

/** The compilation of a theme went over a limit, which is the answer to its page. */
export class NotCompiled extends Error {
  readonly answer: LimitAnswer;

  constructor(id: string, answer: LimitAnswer) {
    super(`theme ${id} exceeds the limit of ${answer.limit} when it is compiled`);
    this.answer = answer;
  }
}

/** Reads which files of a site's library there are of those that a theme names. */
export type ReadMedia = (files: ThemeFiles) => Promise<readonly string[]>;

/** What a theme is looked over with. */
export interface DiagnoseOptions {
  /** What the author makes of the checks; each check as it is when left out. */
  readonly settings?: CheckSettings | undefined;
  /** Reads which files of the site's library there are of those that the theme names. */
  readonly readMedia?: ReadMedia;
  /** Who works for the theme's owner. */
  readonly account?: string;
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
   * @param account who works for this owner
   * @returns null when the file may be stored
   * @throws AnalysisBusy
   */
  check(owner: string, path: string, text: string, account?: string): Promise<Diagnostic | null> {
    const check = () => this.#checked({ kind: 'check', owner, path, text });
    return admitted(this.#checks, owner, account, () =>
      unlessDied(check, { message: 'ce fichier fait échouer l’analyse' }),
    );
  }

  /**
   * Analyses a file, and once more when the file ran out of time: in `idle` when it has used that time, else in `check`. A long file begins in
   * `idle` (docs/performance.md, Rules of the scheduler).
   */
  async #checked(file: Omit<CheckTask, 'timeMs'>): Promise<Diagnostic | null> {
    const { longFileMs, sliceMs, renderMs, queueMs } = this.#scheduler.limits;
    const isLong = file.text.length > SHORT_FILE_UNITS;
    const [queue, timeMs, waitMs] = isLong
      ? (['idle', longFileMs, longFileMs] as const)
      : (['check', sliceMs, queueMs] as const);
    const { owner, text } = file;
    const expectedMs = text.length / READ_UNITS_PER_MS;
    const { answer: first, times } = await despiteDeath(queue, (where) =>
      this.#scheduler.run(where, owner, { ...file, timeMs }, { expectedMs, waitMs }),
    ).catch((error) => {
      if (!isLong || !(error instanceof QueueTimeout)) throw error;
      return { answer: OUT_OF_TIME, times: { cpuMs: 0 } };
    });
    if (first.outcome === 'checked') return first.diagnostic;
    if (first.limit !== 'time') return { message: refusalFor(first.limit) };
    const answer = await despiteDeath(hasUsed(timeMs, times.cpuMs) ? 'idle' : 'check', (where) =>
      this.#judged(where, owner, { ...file, timeMs: renderMs }, expectedMs),
    );
    return answer.outcome === 'checked' ? answer.diagnostic : { message: refusalFor(answer.limit) };
  }

  /**
   * Looks a whole theme over. Of a theme that goes over a limit, or ends its process, one diagnostic says so.
   * @param owner whose theme it is: the theme waits in turn with the owner's files
   * @param readFiles reads the theme once there is room for it; null when its files, assets left out, are longer than so many bytes
   * @throws AnalysisBusy; what `readFiles` and `readMedia` throw
   */
  diagnose(
    owner: string,
    readFiles: (bytesAtMost: number) => Promise<ThemeFiles | null>,
    { settings, readMedia, account }: DiagnoseOptions = {},
  ): Promise<readonly ThemeDiagnostic[]> {
    const diagnose = async () => {
      const files = await readFiles(DIAGNOSED_BYTES);
      if (!files) return [INTERRUPTED];
      const media = await readMedia?.(files);
      return unlessDied(() => this.#diagnosed(owner, { files, settings, media }), [INTERRUPTED]);
    };
    return admitted(this.#checks, owner, account, () => admitted(this.#diagnoses, owner, account, diagnose));
  }

  async #diagnosed(
    owner: string,
    given: Pick<DiagnoseTask, 'files' | 'settings' | 'media'>,
  ): Promise<readonly ThemeDiagnostic[]> {
    const timeMs = this.#scheduler.limits.renderMs;
    const task = { kind: 'diagnose', ...given, timeMs } as const;
    const answer = await despiteDeath('check', (where) => this.#judged(where, owner, task, timeMs));
    return answer.outcome === 'diagnosed' ? answer.diagnostics : [INTERRUPTED];
  }

  /**
   * Compiles files of an owner's theme.
   * @param isApart whether in a process that has no other task
   * @returns their units, packed, in the order of the files
   * @throws NotCompiled, ProcessDied, Reconsidered; QueueTimeout also where others had the processor
   */
  async compile(owner: string, files: readonly SourceFile[], isApart: boolean): Promise<readonly Uint8Array[]> {
    const timeMs = this.#scheduler.limits.renderMs;
    const task = { kind: 'compile', owner, files, timeMs } as const;
    const answer = await this.#judged(isApart ? 'idle' : 'compile', owner, task);
    if (answer.outcome === 'limit') throw new NotCompiled(owner, answer);
    return answer.units;
  }

  /** Runs a task until it has an answer, or is to blame for the limit that it went over. @throws QueueTimeout also where others had the processor */
  async #judged<T extends CheckTask | DiagnoseTask | CompileTask>(
    queue: QueueName,
    owner: string,
    task: T,
    expectedMs = 0,
  ): Promise<AnswerTo<T>> {
    for (const tries = new Tries(); ; ) {
      const { answer, times } = await this.#scheduler.run(queue, owner, task, { expectedMs });
      if (answer.outcome !== 'limit') return answer;
      const after = tries.overLimit(answer.limit, task.timeMs, times.cpuMs);
      if (after === 'to-blame') return answer;
      if (after === 'given-up') throw new QueueTimeout('others had the processor while a file was analysed');
    }
  }
}

const INTERRUPTED = diagnostic('analyse_interrompue', '');

const refusalFor = (limit: Limit): string =>
  limit === 'time'
    ? 'l’analyse de ce fichier dépasse le temps permis'
    : 'l’analyse de ce fichier dépasse la mémoire permise';

/** Does a work where so many may wait. @throws AnalysisBusy where too many wait, or no worker comes to the work in time; what `work` throws */
const admitted = <T>(
  limit: ConcurrencyLimit,
  owner: string,
  account: string | undefined,
  work: () => Promise<T>,
): Promise<T> =>
  limit.run(owner, work, account === undefined ? {} : { account }).catch((error) => {
    throw error instanceof QueueFull || error instanceof QueueTimeout ? new AnalysisBusy() : error;
  });

/** What a work gives, or what is answered where a process died of the work. */
const unlessDied = <T>(work: () => Promise<T>, died: T): Promise<T> =>
  work().catch((error) => {
    if (error instanceof ProcessDied) return died;
    throw error;
  });

/** Runs a task, and again apart from others when its process dies, perhaps of another task. @throws ProcessDied when it died of this task */
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
