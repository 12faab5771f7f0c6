import type { Vec } from './vectors.ts';

/** How far a point is from a body, negative inside. */
export type Field = (x: number, y: number, z: number) => number;

/** What a body looks like at a point of its surface. */
export interface Finish {
  readonly colour: Vec;
  /** Share of light that is thrown back as by a mirror, seen from the front; 0 for a mat surface. */
  readonly shine?: number;
  /** How blurred this mirror is. */
  readonly blur?: number;
  readonly glow?: Vec;
}
export type Surface = (x: number, y: number, z: number) => Finish;

/** A body between two corners, all of it in coordinates of its own. */
export interface Solid {
  readonly distance: Field;
  readonly low: Vec;
  readonly high: Vec;
  readonly surface: Surface;
  /** Unevenness that light shows, and that is too fine for the outline. */
  readonly relief?: Field | undefined;
  /** Thin glass: seen through, and without a shadow. */
  readonly clear?: boolean | undefined;
}

type Body = Pick<Solid, 'distance' | 'low' | 'high'>;

export const made = (body: Body, surface: Surface, relief?: Field): Solid => ({ ...body, surface, relief });
export const glass = (body: Body): Solid => ({
  ...body,
  clear: true,
  surface: () => ({ colour: [1, 1, 1], shine: 0.05, blur: 0 }),
});

const around = (x: number, y: number, z: number) => ({ low: [-x, -y, -z] as Vec, high: [x, y, z] as Vec });

/** A block with its middle at the origin, and round edges. */
export function block(width: number, height: number, depth: number, round = 0.004): Body {
  const [a, b, c] = [width / 2 - round, height / 2 - round, depth / 2 - round];
  return {
    ...around(width / 2, height / 2, depth / 2),
    distance: (x, y, z) => {
      const u = Math.abs(x) - a;
      const v = Math.abs(y) - b;
      const w = Math.abs(z) - c;
      const outside = Math.sqrt(Math.max(u, 0) ** 2 + Math.max(v, 0) ** 2 + Math.max(w, 0) ** 2);
      return outside + Math.min(Math.max(u, v, w), 0) - round;
    },
  };
}

/** A stick with round ends, from one point to another, that may get thinner. */
export function stick(from: Vec, to: Vec, radius: number, end = radius): Body {
  const [a, b, c] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const squared = a * a + b * b + c * c;
  const widest = Math.max(radius, end);
  return {
    low: [Math.min(from[0], to[0]) - widest, Math.min(from[1], to[1]) - widest, Math.min(from[2], to[2]) - widest],
    high: [Math.max(from[0], to[0]) + widest, Math.max(from[1], to[1]) + widest, Math.max(from[2], to[2]) + widest],
    distance: (x, y, z) => {
      const u = x - from[0];
      const v = y - from[1];
      const w = z - from[2];
      const share = Math.min(1, Math.max(0, (u * a + v * b + w * c) / squared));
      return Math.hypot(u - a * share, v - b * share, w - c * share) - radius + (radius - end) * share;
    },
  };
}

/** An egg; `push` moves its surface outwards by so much at most. */
export function egg(a: number, b: number, c: number, push?: { readonly most: number; readonly by: Field }): Body {
  const most = push?.most ?? 0;
  return {
    ...around(a + most, b + most, c + most),
    distance: (x, y, z) => {
      const near = Math.hypot(x / a, y / b, z / c);
      const slope = Math.hypot(x / (a * a), y / (b * b), z / (c * c));
      const distance = slope === 0 ? -Math.min(a, b, c) : (near * (near - 1)) / slope;
      return push ? (distance - push.by(x, y, z)) * 0.7 : distance;
    },
  };
}

/** What a lathe turns: the outline is given by radius and height, from point to point, and closed. */
export function turnedBody(outline: readonly (readonly [number, number])[], round = 0.002): Body {
  const radii = outline.map(([radius]) => radius);
  const heights = outline.map(([, height]) => height);
  const widest = Math.max(...radii) + round;
  const count = outline.length;
  return {
    low: [-widest, Math.min(...heights) - round, -widest],
    high: [widest, Math.max(...heights) + round, widest],
    distance: (x, y, z) => {
      const radius = Math.sqrt(x * x + z * z);
      let squared = Number.POSITIVE_INFINITY;
      let inside = false;
      for (let at = 0, before = count - 1; at < count; before = at++) {
        const [ra = 0, ya = 0] = outline[at] ?? [];
        const [rb = 0, yb = 0] = outline[before] ?? [];
        const er = rb - ra;
        const ey = yb - ya;
        const dr = radius - ra;
        const dy = y - ya;
        const share = Math.min(1, Math.max(0, (dr * er + dy * ey) / (er * er + ey * ey)));
        squared = Math.min(squared, (dr - er * share) ** 2 + (dy - ey * share) ** 2);
        if (ya > y !== yb > y && radius < ra + (er * dy) / ey) inside = !inside;
      }
      return (inside ? -1 : 1) * Math.sqrt(squared) - round;
    },
  };
}

export const moved = (solid: Solid, [a, b, c]: Vec): Solid => ({
  ...solid,
  low: [solid.low[0] + a, solid.low[1] + b, solid.low[2] + c],
  high: [solid.high[0] + a, solid.high[1] + b, solid.high[2] + c],
  distance: (x, y, z) => solid.distance(x - a, y - b, z - c),
  surface: (x, y, z) => solid.surface(x - a, y - b, z - c),
  relief: solid.relief && ((x, y, z) => solid.relief?.(x - a, y - b, z - c) ?? 0),
});

/** Turned about an axis through the origin, radians. */
export function rotated(solid: Solid, axis: 'x' | 'y' | 'z', angle: number): Solid {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const [first, second] = ({ x: [1, 2], y: [2, 0], z: [0, 1] } as const)[axis];
  const turn = (point: Vec, way: 1 | -1): Vec => {
    const result: [number, number, number] = [...point];
    result[first] = point[first] * cos - way * point[second] * sin;
    result[second] = way * point[first] * sin + point[second] * cos;
    return result;
  };
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => {
    const end = (at: 0 | 1 | 2) => ((bits >> at) & 1 ? solid.high[at] : solid.low[at]);
    return turn([end(0), end(1), end(2)], 1);
  });
  const ends = (pick: (...all: number[]) => number): Vec => [
    pick(...corners.map(([x]) => x)),
    pick(...corners.map(([, y]) => y)),
    pick(...corners.map(([, , z]) => z)),
  ];
  const back = <T>(field: (x: number, y: number, z: number) => T) => {
    if (axis === 'y') return (x: number, y: number, z: number) => field(x * cos - z * sin, y, x * sin + z * cos);
    if (axis === 'x') return (x: number, y: number, z: number) => field(x, y * cos + z * sin, z * cos - y * sin);
    return (x: number, y: number, z: number) => field(x * cos + y * sin, y * cos - x * sin, z);
  };
  return {
    ...solid,
    low: ends(Math.min),
    high: ends(Math.max),
    distance: back(solid.distance),
    surface: back(solid.surface),
    relief: solid.relief && back(solid.relief),
  };
}
