/** Bounds of one render (docs/decisions/limits-of-a-render.md). A limit has one name, one unit and one place. */

/** Duration of one render, milliseconds, analysis included. */
export const RENDER_TIME_MS = 3_000;

/** Objects that one render may create: array elements, objects, characters of intermediate and output strings. */
export const RENDER_OBJECTS = 100_000_000;

/** Length of one page or captured text, UTF-16 code units: it bounds what a slow reader costs the server. */
export const OUTPUT_UNITS = 16 * 1024 * 1024;

/** Length of one analysed file, UTF-16 code units; equals the longest file that may be stored. */
export const SOURCE_UNITS = 524_288;

/** Elements of one list: more of them would not fit beside the rest in an isolate's memory. */
export const LIST_ELEMENTS = 4 * 1024 * 1024;

/** How deep sections may be nested. */
export const SECTION_DEPTH = 6;

/** How deep `render` and `include` may nest. */
export const RENDER_DEPTH = 100;

/** How deep blocks and brackets may be nested in one file; the reference's own bound. */
export const BLOCK_DEPTH = 100;

/** The bounds that a caller may lower, to see a limit met without waiting for it. */
export interface RenderLimits {
  /** Milliseconds. */
  readonly timeMs: number;
  readonly objects: number;
  readonly sectionDepth: number;
}

export const DEFAULT_LIMITS: RenderLimits = {
  timeMs: RENDER_TIME_MS,
  objects: RENDER_OBJECTS,
  sectionDepth: SECTION_DEPTH,
};
