import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { RenderResult } from '../../engine/index.ts';
import { attemptAtMostMs, hasUsed } from '../limits.ts';
import {
  OUT_OF_TIME,
  type RenderAnswer,
  type RenderTask,
  sharedNow,
  type WorkerSettings,
} from '../messages/protocol.ts';
import { GuestProgram, IsolateEnded } from './isolate.ts';
import { Utf8Encoder } from './utf8.ts';
import { type WarmTheme, WarmThemes } from './warm-themes.ts';
import { warmUp } from './warm-up.ts';

const { bundles, counters, warmThemes: bounds }: WorkerSettings = workerData;
const runtime = new GuestProgram(bundles.render);
const warmThemes = new WarmThemes(runtime, bounds, new Int32Array(counters));
const utf8 = new Utf8Encoder();

/** Themes that have just used up a slice: the worker may have 64 more of their tasks (`fair-queue.ts`), and answers these without trying them. */
const exhausted = new LRUCache<string, true>({ max: 1_000, ttl: 1_000 });

/** What came of a page. */
interface Rendered {
  readonly answer: RenderAnswer;
  /** When the isolate had answered: `sharedNow`. */
  readonly rendered?: number;
  /** Processor time that is told of the page, milliseconds; left out, the time that the page took is told. */
  readonly cpuMs?: number;
}

/** @param usedMs processor time that the task has taken so far, milliseconds */
export function render(task: RenderTask, usedMs: () => number): Rendered {
  const { theme, content, request, timeMs, isSlice, fragments } = task;
  const { id } = theme;
  if (isSlice && exhausted.has(id)) return { answer: OUT_OF_TIME, cpuMs: timeMs };
  const known = warmThemes.get(theme);
  const began = sharedNow();
  const deadline = began + attemptAtMostMs(timeMs, { isSlice, isWarm: known !== undefined });
  const msLeft = () => Math.max(1, Math.ceil(deadline - sharedNow()));
  try {
    const warm = known ?? opened(theme, msLeft);
    const lacksContent = (isWarm(warm) ? warm.contentVersion : null) !== content.version && !content.values;
    if (!isWarm(warm) || lacksContent) {
      const units = isWarm(warm) ? [] : warm;
      return { answer: { outcome: 'missing', theme: !known && !theme.data, units, content: lacksContent } };
    }
    const { isolate } = warm.home;
    if (content.values && warm.contentVersion !== content.version) {
      isolate.setContent(id, content.values, msLeft());
      warm.contentVersion = content.version;
    }
    const { bytes, ...result } = isolate.render(id, request, msLeft(), fragments);
    const rendered = sharedNow();
    if (result.outcome === 'limit') {
      warmThemes.drop(id);
      return { answer: noted(task, result, usedMs()), rendered };
    }
    if (known || warmThemes.isWorthKeeping(warm)) warmThemes.measure(warm, bytes, rendered - began);
    else warmThemes.drop(id);
    // A theme's first page is slower than the next ones: its time is not told.
    return { answer: encode(result), rendered, ...(!known && { cpuMs: 0 }) };
  } catch (error) {
    warmThemes.dropInterrupted(id);
    if (!(error instanceof IsolateEnded)) throw error;
    return { answer: noted(task, { outcome: 'limit', limit: error.limit }, usedMs()) };
  }
}

/** The theme, opened from what came with the task; the keys of units that are lacking where the theme cannot be opened. */
const opened = ({ data, ...theme }: RenderTask['theme'], msLeft: () => number): WarmTheme | readonly string[] =>
  data ? warmThemes.open({ ...theme, data }, msLeft) : [];

const isWarm = (found: WarmTheme | readonly string[]): found is WarmTheme => 'home' in found;

function noted<A extends RenderAnswer & { outcome: 'limit' }>(
  { theme, timeMs, isSlice }: RenderTask,
  answer: A,
  cpuMs: number,
): A {
  if (isSlice && answer.limit === 'time' && hasUsed(timeMs, cpuMs)) exhausted.set(theme.id, true);
  return answer;
}

/** Encodes a page as UTF-8, once for its whole way to the visitor. */
function encode(result: Exclude<RenderResult, { outcome: 'limit' }>): RenderAnswer {
  if (result.outcome !== 'page') return result;
  const { html, pieces, ...rest } = result;
  const body = utf8.encode(html);
  return pieces ? { ...rest, body, pieces: inBytes(pieces, html, body) } : { ...rest, body };
}

/** The pieces of a page (`RenderedPage.pieces`) with lengths in bytes instead of UTF-16 code units. */
function inBytes(pieces: readonly number[], html: string, body: Uint8Array): readonly number[] {
  // Each character takes one byte.
  if (body.length === html.length) return pieces;
  const encoded: number[] = [];
  let at = 0;
  for (let index = 0; index < pieces.length; index += 3) {
    const [newUnits = 0, name = 0, definedUnits = 0] = pieces.slice(index, index + 3);
    const defined = at + newUnits;
    const end = defined + definedUnits;
    encoded.push(Buffer.byteLength(html.slice(at, defined)), name, Buffer.byteLength(html.slice(defined, end)));
    at = end;
  }
  return encoded;
}

/** Makes the isolate for the next theme. @returns whether there was none */
export const preparePage = (): boolean =>
  bundles.render !== '' && runtime.prepareSpare((isolate) => warmUp(isolate, bundles.warmUp));
