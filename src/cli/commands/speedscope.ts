/** Profiles as files that speedscope opens (https://www.speedscope.app/file-format-schema.json). */
import type { Frame } from '../../contract/profile.ts';

interface Event {
  /** Opens or closes a frame. */
  readonly type: 'O' | 'C';
  /** Index into the frames of the file. */
  readonly frame: number;
  readonly at: number;
}

/** Ticks of the service's times: sums of whole numbers stay exact. */
const TICKS_PER_MS = 10_000;

/**
 * The frames as two profiles of one file, of times and of objects. All calls of a frame from one parent stand together, as the service counts
 * them, in the order in which the frames first came.
 */
export function speedscopeFile(name: string, frames: readonly Frame[]): object {
  const places = new Map<string, number>();
  const shared: { name: string; file: string; line: number; col: number }[] = [];
  const placeOf = frames.map(({ nom, chemin, ligne, colonne }) => {
    const key = JSON.stringify([nom, chemin, ligne, colonne]);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, shared.length);
    return shared.push({ name: nom, file: chemin, line: ligne, col: colonne }) - 1;
  });
  const profile = (title: string, unit: string, scale: number, of: (frame: Frame) => number) => {
    const events = eventsOf(frames, placeOf, of);
    const endValue = (events.at(-1)?.at ?? 0) / scale;
    const scaled = events.map(({ at, ...event }) => ({ ...event, at: at / scale }));
    return { type: 'evented', name: `${name} — ${title}`, unit, startValue: 0, endValue, events: scaled };
  };
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'vitrine',
    name,
    activeProfileIndex: 0,
    shared: { frames: shared },
    profiles: [
      profile('temps', 'milliseconds', TICKS_PER_MS, ({ ms_propres: own }) => Math.round(own * TICKS_PER_MS)),
      profile('objets', 'none', 1, ({ objets_propres: own }) => own),
    ],
  };
}

/** @param own what a frame costs besides its children, a whole number */
function eventsOf(frames: readonly Frame[], placeOf: readonly number[], own: (frame: Frame) => number): Event[] {
  const events: Event[] = [];
  const open: number[] = [];
  let at = 0;
  const close = () => {
    const index = open.pop();
    const frame = index === undefined ? undefined : frames[index];
    if (index === undefined || !frame) return;
    // The cost of the frame itself is written behind its children.
    at += own(frame);
    events.push({ type: 'C', frame: placeOf[index] ?? 0, at });
  };
  for (const [index, { parent }] of frames.entries()) {
    while (open.length > 0 && open.at(-1) !== parent) close();
    open.push(index);
    events.push({ type: 'O', frame: placeOf[index] ?? 0, at });
  }
  while (open.length > 0) close();
  return events;
}
