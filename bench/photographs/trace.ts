import type { Solid } from './solids.ts';
import { unit, type Vec } from './vectors.ts';

/** Bodies in boxes in boxes, so that a ray asks only those that it comes near. */
export interface Crowd {
  readonly low: Vec;
  readonly high: Vec;
  readonly parts?: readonly [Crowd, Crowd];
  readonly solids: readonly Solid[];
}

const FEW = 2;

export function crowdOf(solids: readonly Solid[]): Crowd {
  const ends = (pick: (...all: number[]) => number, corner: 'low' | 'high'): Vec => [
    pick(...solids.map((solid) => solid[corner][0])),
    pick(...solids.map((solid) => solid[corner][1])),
    pick(...solids.map((solid) => solid[corner][2])),
  ];
  const low = ends(Math.min, 'low');
  const high = ends(Math.max, 'high');
  if (solids.length <= FEW) return { low, high, solids };
  const middle = (solid: Solid, axis: 0 | 1 | 2) => solid.low[axis] + solid.high[axis];
  const spread = (axis: 0 | 1 | 2) => {
    const middles = solids.map((solid) => middle(solid, axis));
    return Math.max(...middles) - Math.min(...middles);
  };
  const axis = ([0, 1, 2] as const).reduce((best, other) => (spread(other) > spread(best) ? other : best));
  const sorted = [...solids].sort((one, other) => middle(one, axis) - middle(other, axis));
  const half = sorted.length >> 1;
  return { low, high, solids: [], parts: [crowdOf(sorted.slice(0, half)), crowdOf(sorted.slice(half))] };
}

export interface Hit {
  readonly solid: Solid;
  readonly distance: number;
}

/** What a ray asks. */
interface Asked {
  readonly farthest?: number;
  /** Any body will do, not only the first. */
  readonly any?: boolean;
  /** Clear bodies do not count. */
  readonly throughGlass?: boolean;
}

const STEPS = 96;

/** Where a ray enters what is between two corners; -1 where it misses it. */
function entering(low: Vec, high: Vec, from: Vec, way: Vec, farthest: number): number {
  let enter = 0;
  leaving = farthest;
  for (let axis = 0; axis < 3; axis++) {
    const at = axis as 0 | 1 | 2;
    const inverse = 1 / way[at];
    const one = (low[at] - from[at]) * inverse;
    const other = (high[at] - from[at]) * inverse;
    const near = one < other ? one : other;
    const far = one < other ? other : one;
    if (near > enter) enter = near;
    if (far < leaving) leaving = far;
  }
  return enter <= leaving ? enter : -1;
}
/** Where it leaves it again. */
let leaving = 0;

/** The first body that a ray meets; null where it meets none. */
export function firstHit(
  crowd: Crowd,
  from: Vec,
  way: Vec,
  { farthest = 1e4, any = false, throughGlass = false }: Asked = {},
): Hit | null {
  let best = farthest;
  let found: Solid | null = null;
  const waiting: Crowd[] = [crowd];
  for (let group = waiting.pop(); group; group = waiting.pop()) {
    if (entering(group.low, group.high, from, way, best) < 0) continue;
    if (group.parts) {
      waiting.push(group.parts[0], group.parts[1]);
      continue;
    }
    for (const solid of group.solids) {
      if (throughGlass && solid.clear) continue;
      let at = entering(solid.low, solid.high, from, way, best);
      if (at < 0) continue;
      const end = leaving + 1e-4;
      for (let steps = 0; steps < STEPS && at < end; steps++) {
        const gap = solid.distance(from[0] + way[0] * at, from[1] + way[1] * at, from[2] + way[2] * at);
        if (gap < 2e-4 + at * 2e-5) {
          if (any) return { solid, distance: at };
          best = at;
          found = solid;
          break;
        }
        at += gap;
      }
    }
  }
  return found && { solid: found, distance: best };
}

/** Which way a surface looks at a point. */
export function normalAt({ distance, relief }: Solid, [x, y, z]: Vec): Vec {
  const e = 4e-4;
  const field = relief ? (a: number, b: number, c: number) => distance(a, b, c) - relief(a, b, c) : distance;
  const one = field(x + e, y - e, z - e);
  const two = field(x - e, y - e, z + e);
  const three = field(x - e, y + e, z - e);
  const four = field(x + e, y + e, z + e);
  return unit([one - two - three + four, -one - two + three + four, -one + two - three + four]);
}
