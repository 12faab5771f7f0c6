import type { Lamp, Pane, Scene, Sun } from './scene.ts';
import { type Crowd, firstHit } from './trace.ts';
import { add, BLACK, blend, cross, dot, minus, times, unit, type Vec } from './vectors.ts';

type Chance = () => number;

/** A scene that rays can be sent into. */
export interface Stage extends Scene {
  readonly crowd: Crowd;
}

/** Light that comes to a point straight from the lights, by one ray to each. */
export function directLight({ crowd, lights }: Stage, point: Vec, normal: Vec, chance: Chance): Vec {
  let sum = BLACK;
  for (const light of lights) {
    const sample = sampleOf(light, point, chance);
    if (!sample) continue;
    const facing = dot(normal, sample.way);
    if (facing <= 0) continue;
    if (firstHit(crowd, point, sample.way, { farthest: sample.distance, any: true, throughGlass: true })) continue;
    sum = add(sum, times(sample.light, facing));
  }
  return sum;
}

function sampleOf(light: Sun | Pane | Lamp, point: Vec, chance: Chance) {
  if (light.kind === 'sun') return sunSample(light, point, chance);
  return light.kind === 'pane' ? paneSample(light, point, chance) : lampSample(light, point, chance);
}

function lampSample({ at, colour, size }: Lamp, point: Vec, chance: Chance) {
  const off: Vec = [chance() - 0.5, chance() - 0.5, chance() - 0.5];
  const away = minus(add(at, times(off, size)), point);
  const distance = Math.hypot(...away);
  return { way: times(away, 1 / distance), distance: distance - size, light: times(colour, 1 / (distance * distance)) };
}

function sunSample(sun: Sun, point: Vec, chance: Chance) {
  const share = sun.mask?.(point) ?? 1;
  if (share <= 0) return null;
  const off: Vec = [chance() - 0.5, chance() - 0.5, chance() - 0.5];
  return { way: unit(add(sun.way, times(off, sun.size))), distance: 1e3, light: times(sun.colour, share) };
}

function paneSample({ corner, u, v, colour }: Pane, point: Vec, chance: Chance) {
  const target = add(corner, add(times(u, chance()), times(v, chance())));
  const away = minus(target, point);
  const distance = Math.hypot(...away);
  const way = times(away, 1 / distance);
  const face = cross(u, v);
  const facing = -dot(face, way);
  if (facing <= 0) return null;
  return { way, distance: distance - 0.01, light: times(colour, facing / (Math.PI * distance * distance)) };
}

/** What a mirror sees of the windows along a ray; null where no window is there. */
export function paneAlong({ lights }: Scene, from: Vec, way: Vec, farthest: number): Vec | null {
  for (const light of lights) {
    if (light.kind !== 'pane') continue;
    const face = cross(light.u, light.v);
    const facing = dot(face, way);
    if (facing >= 0) continue;
    const away = minus(light.corner, from);
    const distance = dot(away, face) / facing;
    if (distance <= 0 || distance > farthest) continue;
    const at = minus(times(way, distance), away);
    const a = dot(at, light.u) / dot(light.u, light.u);
    const b = dot(at, light.v) / dot(light.v, light.v);
    if (a < 0 || a > 1 || b < 0 || b > 1) continue;
    // The bars of the window, so that a glaze shows where it is photographed.
    const isBar = Math.abs(a - 0.5) < 0.02 || Math.abs(((b * 3) % 1) - 0.5) > 0.47;
    return times(light.colour, isBar ? 0.1 : 1);
  }
  return null;
}

/** A direction into the half of space that a surface looks to, more often straight ahead. */
export function scattered(normal: Vec, chance: Chance): Vec {
  const angle = 2 * Math.PI * chance();
  const height = 2 * chance() - 1;
  const radius = Math.sqrt(1 - height * height);
  return unit(add(times(normal, 1.001), [radius * Math.cos(angle), radius * Math.sin(angle), height]));
}

/** What fog leaves of a colour that is so far away. */
export function throughFog({ fog }: Scene, seen: Vec, way: Vec, distance: number): Vec {
  return fog ? blend(seen, fog.colour(way), 1 - Math.exp(-distance / fog.reach)) : seen;
}
