/** Bounds of the sandbox. What theme code may do inside one render stands in `engine/limits.ts`. */
import { RENDER_TIME_MS } from '../engine/limits.ts';

/** Memory of one isolate, mebibytes; V8 ends the isolate, not the process, when ordinary allocation passes it. */
export const ISOLATE_MEMORY_MB = 128;

/** An isolate whose heap has grown beyond this is not kept warm, bytes. */
export const WARM_HEAP_BYTES = 32 * 1024 * 1024;

/**
 * What one attempt at a page may take, milliseconds, by what is known of its theme. Who needs more than a slice is done again
 * where it can hold up nobody but its like.
 */
export const ATTEMPT_MS = {
  /** A theme whose pages have been quick so far. */
  proven: 100,
  /** A theme version that nothing is known of. */
  unproven: 150,
  /** A theme that has needed more than that. */
  heavy: RENDER_TIME_MS,
} as const;

/** What an attempt of a slice may take in all, milliseconds: a worker that has not met the theme loads it first. */
export const attemptAtMostMs = (timeMs: number, isWarm: boolean): number =>
  timeMs < RENDER_TIME_MS && !isWarm ? 2 * timeMs : timeMs;

/** What the analysis of a file may take before it is done again where it is in nobody's way, milliseconds: most take less than one. */
export const CHECK_MS = 150;

/** A longer file is analysed there at once, UTF-16 code units: seldom, and its analysis, with what it has to read, is felt by others. */
export const SHORT_FILE_UNITS = 64 * 1024;

/** What a long file may wait there for its analysis, and that take, before it is done among the others: they may be too busy, milliseconds. */
export const IDLE_CHECK_MS = 1_000;

/** Processor time that is plenty for a page, milliseconds. */
const PLENTY_MS = 600;

/**
 * Whether a render that ran out of time has used it. Its time goes on while others have the processor: only who has worked for
 * half of it is to blame, or for so long that it would have been enough.
 */
export const hasUsed = (timeMs: number, cpuMs: number): boolean => cpuMs > Math.min(timeMs / 2, PLENTY_MS);

/** How often a render that was kept from working is tried again as if nothing had been. */
export const HINDERED_AT_MOST = 3;

/** Pages that take more processor time than this, one with another, make their theme a heavy one, milliseconds. */
export const HEAVY_PAGE_MS = 50;

/** So does a second page within this time that needed more than its slice, milliseconds. */
export const OVERRUNS_WITHIN_MS = 10_000;

/** How long a theme then counts as heavy, milliseconds: doubled each time that it turns out so again, at most so often. */
export const HEAVY_FOR_MS = 1_000;
export const HEAVY_DOUBLINGS = 9;

/** The same for a version that has never answered: each trial of it is felt by others. */
export const SILENT_FOR_MS = 10_000;

/** Renders over a limit after which a theme version is quarantined, and for how long, milliseconds: doubled each time, at most so often. */
export const STRIKES = 3;
export const QUARANTINE_MS = 30_000;
export const QUARANTINE_DOUBLINGS = 4;

/** How long a theme that went over a limit has the smallest share, milliseconds. */
export const STRICKEN_MS = 60_000;

/** Time after its own limit at which a task that has no answer ends with its process, milliseconds. */
export const DEADLINE_GRACE_MS = 1_000;

/** The same where a process has only what others leave of the processors. */
export const IDLE_GRACE_MS = 5_000;

/** Or once its process has used so much processor time after that limit, milliseconds: V8's order to stop takes effect in much less. */
export const OVERDUE_CPU_MS = 250;

/** How often a render process says that it lives, and the silence after which it is ended, milliseconds. */
export const HEARTBEAT_MS = 250;
export const SILENCE_MS = 2_000;
export const IDLE_SILENCE_MS = 10_000;

/** How long a process may take to start, milliseconds. */
export const START_MS = 20_000;

/** How long one that nobody waits for starts in idle time only, milliseconds: there may be none. */
export const IDLE_START_MS = 10_000;

/** Between the starts of two workers of a process that nobody waits for, milliseconds: each takes 50 ms of a core. */
export const SPARE_PAUSE_MS = 100;

/** A process that dies within this time of being ready died young, milliseconds; its successors wait longer and longer. */
export const YOUNG_MS = 2_000;
export const RESTART_PAUSE_MS = 100;
export const RESTART_PAUSE_AT_MOST_MS = 5_000;

/**
 * Resident memory at which a process is replaced once it has finished what it holds, bytes: the program itself, and for each
 * warm theme four times what a warm theme of the catalog takes (1.3 MB, `npm run bench:engine`).
 */
export const processMemoryBytes = (workers: number, themeCache: number): number =>
  512 * 1024 * 1024 + workers * themeCache * 5 * 1024 * 1024;

/** Renders of one theme, and of all together, that may wait; above it a render is refused at once. */
export const PENDING_PER_THEME = 256;
export const PENDING_IN_ALL = 4_096;

/** Renders of a version that has needed more than its slice and never answered that may wait: more would wait in vain. */
export const PENDING_PER_DOUBTFUL_THEME = 32;

/** What a worker reads of somebody's file in a millisecond, UTF-16 code units, when it is written as files are. */
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

/** How long a task waits for its turn, milliseconds. */
export const TURN_MS = 8_000;

/** Programs of themes and their code caches, kept in the web process to warm further workers, bytes (117 KB for origo). */
export const PROGRAM_CACHE_BYTES = 256 * 1024 * 1024;
