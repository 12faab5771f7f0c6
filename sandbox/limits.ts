/** Bounds of the sandbox. What theme code may do inside one render stands in `engine/limits.ts`. */
import { RENDER_TIME_MS } from '../engine/limits.ts';

/** Niceness of every thread of the sandbox at least: the web process is at 0. */
export const LEAST_NICENESS = 1;

/** Memory of one isolate, mebibytes; V8 ends the isolate, not the process, when ordinary allocation passes it. */
export const ISOLATE_MEMORY_MB = 128;

/** An isolate whose heap has grown beyond this is not kept warm, bytes. */
export const WARM_HEAP_BYTES = 32 * 1024 * 1024;

/** Memory of the themes in one shared isolate, bytes; the next theme begins another. When an isolate ends, no more than that has to be loaded again. */
export const SHARED_ISOLATE_BYTES = 48 * 1024 * 1024;

/** The same for a shared isolate. It is higher, because the heap counts garbage, which V8 collects before it ends the isolate. */
export const SHARED_HEAP_BYTES = 0.9 * ISOLATE_MEMORY_MB * 1024 * 1024;

/** Data of a theme that may share an isolate, UTF-16 code units (18,000 of the catalog's origo): no more is worth the risk. */
export const SHARED_DATA_UNITS = 256 * 1024;

/** What an isolate takes besides what V8 tells of it, bytes. */
export const ISOLATE_BYTES = 512 * 1024;

/** When a worker's memory is filled to this part, it keeps only themes that are asked for a second time. */
export const NEARLY_FULL = 0.9;

/** Themes that a worker remembers as asked for once, to recognise the second time. */
export const COME_ONCE = 2_000;

/** Units that a worker keeps for the next theme that has them, bytes: of all eight themes of the catalog they take 2 MB. */
export const UNIT_CACHE_BYTES = 16 * 1024 * 1024;

/** Part of the machine's memory in which all workers together keep themes warm. */
const WARM_SHARE = 1 / 20;

/** @param workers those that keep themes warm @returns what each of them may fill, bytes */
export const warmBytesEach = (machineBytes: number, workers: number): number =>
  Math.floor((machineBytes * WARM_SHARE) / workers);

/**
 * How long others may take, milliseconds of a clock that goes on while they have no processor. Who starts the sandbox may give more time, as
 * tests do that are not to depend on the speed of the machine.
 */
export interface TimeLimits {
  /** A page, the files of a theme that are compiled, a theme that is looked over. */
  readonly renderMs: number;
  /** A theme's first attempt at a page: one that needs more is tried again where it is not in the way of quick ones. */
  readonly sliceMs: number;
  /** How long the analysis of a long file waits for an idle processor, and how long it may take there: there may be none. */
  readonly longFileMs: number;
  /** A visitor's page is at work so long after it was asked for, or it is refused for the moment. */
  readonly beginMs: number;
  /** Other tasks wait so long for a worker. */
  readonly queueMs: number;
  /** A process is ended when its task is so late, whatever the process did meanwhile; and after so long a silence. */
  readonly overdueMs: number;
  readonly silenceMs: number;
  /** A process starts within this time; and one that nobody waits for starts with idle processors only for so long: there may be none. */
  readonly startMs: number;
  readonly idleStartMs: number;
  /** A process that is started when it is first needed stays so long after its last task. */
  readonly unneededMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  renderMs: RENDER_TIME_MS,
  sliceMs: 150,
  longFileMs: 1_000,
  beginMs: 4_000,
  queueMs: 8_000,
  overdueMs: 5_000,
  silenceMs: 2_000,
  startMs: 20_000,
  idleStartMs: 10_000,
  unneededMs: 60_000,
};

/** Time limit of our own code in an isolate, milliseconds: the code takes a few, and more only while others have the processors. */
export const OWN_CODE_MS = 20_000;

/** Time limit of an attempt at a page, milliseconds: a slice counts twice where the theme has to be loaded first. */
export const attemptAtMostMs = (timeMs: number, { isSlice, isWarm }: { isSlice: boolean; isWarm: boolean }): number =>
  isSlice && !isWarm ? 2 * timeMs : timeMs;

/** A longer file is analysed with idle processors first, UTF-16 code units. */
export const SHORT_FILE_UNITS = 64 * 1024;

/** Processor time that is plenty for a page, milliseconds. */
const PLENTY_MS = 600;

/**
 * Whether a render that ran out of time has used it. Its time goes on while others have the processor: only who has worked for
 * half of it is to blame, or for so long that it would have been enough.
 */
export const hasUsed = (timeMs: number, cpuMs: number): boolean => cpuMs > Math.min(timeMs / 2, PLENTY_MS);

/** How often a render that lacked the processor is tried again as if nothing had been. */
export const HINDERED_AT_MOST = 3;

/** A theme whose pages are expected to take more processor time than this is a heavy one, milliseconds. */
export const HEAVY_PAGE_MS = 50;

/** Renders over a limit after which a theme version is quarantined, and for how long, milliseconds: doubled each time, at most so often. */
export const STRIKES = 3;
export const QUARANTINE_MS = 30_000;
export const QUARANTINE_DOUBLINGS = 4;

/** Processes that pages of a theme version may end within `PENALTY_MS`, each without doubt, before the version is quarantined. */
export const CRASHES = 2;

/** How long a theme that went over a limit is a heavy one, milliseconds. */
export const PENALTY_MS = 60_000;

/**
 * A process ends when it has used so much processor time after the time of its task, milliseconds: V8's order to stop takes effect in much
 * less.
 */
export const OVERDUE_CPU_MS = 250;

/** How often a render process says that it lives, milliseconds. */
export const HEARTBEAT_MS = 250;

/** Workers of a spare: a role on demand would leave them little of the processors to start with. */
export const SPARE_WORKERS = 2;

/** A process that dies within this time of being ready died young, milliseconds; its successors wait longer and longer. */
export const YOUNG_MS = 2_000;
export const RESTART_PAUSE_MS = 100;
export const RESTART_PAUSE_AT_MOST_MS = 5_000;

/** Resident memory at which a process is replaced once it has finished what it holds, bytes: the program itself, and its warm themes. */
export const processMemoryBytes = (workers: number, warmBytes: number): number =>
  512 * 1024 * 1024 + 2 * workers * warmBytes;

/** Renders of one theme, and of all together, that may wait; above it a render is refused at once. */
export const PENDING_PER_THEME = 256;
export const PENDING_IN_ALL = 4_096;

/** Speed at which a worker analyses an ordinary file, UTF-16 code units a millisecond. */
export const READ_UNITS_PER_MS = 20_000;

/** Owners whose isolate a worker keeps after it has read files of theirs; the next to write is likely one of them. */
export const OWNERS_READ = 24;

/** Files of one owner, and of all together, that may wait for their analysis. */
export const CHECKS_PER_OWNER = 256;
export const CHECKS_IN_ALL = 1_024;

/** Themes of one owner, and of all together, that may wait to be looked over: each is held in memory meanwhile. */
export const DIAGNOSES_PER_OWNER = 2;
export const DIAGNOSES_IN_ALL = 16;

/** Length of a theme that is looked over, its assets left out, bytes of UTF-8: more would not fit beside the rest in an isolate's memory. */
export const DIAGNOSED_BYTES = 16 * 1024 * 1024;

/** A profile compiles a theme, then renders a page, then reads what was measured: each may take the time of a page. */
export const PROFILE_STEPS = 3;

/** Compiled units and themes' data, kept in the web process to warm further workers, bytes (220 KB of code, 5 KB of data for origo). */
export const UNITS_KEPT_BYTES = 128 * 1024 * 1024;
export const DATA_KEPT_BYTES = 64 * 1024 * 1024;

/** Lists of the files of a code that are kept for the next theme of the same code. */
export const CODES_KEPT = 1_000;
