import { noise, roughness } from './noise.ts';
import type { Field, Surface } from './solids.ts';
import { blend, colour, step, times, type Vec } from './vectors.ts';

type Axis = 'x' | 'y' | 'z';

/** Turns coordinates so that the first of them goes along an axis. */
function along(axis: Axis, [x, y, z]: Vec): Vec {
  if (axis === 'x') return [x, y, z];
  return axis === 'y' ? [y, z, x] : [z, x, y];
}

/** How the rings of a trunk are cut by a board at a point, 0 to 1: `seed` is another trunk. */
function rings(axis: Axis, at: Vec, seed: number): number {
  const [l, a, b] = along(axis, at);
  const wander = roughness(l * 1.1 + seed * 9, a * 5, b * 5, 3) * 0.06;
  const radius = Math.hypot(a + 0.13 + wander + 0.05 * Math.sin(seed * 5), b + 0.31 * Math.cos(seed * 3) + wander);
  const turn = (radius * 55 + noise(l * 2 + seed, a * 9, b * 9) * 0.7) % 1;
  return turn < 0.75 ? step(0, 0.75, turn) : 1 - step(0.75, 1, turn);
}

const fibres = (axis: Axis, at: Vec, seed: number): number => {
  const [l, a, b] = along(axis, at);
  return roughness(l * 9 + seed * 31, a * 420, b * 420, 2) + 0.5 * noise(l * 3, a * 60, b * 60);
};

/** Oiled wood. */
export function wood(light: string, dark: string, axis: Axis, seed = 0): Surface {
  const [bright, deep] = [colour(light), colour(dark)];
  return (x, y, z) => {
    const at: Vec = [x, y, z];
    const tone = blend(bright, deep, 0.6 * rings(axis, at, seed) + 0.18 * noise(x * 3 + seed, y * 3, z * 3) + 0.16);
    return { colour: times(tone, 1 + 0.2 * fibres(axis, at, seed)), shine: 0.035, blur: 0.28 };
  };
}
export const woodRelief =
  (axis: Axis, seed = 0): Field =>
  (x, y, z) =>
    0.00012 * fibres(axis, [x, y, z], seed);

export const OAK = ['#c79a63', '#8a5c31'] as const;
export const ASH = ['#dcc39a', '#b08f60'] as const;
export const WALNUT = ['#7a5236', '#40261a'] as const;
export const ELM = ['#a8734a', '#6a4026'] as const;

/** Boards side by side: each is cut of another trunk. */
export function boards([light, dark]: readonly [string, string], axis: 'x' | 'z', width: number): Surface {
  return (x, y, z) => {
    const across = axis === 'x' ? z : x;
    const number = Math.floor(across / width);
    const gap = Math.abs(across / width - number - 0.5) > 0.5 - 0.0016 / width;
    const shown = wood(light, dark, axis, number * 1.7 + 3)(x, y, z);
    const tone = 0.85 + 0.25 * noise(number * 5.3, 1, 1);
    return { ...shown, colour: times(shown.colour, gap ? 0.12 : tone) };
  };
}

/** Lime on a wall: hardly even. */
export function plaster(tint: string): Surface {
  const base = colour(tint);
  return (x, y, z) => ({
    colour: times(
      base,
      1 + 0.09 * roughness(x * 1.3, y * 1.3, z * 1.3, 4) + 0.05 * roughness(x * 24, y * 24, z * 24, 3),
    ),
  });
}
export const plasterRelief: Field = (x, y, z) =>
  0.0016 * roughness(x * 7, y * 7, z * 7, 3) + 0.0006 * roughness(x * 90, y * 90, z * 90, 2);

/** Glazed clay with specks. */
export function glaze(tint: string, speck = 0.5): Surface {
  const base = colour(tint);
  return (x, y, z) => {
    const spots = step(0.45, 0.6, noise(x * 260, y * 260, z * 260)) * speck;
    return {
      colour: times(base, (1 + 0.08 * noise(x * 20, y * 40, z * 20)) * (1 - 0.6 * spots)),
      shine: 0.04,
      blur: 0.03,
    };
  };
}

export const paint = (tint: string, shine = 0.02, blur = 0.4): Surface => {
  const base = colour(tint);
  return () => ({ colour: base, shine, blur });
};

export const metal = (tint: string, blur = 0.08): Surface => {
  const base = colour(tint);
  return (x, y, z) => ({
    colour: times(base, 0.35),
    shine: 0.45 + 0.1 * noise(x * 90, y * 90, z * 90),
    blur: blur + 0.04 * roughness(x * 60, y * 60, z * 60, 2),
  });
};

/** Woven cloth: threads cross. */
export function cloth(tint: string, threads = 900): Surface {
  const base = colour(tint);
  return (x, y, z) => {
    const weave = Math.sin(x * threads) * Math.sin(z * threads) + 0.6 * Math.sin(y * threads);
    return { colour: times(base, 0.95 + 0.07 * weave + 0.08 * noise(x * 90, y * 90, z * 90)) };
  };
}

/** Skin of fruit and crust of bread: a colour that changes from place to place. */
export function mottled(light: string, dark: string, size: number, shine = 0.03, blur = 0.25): Surface {
  const [bright, deep] = [colour(light), colour(dark)];
  return (x, y, z) => ({
    colour: blend(bright, deep, step(-0.5, 0.6, roughness(x * size, y * size, z * size, 4))),
    shine,
    blur,
  });
}
