import ivm from 'isolated-vm';
import type { Diagnostic, PageRequest, RenderResult, SiteContent, ThemeFiles } from '../engine/index.ts';
import { RENDER_TIME_MS } from '../engine/limits.ts';
import { ISOLATE_MEMORY_MB } from './limits.ts';

/** Every call into an isolate has a timeout (architecture, What breaks a sandbox). */
const CALL = {
  arguments: { copy: true },
  result: { copy: true },
  timeout: RENDER_TIME_MS,
} as const;

/** A call that V8 ended: the isolate is not to be used again. */
export class IsolateEnded extends Error {
  override name = 'IsolateEnded';
  readonly limit: 'time' | 'objects';

  constructor(limit: 'time' | 'objects') {
    super(`isolate ended by its ${limit} limit`);
    this.limit = limit;
  }
}

/** Compiles the engine's bundle into isolates; V8's code cache of it is made once a worker, from our own source. */
export class GuestProgram {
  readonly #source: string;
  #codeCache: ivm.ExternalCopy<ArrayBuffer> | undefined;

  /** @param source the engine's bundle, a classic script that installs the global `vitrine` */
  constructor(source: string) {
    this.#source = source;
  }

  /** Makes an isolate that holds the engine and nothing of any theme. */
  createIsolate(): GuestIsolate {
    const isolate = new ivm.Isolate({ memoryLimit: ISOLATE_MEMORY_MB });
    const script: ivm.Script & ivm.CachedDataResult = this.#codeCache
      ? isolate.compileScriptSync(this.#source, { cachedData: this.#codeCache })
      : isolate.compileScriptSync(this.#source, { produceCachedData: true });
    const context = isolate.createContextSync();
    script.runSync(context, { timeout: RENDER_TIME_MS });
    if (!this.#codeCache && script.cachedData) this.#codeCache = script.cachedData;
    script.release();
    return new GuestIsolate(isolate, context.global.getSync('vitrine', { reference: true }));
  }
}

/** The engine inside its isolate, for one theme at most. */
export class GuestIsolate {
  readonly #isolate: ivm.Isolate;
  readonly #methods = new Map<string, ivm.Reference>();
  readonly #guest: ivm.Reference;
  /** Version of the site content that is resident. */
  contentVersion: string | null = null;

  constructor(isolate: ivm.Isolate, guest: ivm.Reference) {
    this.#isolate = isolate;
    this.#guest = guest;
  }

  load(themeId: string, files: ThemeFiles): void {
    this.#call('load', themeId, files);
  }

  setContent(version: string, values: SiteContent): void {
    this.#call('setContent', values);
    this.contentVersion = version;
  }

  render(request: PageRequest): RenderResult {
    return this.#call('render', request) as RenderResult;
  }

  check(chemin: string, contenu: string): Diagnostic | null {
    return this.#call('check', chemin, contenu) as Diagnostic | null;
  }

  dispose(): void {
    if (!this.#isolate.isDisposed) this.#isolate.dispose();
  }

  /** @throws IsolateEnded when V8 ended the call for its time or memory */
  #call(name: string, ...values: unknown[]): unknown {
    let method = this.#methods.get(name);
    if (!method) {
      method = this.#guest.getSync(name, { reference: true }) as ivm.Reference;
      this.#methods.set(name, method);
    }
    try {
      return method.applySync(undefined, values, CALL);
    } catch (error) {
      if (this.#isolate.isDisposed) throw new IsolateEnded('objects');
      if ((error as Error).message === 'Script execution timed out.') throw new IsolateEnded('time');
      throw error;
    }
  }
}
