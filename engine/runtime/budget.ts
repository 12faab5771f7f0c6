import { LIST_ELEMENTS, OUTPUT_UNITS, RENDER_DEPTH, type RenderLimits } from '../limits.ts';
import { RenderError, RenderLimit } from './errors.ts';

/** Work between two checks of the clock, in objects: far less than a millisecond even in the slowest helper. */
const STEP = 16_384;

/** A loop's output is appended in chunks of this length, so that V8 builds no rope of millions of nodes. */
export const CHUNK_UNITS = 32_768;

/**
 * The remaining budget of a render. One render runs at a time in a realm, synchronously, so there is one budget; emitted code
 * and helpers reach it, templates cannot.
 */
class Budget {
  /** Objects left. */
  #left = 0;
  /** The clock is checked when fewer than this are left. */
  #mark = 0;
  #deadline = 0;
  #depth = 0;
  #now: () => number = () => 0;
  #present: number | null = null;
  #clockReadings = 0;
  /** The current position in the template (`placeOf`). */
  at = 0;

  /** @param now a clock, milliseconds @param present what templates are told instead, where it is given */
  begin(now: () => number, { timeMs, objects }: RenderLimits, present: number | null = null): void {
    this.#now = now;
    this.#present = present;
    this.#clockReadings = 0;
    this.#left = objects;
    this.#mark = Math.max(0, objects - STEP);
    this.#deadline = now() + timeMs;
    this.#depth = 0;
    this.at = 0;
  }

  /** The present for templates, milliseconds. Only calls of it are counted, not the budget's own checks of the clock. */
  now(): number {
    this.#clockReadings++;
    return this.#present ?? this.#now();
  }

  /** How often templates have asked for the present so far. */
  get clockReadings(): number {
    return this.#clockReadings;
  }

  /**
   * Charges objects, before they are made.
   * @throws RenderLimit
   */
  spend(objects: number): void {
    this.#left -= objects;
    if (!(this.#left >= this.#mark)) this.#pause();
  }

  #pause(): void {
    if (!(this.#left >= 0)) throw new RenderLimit('objects');
    if (this.#now() > this.#deadline) throw new RenderLimit('time');
    this.#mark = Math.max(0, this.#left - STEP);
  }

  /** Charges a list of so many elements, before it is made. */
  list(elements: number): void {
    if (elements > LIST_ELEMENTS) throw new RenderLimit('objects');
    this.spend(elements);
  }

  /** Charges one more element of a list that has so many. */
  grow(elements: number): void {
    if (elements >= LIST_ELEMENTS) throw new RenderLimit('objects');
    this.spend(1);
  }

  /**
   * Charges a chunk of a loop’s output, makes one flat string of it, and appends it to the output before it.
   * @param keptUnits length of what was put out before and is in no string (`page.put`), UTF-16 code units
   */
  chunk(before: string, output: string, keptUnits = 0): string {
    if (before.length + output.length + keptUnits > OUTPUT_UNITS) throw new RenderLimit('output');
    this.spend(output.length);
    return before + flat(output);
  }

  /** Charges a text that a template keeps. */
  captured(output: string): string {
    if (output.length > OUTPUT_UNITS) throw new RenderLimit('objects');
    this.spend(output.length);
    return output;
  }

  /**
   * Charges what a template put out.
   * @param keptUnits length of the part that is in no string (`page.put`), UTF-16 code units
   */
  output(output: string, keptUnits = 0): string {
    const units = output.length + keptUnits;
    if (units > OUTPUT_UNITS) throw new RenderLimit('output');
    this.spend(units);
    return output;
  }

  /** @throws RenderError when `render` nests too deep */
  enter(): void {
    this.spend(1);
    if (++this.#depth > RENDER_DEPTH)
      throw new RenderError(`les rendus s’imbriquent à plus de ${RENDER_DEPTH} niveaux`);
  }

  leave(): void {
    this.#depth--;
  }

  /**
   * Runs code outside a render with a budget of objects.
   * @returns undefined when it fails or costs more
   */
  aside<T>(objects: number, run: () => T): T | undefined {
    const before = [this.#left, this.#mark, this.#deadline] as const;
    [this.#left, this.#mark, this.#deadline] = [objects, 0, Number.POSITIVE_INFINITY];
    try {
      return run();
    } catch {
      return undefined;
    } finally {
      [this.#left, this.#mark, this.#deadline] = before;
    }
  }

  /** Objects that are left. */
  get left(): number {
    return this.#left;
  }

  /** For a section that fails while the page continues. */
  get depth(): number {
    return this.#depth;
  }

  set depth(depth: number) {
    this.#depth = depth;
  }
}

/** One flat string: reading a character makes V8 write a rope out. */
export function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

export const budget = new Budget();
