import { directLight, paneAlong, type Stage, scattered, throughFog } from './light.ts';
import { chance as chanceOf } from './noise.ts';
import type { Scene } from './scene.ts';
import { crowdOf, firstHit, type Hit, normalAt } from './trace.ts';
import { add, cross, dot, filtered, minus, times, unit, type Vec } from './vectors.ts';

/** What is known of each point of a picture; colours have three numbers a point, in linear light. */
export interface Layers {
  readonly width: number;
  readonly height: number;
  /** Colour of the surface itself. */
  readonly surface: Float32Array;
  /** Light that it gets from the lights, and from what stands around. */
  readonly direct: Float32Array;
  readonly indirect: Float32Array;
  /** What is not a matter of light that falls on it: mirrors, glow, sky. */
  readonly rest: Float32Array;
  readonly normal: Float32Array;
  readonly depth: Float32Array;
}

const FAR = 1e3;
const PANES_OF_GLASS = 4;
/** What a mirror shows is not brighter, for the few rays of a lamp in a blurred one would be specks. */
const BRIGHT = 8;

/** Renders a scene by rays: `samples` of them a point, and for each of these one to each light and one that bounces. */
export function render(scene: Scene, width: number, height: number, samples: number): Layers {
  const three = () => new Float32Array(width * height * 3);
  const layers: Layers = {
    width,
    height,
    surface: three(),
    direct: three(),
    indirect: three(),
    rest: three(),
    normal: three(),
    depth: new Float32Array(width * height),
  };
  const stage = { ...scene, crowd: crowdOf(scene.solids) };
  const { from, to, angle } = scene.camera;
  const ahead = unit(minus(to, from));
  const right = unit(cross(ahead, [0, 1, 0]));
  const up = cross(right, ahead);
  const spread = Math.tan((angle * Math.PI) / 360);
  const chance = chanceOf(width * 31 + height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let sample = 0; sample < samples; sample++) {
        const a = ((2 * (x + chance())) / width - 1) * spread;
        const b = ((height - 2 * (y + chance())) / width) * spread;
        const way = unit(add(ahead, add(times(right, a), times(up, b))));
        const point = look(stage, from, way, chance);
        const at = y * width + x;
        for (const name of ['surface', 'direct', 'indirect', 'rest', 'normal'] as const) {
          const [r, g, v] = point[name];
          layers[name][3 * at] = (layers[name][3 * at] ?? 0) + r / samples;
          layers[name][3 * at + 1] = (layers[name][3 * at + 1] ?? 0) + g / samples;
          layers[name][3 * at + 2] = (layers[name][3 * at + 2] ?? 0) + v / samples;
        }
        const straight = Math.min(FAR, point.depth * dot(way, ahead));
        layers.depth[at] = (layers.depth[at] ?? 0) + straight / samples;
      }
    }
  }
  return layers;
}

type Chance = () => number;

interface Seen {
  readonly surface: Vec;
  readonly direct: Vec;
  readonly indirect: Vec;
  readonly rest: Vec;
  readonly normal: Vec;
  readonly depth: number;
}

const NOTHING: Vec = [0, 0, 0];

function look(scene: Stage, start: Vec, way: Vec, chance: Chance): Seen {
  let from = start;
  let gone = 0;
  let rest = NOTHING;
  let share = 1;
  for (let panes = 0; panes <= PANES_OF_GLASS; panes++) {
    const hit = firstHit(scene.crowd, from, way);
    if (!hit) {
      const sky = times(scene.sky(way), share);
      return {
        surface: NOTHING,
        direct: NOTHING,
        indirect: NOTHING,
        rest: add(rest, sky),
        normal: NOTHING,
        depth: FAR,
      };
    }
    const on = add(from, times(way, hit.distance));
    gone += hit.distance;
    const normal = normalAt(hit.solid, on);
    const finish = hit.solid.surface(...on);
    const mirrored = mirror(scene, on, way, normal, finish.shine ?? 0, finish.blur ?? 0, chance);
    if (hit.solid.clear && panes < PANES_OF_GLASS) {
      rest = add(rest, times(mirrored, share));
      share *= 0.93;
      from = add(on, times(way, 0.006));
      continue;
    }
    const above = add(on, times(normal, 0.002));
    const bounce = scattered(normal, chance);
    const glow = finish.glow ?? NOTHING;
    // Fog takes as much of each light as of what is seen by it.
    const clear = scene.fog ? Math.exp(-gone / scene.fog.reach) : 1;
    return {
      surface: times(finish.colour, share * clear),
      direct: directLight(scene, above, normal, chance),
      indirect: arriving(scene, above, bounce, chance),
      rest: add(rest, throughFog(scene, times(add(mirrored, glow), share), way, gone)),
      normal,
      depth: gone,
    };
  }
  throw new Error('a ray ends at the last pane of glass');
}

/** What comes along a ray: the colour of what stands there under the lights, with a little for light that has gone a longer way. */
function arriving(scene: Stage, from: Vec, way: Vec, chance: Chance): Vec {
  return shown(scene, from, way, firstHit(scene.crowd, from, way, { throughGlass: true }), chance);
}

function shown(scene: Stage, from: Vec, way: Vec, hit: Hit | null, chance: Chance): Vec {
  if (!hit) return scene.sky(way);
  const on = add(from, times(way, hit.distance));
  const normal = normalAt(hit.solid, on);
  const { colour, glow } = hit.solid.surface(...on);
  const light = directLight(scene, add(on, times(normal, 0.002)), normal, chance);
  const around = times(scene.sky(normal), 0.35);
  return throughFog(scene, add(filtered(colour, add(light, around)), glow ?? NOTHING), way, hit.distance);
}

/** What a surface shows as a mirror does: more of it, the flatter one looks. */
function mirror(scene: Stage, on: Vec, way: Vec, normal: Vec, shine: number, blur: number, chance: Chance): Vec {
  if (shine === 0) return NOTHING;
  const facing = Math.min(1, Math.max(0, -dot(way, normal)));
  const share = shine + (1 - shine) * (1 - facing) ** 5 * (1 - blur) ** 2;
  const straight = minus(way, times(normal, 2 * dot(way, normal)));
  const off: Vec = [chance() - 0.5, chance() - 0.5, chance() - 0.5];
  const back = unit(add(straight, times(off, blur)));
  const from = add(on, times(normal, 0.002));
  const hit = firstHit(scene.crowd, from, back, { throughGlass: true });
  const pane = paneAlong(scene, from, back, hit?.distance ?? FAR);
  const seen = pane ?? shown(scene, from, back, hit, chance);
  const brightest = Math.max(...seen, BRIGHT);
  return times(seen, (share * BRIGHT) / brightest);
}
