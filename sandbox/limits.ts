/** Bounds of the sandbox. What theme code may do inside one render stands in `engine/limits.ts`. */
import { RENDER_TIME_MS } from '../engine/limits.ts';

export { RENDER_TIME_MS };

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
 * Slice of time of a theme's first attempt at a page, milliseconds: one that needs more is tried again where it is not in the way of quick
 * ones.
 */
export const SLICE_MS = 150;

/** Time limit of an attempt with loading the theme, milliseconds. */
export const attemptAtMostMs = (timeMs: number, isWarm: boolean): number =>
  timeMs < RENDER_TIME_MS && !isWarm ? 2 * timeMs : timeMs;

/** A longer file is analysed with idle processors first, UTF-16 code units. */
export const SHORT_FILE_UNITS = 64 * 1024;

/** How long it may wait there, and how long its analysis may take there, milliseconds: there may be no idle processor. */
export const LONG_FILE_MS = 1_000;

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

/** Processes that one request may end before its theme version is quarantined. */
export const CRASHES = 2;

/** How long a theme that went over a limit is a heavy one, milliseconds. */
export const PENALTY_MS = 60_000;

/**
 * A process ends when it has used so much processor time after the time of its task, milliseconds: V8's order to stop takes effect in much
 * less. And when the task is so late, whatever the process did meanwhile.
 */
export const OVERDUE_CPU_MS = 250;
export const OVERDUE_MS = 5_000;

/** How often a render process says that it lives, and the silence after which it is ended, milliseconds. */
export const HEARTBEAT_MS = 250;
export const SILENCE_MS = 2_000;

/** How long a process may take to start, milliseconds. */
export const START_MS = 20_000;

/** Workers of a spare: a role on demand would leave them little of the processors to start with. */
export const SPARE_WORKERS = 2;

/** How long it may start with idle processors only, milliseconds: there may be none. */
export const IDLE_START_MS = 10_000;

/** A process that dies within this time of being ready died young, milliseconds; its successors wait longer and longer. */
export const YOUNG_MS = 2_000;
export const RESTART_PAUSE_MS = 100;
export const RESTART_PAUSE_AT_MOST_MS = 5_000;

/** Resident memory at which a process is replaced once it has finished what it holds, bytes: the program itself, and its warm themes. */
export const processMemoryBytes = (workers: number, warmBytes: number): number =>
  512 * 1024 * 1024 + 2 * workers * warmBytes;

/** How long a process that is started when it is first needed stays after its last task, milliseconds. */
export const UNNEEDED_MS = 60_000;

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

/** How long what was measured may take to be read, milliseconds; and a profile in all, which compiles a theme, then renders a page. */
export const PROFILE_REPORT_MS = 1_000;
export const PROFILE_TIME_MS = 2 * RENDER_TIME_MS + PROFILE_REPORT_MS;

/** How long a task waits for a worker, milliseconds. */
export const QUEUE_MS = 8_000;

/** Compiled units and themes' data, kept in the web process to warm further workers, bytes (220 KB of code, 5 KB of data for origo). */
export const UNITS_KEPT_BYTES = 128 * 1024 * 1024;
export const DATA_KEPT_BYTES = 64 * 1024 * 1024;

/** Lists of the files of a code that are kept for the next theme of the same code. */
export const CODES_KEPT = 1_000;
