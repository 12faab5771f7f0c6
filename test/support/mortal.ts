/** Commands that die, or lose the network, at a chosen operation: a process that is killed does nothing more, not even tidy up. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { outside } from '../../src/cli/outside.ts';

/** What befalls a command, as it comes to one of its operations on files or on the network. */
export interface Mishap {
  /** Which operation: its number, from 1; or the first of a kind; `before-replacing` is for deaths only. */
  readonly at: number | Turn;
  /** One that is killed in the middle is so in the middle of a write, of that operation or the next. */
  readonly what: 'kill' | 'kill-in-the-middle' | { readonly meanwhile: () => Promise<unknown> };
}

/** Operations after which it is too late to compare. */
export type Turn = 'before-sending' | 'before-writing' | 'before-replacing';

/** What befalls its questions to the service. */
export interface Cut {
  /** Which question, from 1. */
  readonly at: number;
  readonly when: 'before' | 'in-the-answer' | 'after';
  /** Whether the network stays away. */
  readonly forGood: boolean;
}

/** Pauses of a command under test last so long at most, milliseconds. */
const PAUSE_MS = 5;

const lives = new AsyncLocalStorage<Life>();
const NEVER = new Promise<never>(() => undefined);

/** What is thrown where nothing can be waited for for ever. */
class Killed extends Error {
  override name = 'Killed';
}

/** The locks of a folder become those of a dead process: a lock names its process, and this one lives on. @param root of the theme */
export function buryLocks(root: string): void {
  const folder = join(root, '.vitrine');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter((name) => name.startsWith('verrou'))) {
    const lock = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    writeFileSync(join(folder, name), JSON.stringify({ ...lock, debut: 'avant' }));
  }
}

/** One command, from its start to its end or its death. */
export class Life {
  /** How many operations it has begun. */
  operations = 0;
  #mishaps: readonly Mishap[];
  readonly #cuts: readonly Cut[];
  readonly #handles = new Set<FileHandle>();
  readonly #dead = Promise.withResolvers<'killed'>();
  #isDead = false;
  #questions = 0;

  constructor(mishaps: readonly Mishap[] = [], cuts: readonly Cut[] = []) {
    this.#mishaps = mishaps;
    this.#cuts = cuts;
  }

  /** Runs a command to its end. @returns 'killed' when it did not get there */
  async live<T>(command: () => Promise<T>): Promise<T | 'killed'> {
    const running = lives.run(this, command);
    try {
      // Whichever way it goes on after its death, nobody sees it.
      return await Promise.race([running, this.#dead.promise]).catch((error) => {
        if (this.#isDead) return 'killed' as const;
        throw error;
      });
    } finally {
      running.catch(() => undefined);
      for (const handle of this.#handles) await handle.close().catch(() => undefined);
    }
  }

  async operation<T>(
    perform: () => Promise<T>,
    { half, turn }: { half?: (() => Promise<unknown>) | undefined; turn?: Turn | undefined } = {},
  ): Promise<T> {
    if (this.#isDead) return NEVER;
    for (const what of this.#next(half !== undefined, turn)) {
      if (typeof what === 'object') await lives.exit(what.meanwhile);
      else {
        if (what === 'kill-in-the-middle') await half?.();
        this.#die();
        return NEVER;
      }
    }
    const result = await perform();
    return this.#isDead ? NEVER : result;
  }

  /** An operation that nothing can be waited for in the middle of: a write is none of these. */
  operationNow<T>(perform: () => T, turn?: Turn): T {
    const deaths = this.#isDead ? [] : this.#next(false, turn).filter((what) => typeof what === 'string');
    if (!this.#isDead && deaths.length === 0) return perform();
    this.#die();
    throw new Killed();
  }

  async ask(fetch: typeof globalThis.fetch, ...[input, init]: Parameters<typeof globalThis.fetch>): Promise<Response> {
    const question = ++this.#questions;
    const cut = this.#cuts.find(({ at, forGood }) => at === question || (forGood && at < question));
    if (cut && (cut.when === 'before' || question > cut.at)) throw lost();
    const response = await fetch(input, init);
    if (!cut) return response;
    const text = await response.text();
    if (cut.when === 'after') throw lost();
    const half = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)));
        controller.error(lost());
      },
    });
    return new Response(half, { status: response.status === 304 ? 200 : response.status });
  }

  holds(handle: FileHandle): void {
    this.#handles.add(handle);
  }

  releases(handle: FileHandle): void {
    this.#handles.delete(handle);
  }

  #next(isWrite: boolean, turn?: Turn): Mishap['what'][] {
    const now = ++this.operations;
    this.#mishaps = this.#mishaps.map((mishap) => (mishap.at === turn ? { ...mishap, at: now } : mishap));
    const come = this.#mishaps.filter(
      ({ at, what }) => typeof at === 'number' && at <= now && (isWrite || what !== 'kill-in-the-middle'),
    );
    this.#mishaps = this.#mishaps.filter((mishap) => !come.includes(mishap));
    return come.map(({ what }) => what);
  }

  #die(): void {
    this.#isDead = true;
    this.#dead.resolve('killed');
  }
}

const lost = () => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

type Callable = (...values: never[]) => unknown;

/** As they are for everybody whose life is none of these. */
const real = { ...outside };

/**
 * Lets commands die, or lose the network, at their operations; pauses of theirs are short. Who does not `live` one of these lives notices nothing.
 * @returns what puts the real operations back
 */
export function beMortal(): () => void {
  const { sleep, fetch, ...files } = real;
  const mortal = Object.entries(files).map(([name, call]) => [
    name,
    name.endsWith('Sync') ? mortalNow(name, call as Callable) : mortalFile(name, call as Callable),
  ]);
  Object.assign(outside, Object.fromEntries(mortal), { sleep: hurried, fetch: mortalFetch });
  return () => Object.assign(outside, real);
}

function mortalFile(name: string, call: Callable): Callable {
  return (...values) => {
    const life = lives.getStore();
    if (!life) return call(...values);
    const [path, content] = values as unknown[];
    const half = name === 'writeFile' ? () => real.writeFile(String(path), halfOf(content)) : undefined;
    const perform = async () => {
      const result = await call(...values);
      return name === 'open' ? mortalHandle(life, result as FileHandle) : result;
    };
    return life.operation(perform, { half, turn: name === 'rename' ? 'before-writing' : undefined });
  };
}

function mortalHandle(life: Life, handle: FileHandle): FileHandle {
  life.holds(handle);
  return new Proxy(handle, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]) =>
        life.operation(
          async () => {
            // A process that dies takes nothing along that the system has: only a machine would.
            if (name === 'sync') return;
            const result = await value.apply(target, values);
            if (name === 'writeFile') await target.utimes(...longAgo());
            if (name === 'close') life.releases(handle);
            return result;
          },
          { half: name === 'writeFile' ? () => target.writeFile(halfOf(values[0])) : undefined },
        );
    },
  });
}

/** Files that are just written are read again after a while: these are not. */
export const longAgo = (): [number, number] => [Date.now() / 1000 - 1, Date.now() / 1000 - 1];

const halfOf = (content: unknown) => String(content).slice(0, String(content).length / 2);

function mortalNow(name: string, call: Callable): Callable {
  return (...values) => {
    const life = lives.getStore();
    if (!life) return call(...values);
    return life.operationNow(() => call(...values), name === 'lstatSync' ? 'before-replacing' : undefined);
  };
}

const hurried: typeof real.sleep = (ms, ...rest) =>
  real.sleep(lives.getStore() ? Math.min(ms ?? 0, PAUSE_MS) : ms, ...rest);

const mortalFetch: typeof real.fetch = (input, init) => {
  const life = lives.getStore();
  if (!life) return real.fetch(input, init);
  const ask = () => life.ask(real.fetch, input, init);
  // The service may have done what it was asked when nobody is there for its answer.
  return life.operation(ask, { half: ask, turn: init?.method === 'PUT' ? 'before-sending' : undefined });
};
