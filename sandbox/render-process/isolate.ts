import { setFlagsFromString } from 'node:v8';
import ivm from 'isolated-vm';
import type { Diagnostic, Limit, PageRequest, RenderResult, SiteContent, ThemeDiagnostic } from '../../engine/index.ts';
import type { ProfileFrame } from '../../engine/profile/frame.ts';
import { ISOLATE_MEMORY_MB, OWN_CODE_MS } from '../limits.ts';
import { loadingSource } from '../messages/encoding.ts';
import type { CompiledUnit, DiagnoseTask, LimitAnswer, ProfiledPage, ProfileTask } from '../messages/protocol.ts';

/** Every call into an isolate has a timeout: nothing but the end of its process stops a call without one (docs/decisions/processes.md). */
const callWithin = (timeMs: number) =>
  ({ arguments: { copy: true }, result: { copy: true }, timeout: timeMs }) as const;

/** A unit as the isolates of one worker load it; they share the code cache, which is in none of their heaps. */
export interface LoadableUnit {
  readonly source: string;
  readonly codeCache?: ivm.ExternalCopy<ArrayBuffer> | undefined;
}

export const loadable = ({ source, codeCache }: CompiledUnit): LoadableUnit => ({
  source,
  codeCache: codeCache && new ivm.ExternalCopy(codeCache.slice().buffer),
});

/**
 * V8 compiles every function with its script, in the whole process: the code cache then has all functions, and a new isolate compiles none.
 * Its first page takes 8.9 ms of processor time instead of 12 (origo; docs/performance.md, Thousands of sites that are seldom visited).
 */
const EAGER = '--no-lazy';

const inTime = () => OWN_CODE_MS;

/** V8's timeout is longer than the runtime's own by this, milliseconds: the runtime looks at the clock itself and leaves the isolate in order. */
const OWN_CLOCK_MS = 10;

/** V8 ended a call: the isolate is not to be used again. */
export class IsolateEnded extends Error {
  override name = 'IsolateEnded';
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(`isolate ended by its ${limit} limit`);
    this.limit = limit;
  }
}

/** What an isolate gives, or the limit that ended it. @throws what else `use` throws */
export function orLimit<A>(use: () => A): A | LimitAnswer {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof IsolateEnded)) throw error;
    return { outcome: 'limit', limit: error.limit };
  }
}

/** Makes isolates with a part of the engine. The first makes V8's code cache of the part, from our own source, for all others of the worker. */
export class GuestProgram {
  readonly #source: string;
  #codeCache: ivm.ExternalCopy<ArrayBuffer> | undefined;
  #spare: GuestIsolate | undefined;

  /** @param source a bundle of the engine, a classic script that installs the global `vitrine` */
  constructor(source: string) {
    setFlagsFromString(EAGER);
    this.#source = source;
  }

  /** An isolate that holds the engine and nothing of any theme: the spare one where there is one. */
  takeIsolate(): GuestIsolate {
    const spare = this.#spare ?? this.#createIsolate();
    this.#spare = undefined;
    return spare;
  }

  /**
   * Makes an isolate before a theme needs one: this takes most of the time of a theme's first page.
   * @param ready prepares the isolate further
   * @returns whether there was none
   */
  prepareSpare(ready: (isolate: GuestIsolate) => void = () => undefined): boolean {
    if (this.#spare) return false;
    const spare = this.#createIsolate();
    ready(spare);
    this.#spare = spare;
    return true;
  }

  #createIsolate(): GuestIsolate {
    const isolate = new ivm.Isolate({ memoryLimit: ISOLATE_MEMORY_MB });
    const context = isolate.createContextSync();
    const script: ivm.Script & ivm.CachedDataResult = this.#codeCache
      ? isolate.compileScriptSync(this.#source, { cachedData: this.#codeCache })
      : isolate.compileScriptSync(this.#source, { produceCachedData: true });
    script.runSync(context, { timeout: OWN_CODE_MS });
    if (!this.#codeCache && script.cachedData) this.#codeCache = script.cachedData;
    script.release();
    return new GuestIsolate(isolate, context);
  }
}

type ProfiledTheme = Pick<ProfileTask, 'themeId' | 'files' | 'request'> & { readonly timeMs?: number };

/** A part of the engine inside its isolate. */
export class GuestIsolate {
  readonly #isolate: ivm.Isolate;
  readonly #context: ivm.Context;
  readonly #guest: ivm.Reference;
  readonly #methods = new Map<string, ivm.Reference>();

  constructor(isolate: ivm.Isolate, context: ivm.Context) {
    this.#isolate = isolate;
    this.#context = context;
    this.#guest = context.global.getSync('vitrine', { reference: true });
  }

  /**
   * Compiles files of a theme's code, and makes V8's code cache of each unit.
   * @param files path and text
   * @returns their units, in the order of the files
   */
  compile(files: readonly (readonly [path: string, text: string])[], timeMs: number = OWN_CODE_MS): CompiledUnit[] {
    const units = this.#call('compile', timeMs, files) as string[];
    return this.#guarded(() => units.map((unit) => this.#compiledScript(loadingSource(unit))));
  }

  #compiledScript(source: string): CompiledUnit {
    const script: ivm.Script & ivm.CachedDataResult = this.#isolate.compileScriptSync(source, {
      produceCachedData: true,
    });
    const codeCache = script.cachedData?.copy();
    script.release();
    return codeCache ? { source, codeCache: new Uint8Array(codeCache) } : { source };
  }

  /**
   * Loads the code of the themes that this isolate will render.
   * @param settingsSchema text of `config/settings_schema.json`, empty where there is none
   * @param msLeft time that is left, milliseconds
   */
  load(
    files: readonly { readonly path: string; readonly unit: LoadableUnit }[],
    settingsSchema: string,
    msLeft: () => number = inTime,
  ): void {
    this.#guarded(() => {
      for (const { unit } of files) {
        const { source, codeCache } = unit;
        const script = this.#isolate.compileScriptSync(source, codeCache ? { cachedData: codeCache } : {});
        script.runSync(this.#context, { timeout: msLeft() });
        script.release();
      }
    });
    const paths = files.map(({ path }) => path);
    this.#call('link', msLeft(), paths, settingsSchema);
  }

  /** Adds a theme of the code that was loaded. @param files its files that are no code, JSON of text by path */
  open(id: string, files: string, timeMs: number = OWN_CODE_MS): void {
    this.#call('open', timeMs, id, files);
  }

  setContent(id: string, values: SiteContent, timeMs: number = OWN_CODE_MS): void {
    this.#call('setContent', timeMs, id, JSON.stringify(values));
  }

  /** Removes a theme. */
  forget(id: string): void {
    this.#call('forget', OWN_CODE_MS, id);
  }

  /**
   * @param holder number of who gets the page in pieces (`RunNames.send`): `RenderTask.fragments`; left out, the page is text
   * @returns what comes of the page, and the memory that the theme takes now, bytes
   */
  render(
    id: string,
    request: PageRequest,
    timeMs: number = OWN_CODE_MS,
    holder?: number,
  ): RenderResult & { readonly bytes: number } {
    const values = [id, JSON.stringify(request), timeMs, holder];
    return this.#call('render', timeMs + OWN_CLOCK_MS, ...values) as RenderResult & { readonly bytes: number };
  }

  check(path: string, text: string, timeMs: number): Diagnostic | null {
    return this.#call('check', timeMs, path, text) as Diagnostic | null;
  }

  diagnose({ files, settings, media, timeMs }: Omit<DiagnoseTask, 'kind'>): ThemeDiagnostic[] {
    return this.#call('diagnose', timeMs, files, settings, media) as ThemeDiagnostic[];
  }

  /** Compiles a theme to code that measures itself. @param preciseNow milliseconds, with a fraction */
  prepareProfile({ themeId, files, request, timeMs = OWN_CODE_MS }: ProfiledTheme, preciseNow: () => number): void {
    this.#context.global.setSync('preciseNow', new ivm.Callback(preciseNow));
    this.#call('prepare', timeMs, themeId, files, request);
  }

  /** Renders the page of a profile. */
  runProfile(content: SiteContent, timeMs: number): ProfiledPage {
    return this.#call('run', timeMs + OWN_CLOCK_MS, content, timeMs) as ProfiledPage;
  }

  /** What a profile has measured so far, also of a render that V8 has ended. */
  profileFrames(timeMs: number): readonly ProfileFrame[] {
    return this.#call('frames', timeMs) as readonly ProfileFrame[];
  }

  /** What the isolate's heap holds, garbage included, and what the isolate occupies in all, bytes. */
  get memory(): { readonly used: number; readonly occupied: number } {
    const heap = this.#isolate.getHeapStatisticsSync();
    const { total_physical_size, malloced_memory, externally_allocated_size } = heap;
    return { used: heap.used_heap_size, occupied: total_physical_size + malloced_memory + externally_allocated_size };
  }

  get isDisposed(): boolean {
    return this.#isolate.isDisposed;
  }

  dispose(): void {
    if (!this.#isolate.isDisposed) this.#isolate.dispose();
  }

  #call(name: string, timeMs: number, ...values: unknown[]): unknown {
    let method = this.#methods.get(name);
    if (!method) {
      method = this.#guest.getSync(name, { reference: true }) as ivm.Reference;
      this.#methods.set(name, method);
    }
    return this.#guarded(() => method.applySync(undefined, values, callWithin(timeMs)));
  }

  /** @throws IsolateEnded when V8 ended the call for its time or memory */
  #guarded<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (this.#isolate.isDisposed) throw new IsolateEnded('objects');
      if ((error as Error).message === 'Script execution timed out.') throw new IsolateEnded('time');
      throw error;
    }
  }
}
