import type { Frame, Profile } from '../../../contract/profile.ts';
import { PROFILING } from '../../api/refusals.ts';
import { reasonInWords } from '../../preview/reasons.ts';
import type { Editor } from './editor.ts';

/** What the width of a block shows. */
export type Measure = 'ms' | 'objets';

/** A frame with its place in the graph, in shares of the whole width. */
export interface Block {
  /** Index of its frame. */
  readonly index: number;
  readonly depth: number;
  readonly left: number;
  readonly width: number;
}

/** A narrower block is not drawn, share of the width; the table lists its frame. */
const LEAST_SHARE = 1 / 4_000;

/** Measures a page of the stored theme. @throws ApiRefusal, Unreachable; AbortError */
export const measurePage = ({ api, data }: Editor, adresse: string, signal: AbortSignal): Promise<Profile> =>
  api.send<Profile>('/api/themes', {
    act: PROFILING,
    method: 'POST',
    body: { action: 'profiler', id: data.theme.id, adresse },
    signal,
  });

/** Why the page ended, or was not measured; null where nothing hindered it. */
export const troubleOf = ({ raison, statut }: Profile): string | null =>
  raison === null ? null : reasonInWords(raison, statut);

/**
 * Lays the frames out below each other, children side by side from where their parent begins.
 * @param root the frame that takes the whole width; its callers stand above it, its neighbours are left out
 */
export function blocksOf(frames: readonly Frame[], measure: Measure, root: number): Block[] {
  const whole = frames[root]?.[measure] ?? 0;
  if (whole === 0) return [];
  const above = callersOf(frames, root);
  const blocks = above.map((index, depth): Block => ({ index, depth, left: 0, width: 1 }));
  /** For each frame: its depth, and where its next child begins. */
  const drawn = new Map<number, { readonly depth: number; next: number }>();
  for (const [index, frame] of frames.entries()) {
    const parent = frame.parent === null ? undefined : drawn.get(frame.parent);
    if (index !== root && !parent) continue;
    const width = frame[measure] / whole;
    const left = index === root || !parent ? 0 : parent.next;
    const depth = index === root || !parent ? above.length : parent.depth + 1;
    if (index !== root && parent) parent.next += width;
    if (width < LEAST_SHARE) continue;
    drawn.set(index, { depth, next: left });
    blocks.push({ index, depth, left, width });
  }
  return blocks;
}

/** A frame with those that called it, the page first. */
function callersOf(frames: readonly Frame[], index: number): number[] {
  const above: number[] = [];
  for (let at = frames[index]?.parent ?? null; at !== null; at = frames[at]?.parent ?? null) above.unshift(at);
  return above;
}

/** Indexes of the frames, sorted by the time that each took itself, the longest first. */
export const byOwn = (frames: readonly Frame[], measure: Measure): number[] =>
  [...frames.keys()].sort((a, b) => ownOf(frames[b], measure) - ownOf(frames[a], measure));

const ownOf = (frame: Frame | undefined, measure: Measure): number =>
  (measure === 'ms' ? frame?.ms_propres : frame?.objets_propres) ?? 0;

const MS = new Intl.NumberFormat('fr', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const COUNT = new Intl.NumberFormat('fr');

export const inMs = (ms: number): string => `${MS.format(ms)} ms`;
export const counted = (count: number): string => COUNT.format(count);

/** A frame in words. */
export const describe = ({ nom, chemin, ligne, appels, ms, ms_propres, objets, objets_propres }: Frame): string =>
  [
    `${nom} – ${chemin}:${ligne}`,
    appels === 1 ? '1 appel' : `${counted(appels)} appels`,
    `${inMs(ms)} (dont ${inMs(ms_propres)} propres)`,
    `${counted(objets)} objets (dont ${counted(objets_propres)} propres)`,
  ].join(' · ');
