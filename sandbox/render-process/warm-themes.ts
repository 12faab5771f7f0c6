import { inflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { SETTINGS_SCHEMA } from '../../engine/language/paths.ts';
import {
  COME_ONCE,
  ISOLATE_BYTES,
  NEARLY_FULL,
  SHARED_HEAP_BYTES,
  SHARED_ISOLATE_BYTES,
  UNIT_CACHE_BYTES,
  WARM_HEAP_BYTES,
} from '../limits.ts';
import { unpackUnit } from '../messages/encoding.ts';
import { COUNTER, type RenderTask, type ThemeCode, type WarmThemes as WarmThemesBounds } from '../messages/protocol.ts';
import { type GuestIsolate, type GuestProgram, type LoadableUnit, loadable } from './isolate.ts';

/** An isolate with the code of one theme, or of several that share it. */
interface Home {
  readonly isolate: GuestIsolate;
  /** Whether other themes of the same code may enter. */
  readonly isShared: boolean;
  /** Ids of the themes in the isolate, and the memory that they take, bytes. */
  readonly themes: Set<string>;
  bytes: number;
  /** Quick pages since the isolate's memory was last measured. */
  quickPages: number;
  hasEnded: boolean;
}

/**
 * A quick page takes less than this, milliseconds, and leaves little garbage. The isolate's memory is measured after so many quick pages, which saves
 * 2 µs a page.
 */
const QUICK_MS = 1;
const QUICK_PAGES = 16;

/** A theme version that can be rendered at once. */
export interface WarmTheme {
  readonly id: string;
  readonly version: string;
  readonly home: Home;
  /** Version of the site's content in the isolate. */
  contentVersion: string | null;
  bytes: number;
}

/** The themes that a worker keeps warm: the last ones that were asked for, as many as its memory holds. A theme has an isolate of its own or a shared one. */
export class WarmThemes {
  readonly #runtime: GuestProgram;
  readonly #counters: Int32Array;
  readonly #themes: LRUCache<string, WarmTheme>;
  /** Shared isolates, by the id of their code. */
  readonly #shared = new Map<string, Home[]>();
  readonly #cameOnce = new LRUCache<string, true>({ max: COME_ONCE });
  readonly #units = new LRUCache<string, LoadableUnit>({
    maxSize: UNIT_CACHE_BYTES,
    sizeCalculation: ({ source, codeCache }) => 1 + source.length + (codeCache ? source.length : 0),
  });

  constructor(runtime: GuestProgram, bounds: WarmThemesBounds, counters: Int32Array) {
    this.#runtime = runtime;
    this.#counters = counters;
    this.#themes = new LRUCache({
      // The cache takes memory for all of `max` at once.
      ...(bounds.count !== undefined && { max: bounds.count }),
      maxSize: bounds.bytes,
      sizeCalculation: ({ bytes }) => Math.min(Math.ceil(bytes), bounds.bytes),
      disposeAfter: (theme, _id, reason) => {
        // A theme that is set again with another size stays.
        if (reason !== 'set') this.#leave(theme);
      },
    });
  }

  /** @returns undefined where the theme has to be opened, also because it is in a shared isolate and may share none any more */
  get({ id, version, mayShareIsolate }: RenderTask['theme']): WarmTheme | undefined {
    const theme = this.#themes.get(id);
    if (theme?.version !== version || theme.home.isolate.isDisposed) return undefined;
    return theme.home.isShared && !mayShareIsolate ? undefined : theme;
  }

  /**
   * Opens a theme.
   * @param msLeft time that is left, milliseconds
   * @returns the theme, or the keys of units that are lacking
   * @throws IsolateEnded
   */
  open(
    {
      id,
      version,
      mayShareIsolate,
      data,
      units = {},
    }: RenderTask['theme'] & Required<Pick<RenderTask['theme'], 'data'>>,
    msLeft: () => number,
  ): WarmTheme | readonly string[] {
    const { code, characters } = data;
    this.drop(id);
    let home = mayShareIsolate ? this.#sharedHome(code) : undefined;
    if (!home) {
      const { found, lacking } = this.#find(code, units);
      if (lacking.length > 0) return lacking;
      home = this.#newHome(code, found, mayShareIsolate, msLeft);
    }
    const theme: WarmTheme = {
      id,
      version,
      home,
      contentVersion: null,
      bytes: Math.min(2 * characters, WARM_HEAP_BYTES),
    };
    this.#enter(theme);
    try {
      home.isolate.open(id, inflateRawSync(data.files).toString(), msLeft());
    } catch (error) {
      this.#end(home);
      throw error;
    }
    Atomics.add(this.#counters, COUNTER.coldStarts, 1);
    return theme;
  }

  /**
   * Whether a theme that has just been opened is to be kept. When the memory is nearly full, a theme with an isolate of its own has to be asked for
   * twice (33 % of pages load their theme instead of 36 %; docs/performance.md, Thousands of sites that are seldom visited).
   */
  isWorthKeeping({ id, home }: WarmTheme): boolean {
    if (home.isShared || this.#themes.calculatedSize < NEARLY_FULL * this.#themes.maxSize) return true;
    if (this.#cameOnce.delete(id)) return true;
    this.#cameOnce.set(id, true);
    return false;
  }

  /**
   * Notes the memory that a theme takes now.
   * @param bytes the theme's part of its isolate's heap
   * @param tookMs time that the last page took, milliseconds
   */
  measure(theme: WarmTheme, bytes: number, tookMs: number): void {
    const { home } = theme;
    if (tookMs < QUICK_MS && home.quickPages++ < QUICK_PAGES) return;
    home.quickPages = 0;
    const { used, occupied } = home.isolate.memory;
    const most = home.isShared ? SHARED_HEAP_BYTES : WARM_HEAP_BYTES;
    const now = home.isShared ? bytes : ISOLATE_BYTES + occupied;
    if (used > most) this.#end(home);
    else if (Math.abs(now - theme.bytes) >= theme.bytes / 8) this.#resize(theme, now);
  }

  #resize(theme: WarmTheme, now: number): void {
    theme.home.bytes += now - theme.bytes;
    // The cache takes the size of an entry when the entry is set.
    this.#themes.set(theme.id, { ...theme, bytes: now });
  }

  /** Removes a theme. */
  drop(id: string): void {
    this.#themes.delete(id);
  }

  /** Removes a theme, its isolate and the other themes of the isolate, whose state is unknown after V8 has ended a call. */
  dropInterrupted(id: string): void {
    const theme = this.#themes.peek(id);
    if (theme) this.#end(theme.home);
  }

  #enter(theme: WarmTheme): void {
    theme.home.themes.add(theme.id);
    theme.home.bytes += theme.bytes;
    this.#themes.set(theme.id, theme);
  }

  #leave({ id, home, bytes }: WarmTheme): void {
    home.themes.delete(id);
    home.bytes -= bytes;
    if (!home.isShared) this.#end(home);
    else if (!home.isolate.isDisposed) this.#forget(home, id);
  }

  #forget(home: Home, id: string): void {
    try {
      home.isolate.forget(id);
    } catch {
      // V8 ended the call for its time or memory.
      this.#end(home);
    }
  }

  /** Disposes an isolate; its themes have to be opened again. */
  #end(home: Home): void {
    if (!home.hasEnded) {
      home.hasEnded = true;
      home.isolate.dispose();
      Atomics.sub(this.#counters, COUNTER.isolates, 1);
    }
    for (const id of [...home.themes]) this.#themes.delete(id);
  }

  #sharedHome({ id }: ThemeCode): Home | undefined {
    const homes = (this.#shared.get(id) ?? []).filter(({ isolate }) => !isolate.isDisposed);
    this.#shared.set(id, homes);
    return homes.find(({ bytes }) => bytes < SHARED_ISOLATE_BYTES);
  }

  #newHome(
    { id, files }: ThemeCode,
    units: ReadonlyMap<string, LoadableUnit>,
    isShared: boolean,
    msLeft: () => number,
  ): Home {
    const isolate = this.#runtime.takeIsolate();
    const found = files.flatMap(({ path, key }) => {
      const unit = units.get(key);
      return unit ? [{ path, unit }] : [];
    });
    const schema = found.find(({ path }) => path === SETTINGS_SCHEMA)?.unit.source ?? '';
    try {
      isolate.load(
        found.filter(({ path }) => path !== SETTINGS_SCHEMA),
        schema,
        msLeft,
      );
    } catch (error) {
      isolate.dispose();
      throw error;
    }
    Atomics.add(this.#counters, COUNTER.isolates, 1);
    const home: Home = { isolate, isShared, themes: new Set(), bytes: 0, quickPages: 0, hasEnded: false };
    if (isShared) this.#shared.get(id)?.push(home);
    return home;
  }

  /** The units of a code, by key: those that this worker has, and those that came, which the worker keeps for other themes. */
  #find({ files }: ThemeCode, units: Readonly<Record<string, Uint8Array>>) {
    const found = new Map<string, LoadableUnit>();
    const lacking: string[] = [];
    for (const { key } of files) {
      const packed = units[key];
      const unit = this.#units.get(key) ?? (packed && loadable(unpackUnit(packed)));
      if (!unit) lacking.push(key);
      else {
        found.set(key, unit);
        this.#units.set(key, unit);
      }
    }
    return { found, lacking };
  }
}
