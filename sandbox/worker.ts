/** A piscina worker: keeps one isolate a theme version warm and runs one task at a time in it. */
import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { Limit, RenderResult } from '../engine/index.ts';
import { type GuestIsolate, GuestProgram, IsolateEnded } from './isolate.ts';
import type { Answer, CheckTask, CompiledTheme, CompileTask, RenderTask, Task, WorkerSettings } from './protocol.ts';
import { Quarantine } from './quarantine.ts';
import { warmUpWith } from './warm-up.ts';

const settings: WorkerSettings = workerData;
const compiler = new GuestProgram(settings.guests.compile);
const runtime = new GuestProgram(settings.guests.render);
let warmUp: ((isolate: GuestIsolate) => void) | undefined;
const quarantine = new Quarantine();
const encoder = new TextEncoder();
const clocks = new Int32Array(settings.clocks);
const slot = 1 + (Atomics.add(clocks, 0, 1) % (clocks.length - 1));

interface WarmTheme {
  readonly version: string;
  readonly isolate: GuestIsolate;
}

/** By theme id; a new version takes the place of the one before. */
const warmThemes = new LRUCache<string, WarmTheme>({
  max: settings.themeCache,
  dispose: ({ isolate }) => isolate.dispose(),
});

export default function run(task: Task): Answer {
  Atomics.store(clocks, slot, Date.now() & 0x7fff_ffff || 1);
  try {
    if (task.kind === 'render') return render(task);
    return task.kind === 'compile' ? compile(task) : check(task);
  } finally {
    Atomics.store(clocks, slot, 0);
    setImmediate(prepareSpares);
  }
}

function prepareSpares(): void {
  warmUp ??= warmUpWith(compiler);
  runtime.prepareSpare(warmUp);
  compiler.prepareSpare();
}

function render({ theme, content, request }: RenderTask): Answer {
  // What was queued here before its version came to rest must not hold the worker up, one time limit after the other.
  if (quarantine.isResting(theme)) return { outcome: 'limit', limit: 'time' };
  try {
    const warm = warmThemes.get(theme.id);
    const isolate =
      warm?.version === theme.version
        ? warm.isolate
        : theme.program && loadTheme(theme.id, theme.version, theme.program);
    const values = isolate?.contentVersion === content.version ? null : content.values;
    if (isolate === undefined || values === undefined) {
      return { outcome: 'missing', theme: isolate === undefined, content: values === undefined };
    }
    if (values) isolate.setContent(content.version, values);
    const result = isolate.render(request);
    if (result.outcome === 'limit') quarantine.strike(theme);
    return encode(result);
  } catch (error) {
    warmThemes.delete(theme.id);
    if (!(error instanceof IsolateEnded)) throw error;
    quarantine.strike(theme);
    return { outcome: 'limit', limit: error.limit };
  }
}

function loadTheme(id: string, version: string, program: CompiledTheme): GuestIsolate {
  const isolate = runtime.takeIsolate();
  warmThemes.set(id, { version, isolate });
  isolate.load(program);
  return isolate;
}

/** UTF-8 is encoded here, once; the bytes are moved, not copied, out of this thread. */
function encode(result: RenderResult): Answer {
  if (result.outcome !== 'page') return result;
  const { html, ...rest } = result;
  const body = encoder.encode(html);
  const answer: Answer = { ...rest, body };
  return move({ [transferableSymbol]: body.buffer, [valueSymbol]: answer }) as unknown as Answer;
}

/** A stranger's files are read in an isolate of their own, which nothing else ever enters. */
function aside<T>(read: (isolate: GuestIsolate) => T, ended: (limit: Limit) => T): T {
  const isolate = compiler.takeIsolate();
  try {
    return read(isolate);
  } catch (error) {
    if (!(error instanceof IsolateEnded)) throw error;
    return ended(error.limit);
  } finally {
    isolate.dispose();
  }
}

const compile = ({ themeId, files }: CompileTask): Answer =>
  aside<Answer>(
    (isolate) => ({ outcome: 'compiled', program: isolate.compile(themeId, files) }),
    (limit) => ({ outcome: 'limit', limit }),
  );

const check = ({ chemin, contenu }: CheckTask): Answer =>
  aside<Answer>(
    (isolate) => ({ outcome: 'checked', diagnostic: isolate.check(chemin, contenu) }),
    (limit) => ({ outcome: 'checked', diagnostic: { message: refusalFor(limit) } }),
  );

const refusalFor = (limit: Limit): string =>
  limit === 'time'
    ? 'l’analyse de ce fichier dépasse le temps permis'
    : 'l’analyse de ce fichier dépasse la mémoire permise';
