/** What a worker does: it keeps one isolate a theme version warm. */
import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Limit, RenderResult } from '../engine/index.ts';
import { RENDER_TIME_MS } from '../engine/limits.ts';
import { type GuestIsolate, GuestProgram, IsolateEnded } from './isolate.ts';
import { attemptAtMostMs, hasUsed, OWNERS_READ, WARM_HEAP_BYTES } from './limits.ts';
import { packProgram, unpackProgram } from './parcels.ts';
import {
  type Answer,
  type CheckTask,
  COUNTER,
  type CompiledTheme,
  type CompileTask,
  type DiagnoseTask,
  type RenderTask,
  sharedNow,
  type Task,
  type TimedAnswer,
  type Version,
  type WorkerSettings,
} from './protocol.ts';
import { Utf8Encoder } from './utf8.ts';
import { warmUp } from './warm-up.ts';

const settings: WorkerSettings = workerData;
const compiler = new GuestProgram(settings.bundles.compile);
const diagnoser = new GuestProgram(settings.bundles.diagnose);
const runtime = new GuestProgram(settings.bundles.render);
let compilerIsNeeded = false;
const utf8 = new Utf8Encoder();
const counters = new Int32Array(settings.counters);

interface WarmTheme {
  readonly version: string;
  readonly isolate: GuestIsolate;
}

/** By theme id; a new version takes the place of the one before. */
const warmThemes = new LRUCache<string, WarmTheme>({
  max: settings.themeCache,
  dispose: ({ isolate }) => {
    isolate.dispose();
    Atomics.sub(counters, COUNTER.isolates, 1);
  },
});

/** By the owner of the files that they have read, or the theme that they have compiled. */
const readers = new LRUCache<string, GuestIsolate>({ max: OWNERS_READ, dispose: (isolate) => isolate.dispose() });

/** Themes that have just used their slice of time up: what else was handed over for them must not take one each. */
const exhausted = new LRUCache<string, true>({ max: 1_000, ttl: 1_000 });

const OUT_OF_TIME = { outcome: 'limit', limit: 'time' } as const;

/** What the task at hand took, as far as it has come. */
const spent = { rendered: 0, cpuMs: 0 };

export function run(task: Task): TimedAnswer {
  const began = sharedNow();
  spent.rendered = 0;
  spent.cpuMs = 0;
  try {
    const answer = answerTo(task);
    const ready = sharedNow();
    return { answer, times: { began, rendered: spent.rendered || ready, ready, cpuMs: spent.cpuMs } };
  } finally {
    setImmediate(prepare);
  }
}

function answerTo(task: Task): Answer {
  switch (task.kind) {
    case 'render':
      return render(task);
    case 'compile':
      return compile(task);
    case 'check':
      return check(task);
    case 'diagnose':
      return diagnose(task);
  }
}

function render({ theme, content, request, timeMs, staysWarm }: RenderTask): Answer {
  const isSlice = timeMs < RENDER_TIME_MS;
  if (isSlice && exhausted.has(theme.id)) {
    spent.cpuMs = timeMs;
    return OUT_OF_TIME;
  }
  const warm = warmThemes.get(theme.id);
  const warmIsolate = warm?.version === theme.version ? warm.isolate : undefined;
  const cpuBefore = threadCpuMs();
  const deadline = sharedNow() + attemptAtMostMs(timeMs, warmIsolate !== undefined);
  const msLeft = () => Math.max(1, Math.ceil(deadline - sharedNow()));
  try {
    const isolate = warmIsolate ?? (theme.program && loadTheme(theme, unpackProgram(theme.program), msLeft()));
    const values = isolate?.contentVersion === content.version ? null : content.values;
    if (isolate === undefined || values === undefined) {
      return { outcome: 'missing', theme: isolate === undefined, content: values === undefined };
    }
    if (values) isolate.setContent(content.version, values, msLeft());
    const result = isolate.render(request, msLeft());
    spent.rendered = sharedNow();
    // A first page is slower than any other and says nothing of the next.
    if (warmIsolate) spent.cpuMs = threadCpuMs() - cpuBefore;
    if (!staysWarm || isolate.usedHeapBytes > WARM_HEAP_BYTES) warmThemes.delete(theme.id);
    return encode(result);
  } catch (error) {
    spent.cpuMs = threadCpuMs() - cpuBefore;
    warmThemes.delete(theme.id);
    if (!(error instanceof IsolateEnded)) throw error;
    if (isSlice && error.limit === 'time' && hasUsed(timeMs, spent.cpuMs)) exhausted.set(theme.id, true);
    return { outcome: 'limit', limit: error.limit };
  }
}

/** Processor time of this thread; an isolate's own `cpuTime` goes on while others have the processor. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function loadTheme({ id, version }: Version, program: CompiledTheme, timeMs: number): GuestIsolate {
  const isolate = runtime.takeIsolate();
  warmThemes.set(id, { version, isolate });
  Atomics.add(counters, COUNTER.isolates, 1);
  Atomics.add(counters, COUNTER.coldStarts, 1);
  isolate.load(program, timeMs);
  return isolate;
}

/** UTF-8 is encoded here, once. */
function encode(result: RenderResult): Answer {
  if (result.outcome !== 'page') return result;
  const { html, ...rest } = result;
  return { ...rest, body: utf8.encode(html) };
}

/**
 * Somebody's files are read in an isolate that nobody else's enter, one after the other: what V8 has learnt of our code there
 * makes the next reading of a theme three to four times as fast as in a new isolate.
 */
function read<T>(owner: string, use: (isolate: GuestIsolate) => T, ended: (limit: Limit) => T): T {
  const reader = readers.get(owner) ?? compiler.takeIsolate();
  compilerIsNeeded = true;
  readers.set(owner, reader);
  try {
    const result = use(reader);
    if (reader.usedHeapBytes > WARM_HEAP_BYTES) readers.delete(owner);
    return result;
  } catch (error) {
    readers.delete(owner);
    if (!(error instanceof IsolateEnded)) throw error;
    return ended(error.limit);
  }
}

const compile = ({ themeId, files }: CompileTask): Answer =>
  read<Answer>(
    themeId,
    (isolate) => ({ outcome: 'compiled', program: packProgram(isolate.compile(themeId, files)) }),
    (limit) => ({ outcome: 'limit', limit }),
  );

function check({ owner, chemin, contenu, timeMs }: CheckTask): Answer {
  const cpuBefore = threadCpuMs();
  try {
    return read<Answer>(
      owner,
      (isolate) => ({ outcome: 'checked', diagnostic: isolate.check(chemin, contenu, timeMs) }),
      (limit) => ({ outcome: 'limit', limit }),
    );
  } finally {
    spent.cpuMs = threadCpuMs() - cpuBefore;
  }
}

/** A whole theme is looked over in an isolate of its own: seldom, and what that builds is large. */
function diagnose({ files }: DiagnoseTask): Answer {
  const isolate = diagnoser.takeIsolate();
  try {
    return { outcome: 'diagnosed', diagnostics: isolate.diagnose(files) };
  } catch (error) {
    if (!(error instanceof IsolateEnded)) throw error;
    return { outcome: 'limit', limit: error.limit };
  } finally {
    isolate.dispose();
  }
}

/** To be called when nobody waits: makes the isolate that the next to ask will take. */
export function prepare(): void {
  runtime.prepareSpare((isolate) => warmUp(isolate, settings.bundles.warmUp));
  if (compilerIsNeeded) compiler.prepareSpare();
}
