/** Bounds of the sandbox. What theme code may do inside one render stands in `engine/limits.ts`. */

/** Memory of one isolate, mebibytes; V8 ends the isolate, not the process, when ordinary allocation passes it. */
export const ISOLATE_MEMORY_MB = 128;

/** Time after the engine's own limit at which a worker that still runs counts as stuck, milliseconds. */
export const WATCHDOG_GRACE_MS = 500;

/** How often a render process looks at its workers' clocks, milliseconds. */
export const WATCHDOG_PERIOD_MS = 100;

/** Render processes: two, so that one may die or be stuck while the other serves. */
export const RENDER_PROCESSES = 2;

/** Tasks that may overlap in one worker (architecture: 0.009 ms a task instead of 0.07). */
export const TASKS_PER_WORKER = 8;

/** Tasks that one theme, and all together, may have waiting; above it a render is refused at once. */
export const PENDING_PER_THEME = 256;
export const PENDING_IN_ALL = 4_096;

/** A task that waited this long behind another theme's is also given to a process that is free, milliseconds. */
export const HEDGE_AFTER_MS = 150;

/** A process with at most this many pending tasks counts as free for such a task. */
export const HEDGE_BELOW_PENDING = 4;

/** Renders over a limit after which a theme version rests, and for how long, milliseconds. */
export const STRIKES = 3;
export const REST_MS = 30_000;

/** Programs of themes and their code caches, kept in the web process to warm further workers, bytes. */
export const PROGRAM_CACHE_BYTES = 128 * 1024 * 1024;
