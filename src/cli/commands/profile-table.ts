import type { Frame } from '../../contract/profile.ts';

/** A part of the theme, all its calls together. */
interface Part {
  readonly name: string;
  readonly place: string;
  calls: number;
  ms: number;
  ownMs: number;
  objects: number;
  ownObjects: number;
}

const HEADINGS = ['ms propres', 'ms', 'appels', 'objets propres', 'objets', 'quoi', 'où'];
/** Columns of numbers. */
const NUMBERS = 5;

/** Indexes of the columns that a narrow terminal shortens: the one of the part's name. */
export const SHORTENED = [NUMBERS];

/** The parts of a profile as rows of a table, the headings first: the part that took most of the time by itself comes first. */
export function profileTable(frames: readonly Frame[], rowsAtMost: number): string[][] {
  const parts = partsOf(frames).slice(0, rowsAtMost);
  const rows = parts.map(({ name, place, calls, ms, ownMs, objects, ownObjects }) => [
    milliseconds(ownMs),
    milliseconds(ms),
    String(calls),
    String(ownObjects),
    String(objects),
    name,
    place,
  ]);
  const all = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, column) => (column < NUMBERS ? cell.padStart(widths[column] ?? 0) : cell)));
}

export const countParts = (frames: readonly Frame[]): number => new Set(frames.map(keyOf)).size;

/** Frames of the same place counted together; in a recursion the outermost frame counts the inner ones. */
function partsOf(frames: readonly Frame[]): Part[] {
  const parts = new Map<string, Part>();
  for (const frame of frames) {
    const key = keyOf(frame);
    const { nom: name, chemin, ligne, colonne } = frame;
    const none = { calls: 0, ms: 0, ownMs: 0, objects: 0, ownObjects: 0 };
    const part = parts.get(key) ?? { name, place: `${chemin}:${ligne}:${colonne}`, ...none };
    parts.set(key, part);
    part.calls += frame.appels;
    part.ownMs += frame.ms_propres;
    part.ownObjects += frame.objets_propres;
    if (isBelow(frames, frame, key)) continue;
    part.ms += frame.ms;
    part.objects += frame.objets;
  }
  return [...parts.values()].sort((a, b) => b.ownMs - a.ownMs || b.ownObjects - a.ownObjects);
}

const keyOf = ({ genre, nom, chemin, ligne, colonne }: Frame): string =>
  JSON.stringify([genre, nom, chemin, ligne, colonne]);

/** Whether a frame stands below another of the same place. */
function isBelow(frames: readonly Frame[], { parent }: Frame, key: string): boolean {
  for (let index = parent; index !== null; ) {
    const above = frames[index];
    if (!above) return false;
    if (keyOf(above) === key) return true;
    index = above.parent;
  }
  return false;
}

/** With a comma, and three decimals. */
export const milliseconds = (ms: number): string => ms.toFixed(3).replace('.', ',');
