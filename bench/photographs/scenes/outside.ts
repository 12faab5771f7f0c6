import { chance as chanceOf, noise, roughness } from '../noise.ts';
import type { Scene } from '../scene.ts';
import { block, egg, made, moved, type Solid, stick } from '../solids.ts';
import { mottled, paint, wood } from '../surfaces.ts';
import { add, BLACK, blend, colour, dot, step, times, unit, type Vec } from '../vectors.ts';

/** Clouds of a high sky, 0 to 1. */
function clouds([x, y, z]: Vec, seed: number): number {
  const high = 1 / (Math.max(y, 0.01) + 0.08);
  const bend = roughness(x * high * 0.5 + seed, z * high * 0.9, 2, 3);
  return step(-0.05, 0.55, roughness(x * high * 0.7 + bend + seed, z * high * 2.2 + bend, 1, 6) + 0.12);
}

const SUN = unit([-0.2, 0.055, -1]);

function sunset(way: Vec): Vec {
  const up = Math.max(0, way[1]);
  const near = Math.max(0, dot(way, SUN));
  const low = blend(colour('#f2a257'), colour('#c9788a'), step(0, 0.16, up));
  const air = blend(low, colour('#4a6a94'), step(0.06, 0.5, up));
  const glow = add(times([1, 0.55, 0.22], 0.9 * near ** 60), times([1, 0.7, 0.35], 0.45 * near ** 9));
  const disc = times([14, 9, 4.5], step(0.99965, 0.9998, near));
  const cloud = clouds(way, 4) * step(0.01, 0.06, way[1]) * (1 - step(0.35, 0.8, up));
  const lining = blend(colour('#6b5570'), colour('#f6a469'), step(0.2, 0, up) * (0.4 + 0.6 * near ** 4));
  return add(blend(add(air, glow), lining, cloud * 0.75), times(disc, 1 - cloud * 0.8));
}

/** A beach at low tide: rows of posts lead into the sea. */
export function beach(): Scene {
  const shore = (x: number) => -26 + 2.2 * noise(x * 0.07, 1, 1) + 0.5 * noise(x * 0.4, 2, 1);
  const [sea, sand, dry] = [colour('#2c4a55'), colour('#4d3d2e'), colour('#a98a63')];
  const ground = made(
    block(900, 1, 900, 0),
    (x, y, z) => {
      const beyond = shore(x) - z;
      const waves = [0, 7, 15, 26].map(
        (gap) => Math.abs(beyond - gap - 0.8 * noise(x * 0.11 + gap, 3, 1)) / (0.35 + gap * 0.012),
      );
      const foam =
        step(1, 0.3, Math.min(...waves)) * step(-0.35, 0.25, noise(x * 1.3, z * 3, 2) + 0.5 * noise(x * 6, z * 9, 3));
      if (beyond > 0) return { colour: blend(sea, [0.9, 0.8, 0.72], foam), shine: 0.16 * (1 - foam), blur: 0.05 };
      const wet = step(0.05, -0.25, roughness(x * 0.16, z * 0.4, 5, 4) - step(14, 2, -beyond) * 0.5);
      const grains = 1 + 0.16 * noise(x * 40, y, z * 40) + 0.1 * noise(x * 9, y, z * 9);
      return {
        colour: times(blend(dry, sand, wet), grains * (1 - 0.4 * wet)),
        shine: 0.3 * wet,
        blur: 0.03 + 0.25 * (1 - wet),
      };
    },
    (x, _y, z) => {
      const beyond = shore(x) - z;
      if (beyond > 0) return 0.03 * roughness(x * 0.5, z * 1.5, 1, 4);
      return 0.006 * roughness(x * 1.2 + noise(x, z, 4), z * 5, 2, 3);
    },
  );
  const chance = chanceOf(31);
  const post = (x: number, z: number, tall: number): Solid =>
    made(
      stick([x, -0.3, z], [x + (chance() - 0.5) * 0.1, tall, z], 0.13, 0.11),
      wood('#5c4b3c', '#2c221b', 'y', x + z),
    );
  const rows = [-5.5, 6.5].flatMap((x, row) =>
    Array.from({ length: 34 }, (_, at) =>
      post(x + (chance() - 0.5) * 0.12 + row * at * 0.02, -5 - at * 1.15, 1.25 - at * 0.018 + 0.25 * chance()),
    ),
  );
  return {
    solids: [moved(ground, [0, -0.5, 0]), ...rows],
    lights: [{ kind: 'sun', way: SUN, colour: [2.2, 1.2, 0.55], size: 0.01 }],
    sky: sunset,
    fog: { colour: sunset, reach: 420 },
    camera: { from: [0.4, 1.55, 2], to: [0, 1.75, -20], angle: 52, aperture: 0.0015, focus: 16 },
    exposure: 1.05,
  };
}

/** Two slag heaps at the blue hour, with the lights of a town before them; all of it is painted on the sky. */
export function heaps(): Scene {
  const chance = chanceOf(12);
  const lamps = Array.from({ length: 70 }, () => {
    const warm = chance();
    const tint: Vec = warm > 0.75 ? [0.9, 0.95, 1] : warm > 0.08 ? [1, 0.62, 0.25] : [1, 0.2, 0.12];
    return { x: (chance() - 0.5) * 1.25, y: -0.012 - 0.035 * chance() ** 2, size: 0.0012 + 0.0018 * chance(), tint };
  });
  const heap = (x: number, from: number, tall: number, wide: number): number =>
    tall * (1 - (Math.hypot(x - from, 0.012) / wide) ** 0.94) + 0.004 * roughness(x * 30, tall, 1, 4);
  const sky = (way: Vec): Vec => {
    const x = way[0] / -way[2];
    const y = way[1] / -way[2];
    const up = Math.max(0, y);
    const band = blend(colour('#f0b07c'), colour('#8f8fb0'), step(0, 0.11, up));
    let seen = blend(band, colour('#1d3563'), step(0.03, 0.42, up));
    const streaks =
      step(0.05, 0.6, roughness(x * 2.2 + 3, y * 17, 1, 5) + 0.12) * step(0, 0.05, y) * step(0.34, 0.1, y);
    seen = blend(seen, blend(colour('#d98a7a'), colour('#41507c'), step(0.05, 0.25, up)), streaks * 0.6);
    const stars = noise(x * 260, y * 260, 8) > 0.93 ? step(0.16, 0.4, up) * 0.35 : 0;
    seen = add(seen, [stars, stars, stars]);
    for (let far = 0; far < 3; far++) {
      const ridge = 0.012 - far * 0.014 + 0.016 * roughness(x * (3 + far * 2) + far * 9, far, 1, 5);
      if (y < ridge) seen = blend(seen, blend(colour('#8a87a3'), colour('#39435f'), far / 2), 0.75);
    }
    const heights = [heap(x, -0.2, 0.21, 0.34), heap(x, 0.13, 0.235, 0.33)];
    for (const [at, height] of heights.entries()) {
      if (y > height) continue;
      const light =
        0.65 +
        0.8 * roughness(((x - (at ? 0.13 : -0.2)) / (0.04 + height - y)) * 3, at, y * 9, 5) -
        4 * (x - (at ? 0.13 : -0.2));
      const rock = times(blend(colour('#272d45'), colour('#59566c'), 0.5 * light), 0.9);
      seen = blend(rock, colour('#8b86a0'), step(0.1, -0.03, y) * 0.65);
    }
    const roofs =
      -0.018 + (0.009 * Math.floor(3 * Math.abs(noise(Math.floor(x * 34), 1, 1)))) / 3 + 0.003 * noise(x * 150, 1, 2);
    if (y < roofs) seen = blend(colour('#3b415a'), colour('#1b2030'), step(-0.01, -0.06, y));
    const field =
      -0.062 +
      0.006 * roughness(x * 9, 5, 1, 4) +
      0.006 * Math.max(0, noise(x * 420, 1, 1)) +
      0.004 * noise(x * 130, 2, 2);
    const isField = y < field;
    if (isField)
      seen = times(
        blend(colour('#2a2f3c'), colour('#10131b'), step(-0.06, -0.2, y)),
        1 + 0.5 * roughness((x * 60) / (0.2 - y), y * 300, 1, 3),
      );
    for (const lamp of lamps) {
      const away = Math.hypot(x - lamp.x, y - lamp.y);
      if (away > 0.06) continue;
      const shine = (step(lamp.size, lamp.size * 0.5, away) * 2.4 + 0.05 * Math.exp(-away * 90)) * (isField ? 0.3 : 1);
      seen = add(seen, times(lamp.tint, shine));
    }
    return seen;
  };
  return {
    solids: [],
    lights: [],
    sky,
    camera: { from: [0, 0, 0], to: [0, 0.06, -1], angle: 46, aperture: 0 },
    exposure: 0.95,
    grain: 1.6,
  };
}

const PALE_SUN = unit([-0.16, 0.2, -1]);
function mist(way: Vec): Vec {
  const near = Math.max(0, dot(way, PALE_SUN));
  const air = blend(colour('#e2c3a6'), colour('#a9bac6'), step(-0.02, 0.4, way[1]));
  return add(
    times(air, 0.85),
    add(times([0.9, 0.65, 0.4], 0.5 * near ** 24), times([3, 2.4, 1.7], step(0.9991, 0.9996, near))),
  );
}

/** A canal between poplars, in the mist of an early morning. */
export function canal(): Scene {
  const chance = chanceOf(6);
  const poplars = [-1, 1].flatMap((side) =>
    Array.from({ length: 15 }, (_, at): Solid[] => {
      const x = side * (6.4 + 0.5 * chance());
      const z = -5 - at * 6.2 - chance();
      const tall = 5.6 + 1.4 * chance();
      const seed = side * 40 + at * 7;
      const leaves = egg(1.1, tall, 1.1, {
        most: 0.8,
        by: (a, b, c) =>
          0.75 * roughness(a * 1.4 + seed, b * 1.1, c * 1.4, 3) + 0.3 * noise(a * 7, b * 7, c * 7 + seed),
      });
      return [
        moved(
          made(leaves, mottled('#4a5a35', '#1f2a1a', 5, 0, 1), (a, b, c) => 0.1 * roughness(a * 12, b * 12, c * 12, 2)),
          [x, tall + 1.2, z],
        ),
        made(stick([x, 0, z], [x, 3, z], 0.17, 0.12), wood('#5c5044', '#332a22', 'y', at)),
      ];
    }).flat(),
  );
  const water = made(
    block(9, 1, 300, 0),
    () => ({ colour: colour('#26332f'), shine: 0.3, blur: 0.012 }),
    (x, _y, z) => 0.0016 * roughness(x * 1.6, z * 3.5, 1, 3),
  );
  const bank = (side: number): Solid =>
    moved(
      made(
        block(60, 1, 300, 0.3),
        mottled('#6d7446', '#3c4326', 2.5, 0, 1),
        (x, y, z) => 0.05 * noise(x * 9, y * 9, z * 9) + 0.03 * noise(x * 40, y * 12, z * 40),
      ),
      [side * 34.2, -0.15, -100],
    );
  const reeds = Array.from({ length: 150 }, (): Solid => {
    const side = chance() > 0.5 ? 1 : -1;
    const x = side * (3.6 + 0.7 * chance());
    const z = -2.5 - 26 * chance() ** 1.6;
    return made(
      stick(
        [x, -0.4, z],
        [x + 0.25 * (chance() - 0.5), 0.7 + 0.7 * chance(), z + 0.2 * (chance() - 0.5)],
        0.014,
        0.005,
      ),
      paint(chance() > 0.5 ? '#8a7b4a' : '#5c6638', 0, 1),
    );
  });
  return {
    solids: [moved(water, [0, -0.95, -100]), bank(-1), bank(1), ...poplars, ...reeds],
    lights: [{ kind: 'sun', way: PALE_SUN, colour: [0.9, 0.66, 0.42], size: 0.12 }],
    sky: mist,
    fog: { colour: mist, reach: 75 },
    camera: { from: [-0.5, 1.5, 3], to: [0.1, 2.3, -20], angle: 54, aperture: 0.002, focus: 11 },
    exposure: 0.9,
  };
}

/** A quay at night, out of focus: lamps and their light on wet stones. */
export function quay(): Scene {
  const chance = chanceOf(19);
  const tints: readonly Vec[] = [
    [1, 0.55, 0.18],
    [1, 0.68, 0.32],
    [1, 0.25, 0.12],
    [0.35, 0.75, 1],
    [1, 0.85, 0.6],
    [0.4, 1, 0.65],
  ];
  const discs = Array.from({ length: 46 }, () => ({
    x: (chance() - 0.5) * 1.5,
    y: 0.02 + 0.26 * chance() ** 1.7,
    size: 0.016 + 0.024 * chance(),
    tint: times(tints[Math.floor(chance() ** 1.6 * tints.length)] ?? BLACK, 0.25 + 0.7 * chance()),
  }));
  const sky = (way: Vec): Vec => {
    const x = way[0] / -way[2];
    const y = way[1] / -way[2];
    let seen = blend(colour('#231f33'), colour('#0a0d1a'), step(0, 0.4, Math.abs(y)));
    seen = add(seen, times([0.25, 0.12, 0.05], Math.exp(-Math.abs(y) * 16)));
    const stones =
      0.55 + 0.9 * step(-0.3, 0.5, roughness((x * 9) / (0.12 - Math.min(y, 0)), 4 / (0.06 - Math.min(y, 0)), 3, 4));
    for (const disc of discs) {
      const away = Math.hypot(x - disc.x, y - disc.y) / disc.size;
      if (away < 1) seen = add(seen, times(disc.tint, (0.45 + 0.35 * away ** 6) * step(1, 0.95, away)));
      if (y > 0.0) continue;
      const across = (x - disc.x + 0.006 * noise(y * 160, disc.x * 40, 2)) / (disc.size * 1.2);
      const streak = Math.exp(-across * across * 1.6) * Math.exp(-Math.abs(y + disc.y * 0.9) * 7);
      seen = add(seen, times(disc.tint, 0.32 * streak * stones));
    }
    return seen;
  };
  const iron = paint('#14151a', 0.06, 0.18);
  const rail: Solid[] = [
    ...[-2.1, -0.75, 0.6, 1.95].map((x) => made(stick([x, -1.2, -3], [x, 0.02, -3], 0.045, 0.04), iron)),
    ...[-2.1, -0.75, 0.6, 1.95].map((x) => moved(made(egg(0.065, 0.065, 0.065), iron), [x, 0.06, -3])),
    made(stick([-4, -0.14, -3], [4, -0.14, -3], 0.022), iron),
    made(stick([-4, -0.52, -3], [4, -0.52, -3], 0.022), iron),
  ];
  return {
    solids: rail,
    lights: [{ kind: 'lamp', at: [-1.6, 1.4, -1.8], colour: [3.2, 1.9, 0.8], size: 0.1 }],
    sky,
    camera: { from: [0, 0, 0], to: [0, 0.01, -1], angle: 44, aperture: 0, focus: 3 },
    exposure: 1.5,
    grain: 1.8,
  };
}
