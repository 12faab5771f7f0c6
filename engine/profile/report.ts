import { type Places, placeOf } from '../runtime/places.ts';
import type { Measured, ProfileFrame } from './frame.ts';

/** Frames of a profile: those that took most of the time. The others are counted together, below what called them. */
const FRAMES = 1_000;

/** Times are told to a tenth of a microsecond: most tags take less than one. */
const TICKS_PER_MS = 10_000;

/** What a frame comes to, in whole ticks and objects: its own, and with what it called. */
interface Sum {
  readonly calls: number;
  readonly ownTime: number;
  readonly time: number;
  readonly ownObjects: number;
  readonly objects: number;
}

/** A frame with its children, of which the sums are exactly what they come to together. */
interface Counted {
  readonly measured: Measured;
  readonly children: readonly Counted[];
  readonly sum: Sum;
}

/**
 * The frames of a profile, a parent before its children.
 * @param files those of the program
 * @param pageFile file of the page's template
 */
export function reportOf(root: Measured, files: ReturnType<Places>, pageFile: string): ProfileFrame[] {
  const counted = count(root);
  const all = inOrder(counted);
  // A parent takes at least as long as its children, and stands before them: what is kept is a tree.
  const kept = new Set(all.toSorted((a, b) => b.sum.time - a.sum.time).slice(0, FRAMES));
  const frames: ProfileFrame[] = [];
  const add = ({ measured: { place }, children, sum }: Counted, parent: number | null): void => {
    const index = frames.length;
    const found = placeOf(files, place.at);
    const at =
      place.kind === 'page' || !found
        ? { chemin: pageFile, ligne: 1, colonne: 1 }
        : { chemin: found.file, ligne: found.ligne, colonne: found.colonne };
    frames.push({ parent, genre: place.kind, nom: place.name, ...at, ...shown(sum) });
    const [listed, others] = [children.filter(isListed), children.filter((child) => !isListed(child))];
    for (const child of listed) add(child, index);
    if (others.length > 0)
      frames.push({ parent: index, genre: 'autres', nom: 'autres', ...at, ...shown(together(others)) });
  };
  const isListed = (child: Counted) => kept.has(child) && child.measured.place.kind !== 'autres';
  add(counted, null);
  return frames;
}

function count(measured: Measured): Counted {
  const { calls, ms, objects } = measured;
  const children = Array.from(measured.children.values(), count);
  const total = (of: (sum: Sum) => number) => children.reduce((sum, child) => sum + of(child.sum), 0);
  const childMs = Array.from(measured.children.values()).reduce((sum, child) => sum + child.ms, 0);
  const ownTime = Math.max(0, Math.round(TICKS_PER_MS * (ms - childMs)));
  const below = total((sum) => sum.objects);
  const ownObjects = Math.max(0, objects - below);
  return {
    measured,
    children,
    sum: { calls, ownTime, time: ownTime + total((sum) => sum.time), ownObjects, objects: ownObjects + below },
  };
}

const inOrder = (counted: Counted): Counted[] => [counted, ...counted.children.flatMap(inOrder)];

const together = (all: readonly Counted[]): Sum => {
  const total = (of: (sum: Sum) => number) => all.reduce((sum, one) => sum + of(one.sum), 0);
  const [time, objects] = [total((sum) => sum.time), total((sum) => sum.objects)];
  return { calls: total((sum) => sum.calls), ownTime: time, time, ownObjects: objects, objects };
};

const shown = ({ calls, ownTime, time, ownObjects, objects }: Sum) => ({
  appels: calls,
  ms: time / TICKS_PER_MS,
  ms_propres: ownTime / TICKS_PER_MS,
  objets: objects,
  objets_propres: ownObjects,
});
