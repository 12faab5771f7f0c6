/**
 * Every thread and process in which `src/` runs code of its own besides the main thread, and how each is started. Themes run in
 * the processes of `sandbox/`; PostgreSQL is a program of its own (`storage/embedded/`).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { MERGE_LIMITS } from '../merge/limits.ts';
import { type Bounds, type ConfinedProcess, spawnConfined } from './confinement.ts';

interface Thread {
  /** File of the function that it runs, one task at a time. */
  readonly file: string;
  /** Under which name the file exports it. */
  readonly name: string;
  /** Its first task starts it; it ends when it has had no task for this time, milliseconds. */
  readonly idleTimeout: number;
  /** How long one task may take, the start of the thread included where its wrapper has no first task, milliseconds; the thread is ended then. */
  readonly withinMs: number;
  /** Tasks that wait. */
  readonly waiting: number;
  /** Memory for one task; the thread is ended where it takes more. */
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb: number };
}

export const THREADS = {
  /** Reads the links of one long content (`sites/link-editor.ts`). */
  articleLinks: {
    file: '../sites/article-links.ts',
    name: 'articleLinks',
    idleTimeout: 60_000,
    withinMs: 5_000,
    waiting: 1_000,
  },
  /**
   * Parses and checks one long body (`http/api/bodies/validator.ts`). It holds 33 MB, and the first body waits 300 to 500 ms for its start: it stays
   * for as long as a long text is being written.
   */
  bodyValidation: {
    file: '../http/api/bodies/validation-thread.ts',
    name: 'default',
    idleTimeout: 600_000,
    withinMs: 10_000,
    // Their bytes are counted.
    waiting: Number.POSITIVE_INFINITY,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  },
  /** Checks one answer about a passkey (`accounts/second-factor/passkey-verifier.ts`). */
  passkeyVerification: {
    file: '../accounts/second-factor/passkey-verification.ts',
    name: 'verifyPasskey',
    idleTimeout: 60_000,
    withinMs: 10_000,
    waiting: 64,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  },
  /** Compares two pages of a rehearsal, which themes made (`sites/rehearsal/comparer.ts`). */
  rehearsalComparison: {
    file: '../sites/rehearsal/comparison.ts',
    name: 'comparePages',
    idleTimeout: 60_000,
    withinMs: 5_000,
    // More than all rehearsals have under way.
    waiting: 64,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  },
  /** Looks at the HTML of a theme's test for the client (`cli/theme-tests/examiner.ts`). */
  themeTest: {
    file: '../cli/theme-tests/examination.ts',
    name: 'examine',
    idleTimeout: 60_000,
    withinMs: 5_000,
    // More than the client renders at a time.
    waiting: 1_024,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  },
  /** Merges one file of a theme (`themes/upgrade/merger.ts`). */
  themeMerge: {
    file: '../themes/upgrade/thread.ts',
    name: 'mergeThemeFile',
    idleTimeout: 60_000,
    withinMs: MERGE_LIMITS.file,
    waiting: 256,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  },
  /** Brings two changes of one file together for the client (`cli/sync/merging.ts`). */
  fileMerge: {
    file: '../merge/reconcile.ts',
    name: 'reconcile',
    idleTimeout: 60_000,
    withinMs: MERGE_LIMITS.file,
    waiting: 64,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  },
} as const satisfies Record<string, Thread>;

interface Process {
  /** File of its program: its orders and their outcomes are messages, the rest comes by standard input. */
  readonly file: string;
  /** Memory of its heap, mebibytes. */
  readonly heapMb: number;
  /** As Linux counts. */
  readonly niceness: number;
}

const PROCESSES = {
  /**
   * Imports archives (`themes/import/importer.ts`). Its heap holds the largest archive as text of two bytes a character, and its contents.
   * Pages of visitors go first.
   */
  archiveImport: { file: '../themes/import/import-process.ts', heapMb: 1_024, niceness: 10 },
} as const satisfies Record<string, Process>;

/** A process that opens what strangers send, hence may nearly nothing (`confinement.ts`). It speaks by standard input and output. */
const CONFINED = {
  /**
   * Opens pictures (`media/processing/picture-processor.ts`). What it takes stands beside its heap: 100 megapixels are up to 800 MB while
   * they are turned.
   */
  pictures: {
    file: '../media/processing/process/picture-process.ts',
    heapMb: 128,
    niceness: 10,
    dataMb: 2_048,
    // libvips would put what is larger than 100 MB into a file, and no file can be written. One pool of memory for all threads keeps 40 MB less
    // after a photograph of 12 megapixels (140 MB instead of 180).
    environment: { VIPS_DISC_THRESHOLD: '4g', MALLOC_ARENA_MAX: '1' },
    reads: ['src/media/*', 'engine/pictures/*', 'engine/text/uuid.ts', 'node_modules/*', 'package.json'],
  },
} as const satisfies Record<string, Process & Bounds>;

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

export type ThreadName = keyof typeof THREADS;

/** A thread that takes one task after the other, for `BoundedThread`. */
export function startThread<Task, Result>(name: ThreadName): Piscina<Task, Result> {
  const { file, ...options }: Thread = THREADS[name];
  const one = { minThreads: 0, maxThreads: 1, recordTiming: false, execArgv: [] };
  return new Piscina<Task, Result>({ ...options, ...one, filename: pathOf(file) });
}

/** A process that waits for orders. The caller must end it. */
export function startProcess(name: keyof typeof PROCESSES): ChildProcess {
  const { file, heapMb, niceness }: Process = PROCESSES[name];
  const child = fork(pathOf(file), [], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  try {
    // Set before the process has other threads, because they inherit it from the first.
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // The process has ended already; its exit event says so.
  }
  return child;
}

/** A confined process, which waits for bytes. The caller must end it. */
export function startConfined(name: keyof typeof CONFINED): ConfinedProcess {
  const { file, heapMb, niceness, ...bounds }: Process & Bounds = CONFINED[name];
  return spawnConfined([`--max-old-space-size=${heapMb}`, pathOf(file)], bounds, niceness);
}
