import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { SETTINGS_SCHEMA } from '../../engine/language/paths.ts';
import { OWNERS_READ, WARM_HEAP_BYTES } from '../limits.ts';
import { packUnit } from '../messages/encoding.ts';
import {
  type CheckAnswer,
  type CheckTask,
  type CompileAnswer,
  type CompiledUnit,
  type CompileTask,
  type DiagnoseAnswer,
  type DiagnoseTask,
  type LimitAnswer,
  OUR_FILES,
  type SourceFile,
  type WorkerSettings,
} from '../messages/protocol.ts';
import { type GuestIsolate, GuestProgram, orLimit } from './isolate.ts';

const { bundles }: WorkerSettings = workerData;
const compiler = new GuestProgram(bundles.compile);
const diagnoser = new GuestProgram(bundles.diagnose);

/** Isolates, by the owner whose files they have read or compiled. */
const readers = new LRUCache<string, GuestIsolate>({ max: OWNERS_READ, dispose: (isolate) => isolate.dispose() });
let readerIsNeeded = false;

export function compile({ owner, files, timeMs }: CompileTask): CompileAnswer {
  return read(owner, (isolate) => ({ outcome: 'compiled', units: unitsOf(isolate, files, timeMs).map(packUnit) }));
}

/** The schema of the settings is data: its unit is its text, which the theme's isolate reads. */
function unitsOf(isolate: GuestIsolate, files: readonly SourceFile[], timeMs: number): CompiledUnit[] {
  const scripts = files.filter(({ path }) => path !== SETTINGS_SCHEMA);
  const compiled = isolate.compile(
    scripts.map(({ path, text }) => [path, text]),
    timeMs,
  );
  return files.map((file) => compiled[scripts.indexOf(file)] ?? { source: file.text });
}

export function check({ owner, path, text, timeMs }: CheckTask): CheckAnswer {
  return read(owner, (isolate) => ({ outcome: 'checked', diagnostic: isolate.check(path, text, timeMs) }));
}

/** Looks a whole theme over in a new isolate, because what the look builds is large. */
export function diagnose(task: DiagnoseTask): DiagnoseAnswer {
  const isolate = diagnoser.takeIsolate();
  try {
    return orLimit(() => ({ outcome: 'diagnosed', diagnostics: isolate.diagnose(task) }));
  } finally {
    isolate.dispose();
  }
}

/**
 * Reads files of an owner in an isolate of that owner, which is kept for the next file: V8 has optimised our code there, and reads a theme
 * three to four times as fast as in a new isolate.
 */
function read<A extends { outcome: string }>(owner: string, use: (isolate: GuestIsolate) => A): A | LimitAnswer {
  const reader = readers.get(owner) ?? compiler.takeIsolate();
  readerIsNeeded = true;
  readers.set(owner, reader);
  let isKept = false;
  try {
    return orLimit(() => {
      const answer = use(reader);
      isKept = owner !== OUR_FILES && reader.memory.used <= WARM_HEAP_BYTES;
      return answer;
    });
  } finally {
    if (!isKept) readers.delete(owner);
  }
}

/** Makes the isolate for the next owner's files, in a worker that reads files at all. @returns whether there was none */
export function prepareReader(): boolean {
  return readerIsNeeded && compiler.prepareSpare();
}
