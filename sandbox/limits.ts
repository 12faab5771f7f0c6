/** Bounds of the sandbox. What theme code may do inside one render stands in `engine/limits.ts`. */
import { RENDER_TIME_MS } from '../engine/limits.ts';

/** The least niceness of a thread of the sandbox: the web process, at 0, goes before all of them. */
export const LEAST_NICENESS = 1;

/** Memory of one isolate, mebibytes; V8 ends the isolate, not the process, when ordinary allocation passes it. */
export const ISOLATE_MEMORY_MB = 128;

/** An isolate of one theme whose heap, garbage included, is larger than this is not kept warm, bytes. */
export const WARM_HEAP_BYTES = 32 * 1024 * 1024;

/** A shared isolate takes no further theme once its themes have so much memory, bytes: when the isolate ends, all of them are loaded again. */
export const SHARED_ISOLATE_BYTES = 48 * 1024 * 1024;

/** A shared isolate whose heap, garbage included, is larger than this is not kept warm, bytes: V8 would soon end the isolate for its memory. */
export const SHARED_HEAP_BYTES = 0.9 * ISOLATE_MEMORY_MB * 1024 * 1024;

/** Longest data of a theme that may share an isolate, UTF-16 code units: those of the catalog's origo have 18,000. */
export const SHARED_DATA_UNITS = 256 * 1024;

/** Memory that an isolate takes and V8 does not count, bytes. */
export const ISOLATE_BYTES = 512 * 1024;

/** A worker that has filled this part of its memory keeps only themes that were asked for twice (`WarmThemes.isWorthKeeping`), and a store of fragments takes in few (`FragmentStore.of`). */
export const NEARLY_FULL = 0.9;

/** How many themes a worker remembers that were asked for once. */
export const COME_ONCE = 2_000;

/** Units that a worker keeps for the next theme that has them, bytes: those of the whole catalog take 2 MB. */
export const UNIT_CACHE_BYTES = 16 * 1024 * 1024;

/** Part of the machine's memory in which all workers together keep themes warm. */
const WARM_SHARE = 1 / 20;

/** @param workers those that keep themes warm @returns what each of them may fill, bytes */
export const warmBytesEach = (machineBytes: number, workers: number): number =>
  Math.floor((machineBytes * WARM_SHARE) / Math.max(1, workers));

/**
 * How long tasks and processes may take, milliseconds of a clock that also runs while they have no processor. A test that is not to depend on the
 * speed of the machine starts the sandbox with longer times.
 */
export const TIME_LIMITS = {
  /** A page, the files of a theme that are compiled, a theme that is looked over. */
  renderMs: RENDER_TIME_MS,
  /** The first attempt at a page: a page that needs more is tried again in a queue where quick pages do not wait for it. */
  sliceMs: 150,
  /** A long file waits so long for an idle processor, which a busy machine may not have, and its analysis there takes so long at most. */
  longFileMs: 1_000,
  /** A visitor's page that no worker has begun after this time is refused for the moment. */
  beginMs: 4_000,
  /** Other tasks wait so long for a worker. */
  queueMs: 8_000,
  /** A process is ended when its task is so late, even if the process got no processor meanwhile. */
  overdueMs: 5_000,
  /** A process is ended when nothing was heard of it for so long. */
  silenceMs: 2_000,
  /** A process that has not started after this time is ended. */
  startMs: 20_000,
  /** A process that nobody waits for starts on idle processors; after this time it gets the others, too. */
  idleStartMs: 10_000,
  /** A process on demand ends so long after its last task. */
  unneededMs: 60_000,
};

export type TimeLimits = Readonly<typeof TIME_LIMITS>;

/** Time limit of our own code in an isolate, milliseconds: the code takes a few, unless other programs have the processors. */
export const OWN_CODE_MS = 20_000;

/** Time limit of an attempt at a page, milliseconds: a worker that loads the theme first gets two slices. */
export const attemptAtMostMs = (timeMs: number, { isSlice, isWarm }: { isSlice: boolean; isWarm: boolean }): number =>
  isSlice && !isWarm ? 2 * timeMs : timeMs;

/** A longer file is analysed with idle processors first, UTF-16 code units. */
export const SHORT_FILE_UNITS = 64 * 1024;

/** Processor time that is plenty for a page, milliseconds. */
const PLENTY_MS = 600;

/**
 * Whether a task that ran out of time is to blame: the clock also runs while other programs have the processor. The task is to blame when
 * it has used half of its time, or plenty.
 */
export const hasUsed = (timeMs: number, cpuMs: number): boolean => cpuMs > Math.min(timeMs / 2, PLENTY_MS);

/** How often a task that lacked the processor is tried again (docs/performance.md, Rules of the scheduler). */
export const HINDERED_AT_MOST = 3;

/** A theme is heavy when its pages are expected to take more processor time than this, milliseconds. */
export const HEAVY_PAGE_MS = 50;

/** A theme version comes to quarantine after so many renders over a limit. */
export const STRIKES = 3;
/** Length of a theme's first quarantine, milliseconds; each later one is twice as long, until the length was doubled so often. */
export const QUARANTINE_MS = 30_000;
export const QUARANTINE_DOUBLINGS = 4;

/** A theme version comes to quarantine after its pages have ended so many processes within `PENALTY_MS`, each without doubt. */
export const CRASHES = 2;

/** A theme that went over a limit is heavy for so long, milliseconds. */
export const PENALTY_MS = 60_000;

/** A process is ended when it uses so much processor time after its task's time is over, milliseconds: V8 needs much less to stop a script. */
export const OVERDUE_CPU_MS = 250;

/** How often a render process says that it lives, milliseconds. */
export const HEARTBEAT_MS = 250;

/** Workers that a spare starts before it has a role (docs/performance.md, Rules of the scheduler). */
export const SPARE_WORKERS = 2;

/** A process that dies within this time of being ready died young, milliseconds; the pause before its successor grows from the first value to the last. */
export const YOUNG_MS = 2_000;
export const RESTART_PAUSE_MS = 100;
export const RESTART_PAUSE_AT_MOST_MS = 5_000;

/** A process with more resident memory than this is replaced, bytes: room for the program itself, and for its warm themes. */
export const processMemoryBytes = (workers: number, warmBytes: number): number =>
  512 * 1024 * 1024 + 2 * workers * warmBytes;

/** So many renders of one theme, and of all themes together, may wait; the next one is refused at once. */
export const PENDING_PER_THEME = 256;
export const PENDING_IN_ALL = 4_096;

/** Speed at which a worker analyses an ordinary file, UTF-16 code units a millisecond. */
export const READ_UNITS_PER_MS = 20_000;

/** A worker keeps the isolates of so many owners whose files it has read last: one of them is likely to write next. */
export const OWNERS_READ = 24;

/** Files of one owner, and of all together, that may wait for their analysis. */
export const CHECKS_PER_OWNER = 256;
export const CHECKS_IN_ALL = 1_024;

/** So many themes of one owner, and of all together, may wait to be looked over: each takes memory while it waits. */
export const DIAGNOSES_PER_OWNER = 2;
export const DIAGNOSES_IN_ALL = 16;

/** Longest theme that is looked over, without its assets, bytes of UTF-8: a longer one would fill the isolate's memory. */
export const DIAGNOSED_BYTES = 16 * 1024 * 1024;

/** Steps of a profile: compile the theme, render the page, read the measurements. Each may take the time of a page. */
export const PROFILE_STEPS = 3;

/** The web process keeps so many bytes of compiled units and of themes' data for workers that lack them (origo: 220 KB and 5 KB). */
export const UNITS_KEPT_BYTES = 128 * 1024 * 1024;
export const DATA_KEPT_BYTES = 64 * 1024 * 1024;

/** The web process keeps the lists of files of so many codes. */
export const CODES_KEPT = 1_000;

/**
 * The web process keeps so many fragments of one theme's pages, so many bytes of these fragments, and so many names that workers have given them. A
 * theme with more of any of the three begins anew, without fragments.
 */
export const FRAGMENTS_PER_THEME = 256;
export const FRAGMENT_BYTES_PER_THEME = 2 * 1024 * 1024;
export const FRAGMENT_NAMES_PER_THEME = 4_096;

/** Memory of the fragments of all themes, deflated forms included, bytes: the themes that were visited last keep theirs. */
export const FRAGMENT_BYTES_IN_ALL = 64 * 1024 * 1024;

/** A page has so many pieces and bytes at most: a longer page could not come as text, either (`messages/channel.ts`). */
export const PIECES_PER_PAGE = 100_000;
export const PAGE_BYTES = 256 * 1024 * 1024;
