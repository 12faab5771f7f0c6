import ivm from 'isolated-vm';
import type {
  Diagnostic,
  Limit,
  PageRequest,
  RenderResult,
  SiteContent,
  ThemeDiagnostic,
  ThemeFiles,
} from '../engine/index.ts';
import { RENDER_TIME_MS } from '../engine/limits.ts';
import { ISOLATE_MEMORY_MB } from './limits.ts';
import type { CompiledTheme } from './protocol.ts';

/** Every call into an isolate has a timeout (architecture, What breaks a sandbox). */
const callWithin = (timeMs: number) =>
  ({ arguments: { copy: true }, result: { copy: true }, timeout: timeMs }) as const;

/** The script that loads a program into an isolate. */
export const loadingSource = (program: string): string => `vitrine.load(${program})`;

/** A call that V8 ended: the isolate is not to be used again. */
export class IsolateEnded extends Error {
  override name = 'IsolateEnded';
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(`isolate ended by its ${limit} limit`);
    this.limit = limit;
  }
}

/** Puts a part of the engine into isolates; V8's code cache of it is made once a worker, from our own source. */
export class GuestProgram {
  readonly #source: string;
  #codeCache: ivm.ExternalCopy<ArrayBuffer> | undefined;
  #spare: GuestIsolate | undefined;

  /** @param source a bundle of the engine, a classic script that installs the global `vitrine` */
  constructor(source: string) {
    this.#source = source;
  }

  /** An isolate that holds the engine and nothing of any theme: the spare one, if there is one. */
  takeIsolate(): GuestIsolate {
    const spare = this.#spare ?? this.#createIsolate();
    this.#spare = undefined;
    return spare;
  }

  /**
   * Makes an isolate for the next to ask, in a moment when nobody waits: most of a theme's first page goes into that.
   * @param ready what is done with it besides
   */
  prepareSpare(ready: (isolate: GuestIsolate) => void = () => undefined): void {
    if (this.#spare) return;
    const spare = this.#createIsolate();
    ready(spare);
    this.#spare = spare;
  }

  #createIsolate(): GuestIsolate {
    const isolate = new ivm.Isolate({ memoryLimit: ISOLATE_MEMORY_MB });
    const context = isolate.createContextSync();
    const script: ivm.Script & ivm.CachedDataResult = this.#codeCache
      ? isolate.compileScriptSync(this.#source, { cachedData: this.#codeCache })
      : isolate.compileScriptSync(this.#source, { produceCachedData: true });
    script.runSync(context, { timeout: RENDER_TIME_MS });
    if (!this.#codeCache && script.cachedData) this.#codeCache = script.cachedData;
    script.release();
    return new GuestIsolate(isolate, context);
  }
}

/** A part of the engine inside its isolate. */
export class GuestIsolate {
  readonly #isolate: ivm.Isolate;
  readonly #context: ivm.Context;
  readonly #guest: ivm.Reference;
  readonly #methods = new Map<string, ivm.Reference>();
  /** Version of the site content that is resident. */
  contentVersion: string | null = null;

  constructor(isolate: ivm.Isolate, context: ivm.Context) {
    this.#isolate = isolate;
    this.#context = context;
    this.#guest = context.global.getSync('vitrine', { reference: true });
  }

  /** Compiles a theme to its program, and makes V8's code cache of that. */
  compile(themeId: string, files: ThemeFiles): CompiledTheme {
    const program = this.#call('compile', RENDER_TIME_MS, themeId, files) as string;
    return this.#guarded(() => {
      const source = loadingSource(program);
      const script: ivm.Script & ivm.CachedDataResult = this.#isolate.compileScriptSync(source, {
        produceCachedData: true,
      });
      const codeCache = script.cachedData?.copy();
      script.release();
      return codeCache ? { source, codeCache: new Uint8Array(codeCache) } : { source };
    });
  }

  /** Loads the one theme that this isolate will render. @param timeMs time that this may take, as for all that follows */
  load({ source, codeCache }: CompiledTheme, timeMs: number = RENDER_TIME_MS): void {
    this.#guarded(() => {
      const cachedData = codeCache && new ivm.ExternalCopy(codeCache.slice().buffer);
      const script = this.#isolate.compileScriptSync(source, cachedData ? { cachedData } : {});
      script.runSync(this.#context, { timeout: timeMs });
      script.release();
    });
  }

  setContent(version: string, values: SiteContent, timeMs: number = RENDER_TIME_MS): void {
    this.#call('setContent', timeMs, JSON.stringify(values));
    this.contentVersion = version;
  }

  render(request: PageRequest, timeMs: number = RENDER_TIME_MS): RenderResult {
    return this.#call('render', timeMs, JSON.stringify(request)) as RenderResult;
  }

  check(chemin: string, contenu: string, timeMs: number): Diagnostic | null {
    return this.#call('check', timeMs, chemin, contenu) as Diagnostic | null;
  }

  diagnose(files: ThemeFiles): ThemeDiagnostic[] {
    return this.#call('diagnose', RENDER_TIME_MS, files) as ThemeDiagnostic[];
  }

  /** What the isolate's heap holds, garbage included. */
  get usedHeapBytes(): number {
    return this.#isolate.getHeapStatisticsSync().used_heap_size;
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
