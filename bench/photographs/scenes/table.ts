import { chance as chanceOf, noise, roughness } from '../noise.ts';
import type { Pane, Scene } from '../scene.ts';
import { block, egg, glass, made, moved, rotated, type Solid, stick, turnedBody } from '../solids.ts';
import { cloth, glaze, metal, mottled, plaster, plasterRelief, WALNUT, wood, woodRelief } from '../surfaces.ts';
import { blend, colour, step, times, type Vec } from '../vectors.ts';
import { bowl, branch } from './vessels.ts';

const TOP = 0.76;

/** A laid table in front of a dark wall, with a window at the left. */
function laid(
  things: readonly Solid[],
  camera: Scene['camera'],
  look: { wall?: string; exposure?: number; light?: Vec; flames?: readonly Vec[] } = {},
): () => Scene {
  const { wall = '#5a4a3c', exposure = 1, light = [1, 0.97, 0.9], flames = [] } = look;
  const evening = flames.length > 0;
  const planks = Array.from({ length: 7 }, (_, at) =>
    moved(made(block(2.6, 0.05, 0.196, 0.003), wood('#8e6238', '#553519', 'x', at * 2.3), woodRelief('x', at)), [
      0,
      TOP - 0.025,
      -0.66 + at * 0.198,
    ]),
  );
  const back = moved(made(block(8, 4, 0.1, 0), plaster(wall), plasterRelief), [0, 1.6, -1.5]);
  const pane: Pane = {
    kind: 'pane',
    corner: [-1.9, 0.95, 0.8],
    u: [0.3, 0, -1.3],
    v: [0, 1.3, 0],
    colour: times(light, evening ? 3 : 11),
  };
  return () => ({
    solids: [back, ...planks, ...things],
    lights: [
      pane,
      ...flames.map((at) => ({ kind: 'lamp' as const, at, colour: [0.17, 0.085, 0.03] as Vec, size: 0.02 })),
    ],
    sky: ([, y]) => (evening ? times([0.06, 0.055, 0.075], 0.7 + 0.5 * y) : times([0.17, 0.15, 0.13], 0.8 + 0.5 * y)),
    camera,
    exposure,
  });
}

const on = (solid: Solid, x: number, z: number, height = 0): Solid => moved(solid, [x, TOP + height, z]);

/** A loaf with a torn crust and flour on it. */
function loaf(length: number, width: number, seed: number): Solid {
  const cut = (x: number, z: number) => Math.abs(((x * 9 + z * 7 + seed) % 1) - 0.5);
  const push = (x: number, y: number, z: number) =>
    0.006 * roughness(x * 14 + seed, y * 14, z * 14, 3) -
    (y > 0.01
      ? 0.016 * step(0.16, 0.02, cut(x + 0.004 * noise(z * 40, x * 40, 1), z)) * step(width, width * 0.5, Math.abs(z))
      : 0);
  const [crust, deep, flour] = [colour('#b5712f'), colour('#5f2f12'), colour('#efe3cd')];
  return made(
    egg(length, width * 0.78, width, { most: 0.02, by: push }),
    (x, y, z) => {
      const baked = blend(crust, deep, step(-0.5, 0.5, roughness(x * 22, y * 22, z * 22 + seed, 4) + y * 2));
      const opened = step(0.2, 0.04, cut(x, z)) * step(0.0, 0.04, y);
      const dusted = step(0.0, 0.5, roughness(x * 60, y * 60, z * 60, 3) + y * 5 - 0.3) * (1 - opened);
      return {
        colour: blend(blend(baked, colour('#e0b273'), opened * 0.8), flour, dusted * 0.65),
        shine: 0.02,
        blur: 0.4,
      };
    },
    (x, y, z) => 0.0012 * roughness(x * 120, y * 120, z * 120, 3),
  );
}

const crumb = (x: number, y: number, z: number) => {
  const holes = step(0.12, 0.4, roughness(x * 70, y * 70, z * 40, 3));
  return { colour: blend(colour('#f0dfbd'), colour('#b98f58'), holes) };
};

/** A slice of bread that lies or leans. */
const slice = (): Solid =>
  made(
    egg(0.1, 0.016, 0.07, { most: 0.004, by: (x, y, z) => 0.003 * noise(x * 60, y * 60, z * 60) }),
    (x, y, z) => (Math.hypot(x / 0.1, z / 0.07) > 0.9 ? { colour: colour('#8a4c1f') } : crumb(x, y, z)),
    (x, y, z) => -0.004 * step(0.1, 0.4, roughness(x * 70, y * 70, z * 40, 3)),
  );

const lemon = (seed: number): Solid =>
  made(
    egg(0.043, 0.034, 0.034, {
      most: 0.012,
      by: (x, y, z) =>
        0.011 * step(0.028, 0.045, Math.abs(x)) * step(0.02, 0.0, Math.hypot(y, z)) +
        0.001 * noise(x * 50 + seed, y * 50, z * 50),
    }),
    mottled('#f2c62e', '#d9a514', 22, 0.04, 0.16),
    (x, y, z) => 0.0005 * noise(x * 420, y * 420, z * 420),
  );

const leafOf = (tint = '#4d6b2c'): Solid =>
  made(
    egg(0.055, 0.003, 0.02, { most: 0.006, by: (x) => 0.002 * Math.sin(x * 60) }),
    mottled(tint, '#2f4a1d', 50, 0.04, 0.2),
    (x, _y, z) => 0.0006 * Math.sin((Math.abs(z) - x * 0.5) * 700),
  );

const spun = (solid: Solid, seed: number): Solid => {
  const chance = chanceOf(seed);
  return rotated(rotated(solid, 'z', (chance() - 0.5) * 0.9), 'y', chance() * 6.3);
};

const tomato = (seed: number, size: number): Solid[] => {
  const fruit = made(
    egg(size, size * 0.8, size, {
      most: 0.006,
      by: (x, y, z) =>
        0.0035 * Math.sin(Math.atan2(z, x) * 6 + seed) * step(-0.01, size, y) -
        0.007 * step(0.014, 0.0, Math.hypot(x, z)) * step(0, 0.01, y),
    }),
    mottled('#c92a17', '#9b1a10', 16, 0.05, 0.05),
  );
  const stalks = [0, 1, 2, 3, 4].map((at) =>
    moved(
      rotated(
        rotated(made(egg(0.018, 0.002, 0.005), mottled('#5d7a34', '#3d5a22', 90)), 'z', -0.25),
        'y',
        at * 1.26 + seed,
      ),
      [0.014 * Math.cos(at * 1.26 + seed), size * 0.76, -0.014 * Math.sin(at * 1.26 + seed)],
    ),
  );
  return [fruit, ...stalks];
};

const plate = (x: number, z: number, size = 1, tint = '#e9e1d2'): Solid =>
  on(
    made(
      turnedBody(
        (
          [
            [0, 0],
            [0.08, 0],
            [0.09, 0.006],
            [0.14, 0.022],
            [0.141, 0.027],
            [0.1, 0.014],
            [0.08, 0.01],
            [0, 0.009],
          ] as const
        ).map(([radius, height]) => [radius * size, height * size] as const),
        0.0015,
      ),
      glaze(tint, 0.7),
    ),
    x,
    z,
  );

/** A stemmed glass with wine. */
function wineGlass(x: number, z: number, tint: string, level: number): Solid[] {
  const cup = turnedBody(
    [
      [0.0, 0.085],
      [0.02, 0.092],
      [0.036, 0.115],
      [0.041, 0.145],
      [0.037, 0.19],
      [0.0355, 0.19],
      [0.0395, 0.145],
      [0.034, 0.115],
      [0.02, 0.095],
      [0, 0.09],
    ],
    0.0006,
  );
  const stem = turnedBody(
    [
      [0, 0],
      [0.034, 0],
      [0.034, 0.002],
      [0.006, 0.008],
      [0.004, 0.05],
      [0.006, 0.088],
      [0, 0.088],
    ],
    0.0006,
  );
  const wine = turnedBody(
    (
      [
        [0, 0.093],
        [0.018, 0.097],
        [0.033, 0.117],
        [0.038, 0.14],
        [0.0385, level],
        [0, level],
      ] as const
    ).map(([radius, height]) => [radius * 0.97, height] as const),
    0.0005,
  );
  const deep = colour(tint);
  return [
    on(glass(cup), x, z),
    on(glass(stem), x, z),
    on(
      made(wine, (a, y, b) => ({
        colour: times(deep, 0.5),
        shine: 0.04,
        blur: 0.01,
        glow: times(deep, 0.05 + 0.55 * step(0.02, 0.045, Math.hypot(a + 0.02, b)) * (y > 0.12 ? 1 : 0.5)),
      })),
      x,
      z,
    ),
  ];
}

function candle(x: number, z: number): Solid[] {
  const flame = made(egg(0.006, 0.02, 0.006), (_x, y) => ({
    colour: [0, 0, 0],
    glow: times([2.6, 1.6, 0.6], 1.6 - Math.abs(y + 0.004) * 30),
  }));
  const wax = made(stick([0, 0.02, 0], [0, 0.13, 0], 0.017), (_x, y) => ({
    colour: colour('#e8d9b8'),
    glow: times([1, 0.55, 0.2], 0.5 * step(0.02, 0.14, y)),
  }));
  const dish = made(
    turnedBody(
      [
        [0, 0],
        [0.05, 0],
        [0.06, 0.016],
        [0.057, 0.018],
        [0.045, 0.006],
        [0.02, 0.006],
        [0.02, 0.03],
        [0, 0.03],
      ],
      0.001,
    ),
    metal('#b08a4a', 0.12),
  );
  return [on(flame, x, z, 0.175), on(wax, x, z), on(dish, x, z)];
}

const olives = (x: number, z: number): Solid[] => {
  const chance = chanceOf(77);
  return Array.from({ length: 26 }, () => {
    const turn = chance() * 6.3;
    const radius = 0.062 * Math.sqrt(chance());
    const fruit = made(
      egg(0.014, 0.011, 0.011),
      mottled(chance() > 0.4 ? '#7b8238' : '#3b2a33', '#5a6428', 40, 0.06, 0.06),
    );
    return on(
      rotated(fruit, 'y', chance() * 6),
      x + radius * Math.cos(turn),
      z + radius * Math.sin(turn),
      0.05 + 0.018 * chance(),
    );
  });
};

const napkin = (x: number, z: number, turn: number): Solid =>
  on(
    rotated(
      made(
        egg(0.2, 0.012, 0.13, {
          most: 0.02,
          by: (a, _b, c) => 0.007 * Math.sin(a * 26 + c * 9) + 0.006 * noise(a * 16, 1, c * 16),
        }),
        cloth('#d8cdb8', 1300),
      ),
      'y',
      turn,
    ),
    x,
    z,
    0.012,
  );

const knife = (x: number, z: number, turn: number): Solid[] =>
  [
    made(stick([-0.12, 0, 0], [-0.01, 0, 0], 0.011, 0.009), wood(...WALNUT, 'x')),
    moved(made(block(0.2, 0.003, 0.026, 0.001), metal('#ccd0d4', 0.05)), [0.1, 0, 0]),
  ].map((part) => on(rotated(part, 'y', turn), x, z, 0.014));

const chopping = (x: number, z: number, turn: number): Solid =>
  on(
    rotated(made(block(0.52, 0.026, 0.32, 0.01), wood('#b98a55', '#7a5230', 'x', 12), woodRelief('x', 12)), 'y', turn),
    x,
    z,
    0.013,
  );

export const bread = laid(
  [
    chopping(0.02, 0.06, 0.12),
    on(rotated(loaf(0.2, 0.1, 3), 'y', 0.4), -0.02, 0.0, 0.098),
    on(rotated(loaf(0.13, 0.075, 8), 'y', -0.5), -0.36, -0.2, 0.058),
    on(slice(), 0.22, 0.14, 0.042),
    on(rotated(slice(), 'z', 0.25), 0.3, 0.1, 0.06),
    napkin(-0.34, 0.2, 0.5),
    ...knife(0.2, 0.28, 2.8),
    moved(bowl([0, 0, 0], '#4d5d5e', 0.8), [0.36, TOP, -0.2]),
    ...tomato(1, 0.036).map((part) => on(part, 0.35, -0.2, 0.06)),
    ...tomato(4, 0.033).map((part) => on(part, 0.4, -0.17, 0.065)),
  ],
  { from: [0.12, 1.2, 1.25], to: [0, 0.82, 0], angle: 36, aperture: 0.012 },
  { exposure: 1.1 },
);

export const lemons = laid(
  [
    moved(bowl([0, 0, 0], '#3f5f78', 1.35), [0.02, TOP, 0]),
    ...(
      [
        [0, 0, 0.1],
        [0.075, 0.03, 0.09],
        [-0.07, 0.04, 0.09],
        [-0.02, -0.075, 0.09],
        [0.05, -0.06, 0.1],
        [0.01, 0.075, 0.095],
        [0.005, 0.0, 0.15],
        [0.06, 0.01, 0.14],
      ] as const
    ).map(([x, z, y], at) => on(spun(lemon(at), at + 1), 0.02 + x, z, y)),
    ...(
      [
        [-0.3, 0.12],
        [-0.22, 0.2],
        [0.3, 0.2],
      ] as const
    ).map(([x, z], at) => on(spun(lemon(at + 20), at + 30), x, z, 0.034)),
    ...(
      [
        [0.09, 0.06, 0.15, 0.6],
        [-0.1, 0.05, 0.12, 2.4],
        [-0.24, 0.1, 0.05, 1.1],
        [-0.04, -0.08, 0.16, 4],
      ] as const
    ).map(([x, z, y, turn]) => on(rotated(rotated(leafOf(), 'z', 0.35), 'y', turn), x, z, y)),
    ...branch([0.46, TOP, -0.28], '#6f8a4a', 3, 0.4),
    napkin(0.36, 0.08, -0.4),
    ...knife(-0.1, 0.3, 0.2),
  ],
  { from: [0.05, 1.16, 1.15], to: [0.0, 0.84, 0], angle: 34, aperture: 0.014 },
  { wall: '#8a7a62', exposure: 1 },
);

export const glasses = laid(
  [
    ...wineGlass(-0.1, 0.1, '#7a0d1c', 0.145),
    ...wineGlass(0.06, 0.02, '#8a1020', 0.138),
    ...wineGlass(0.22, 0.14, '#d9b24a', 0.142),
    ...candle(-0.3, -0.06),
    ...candle(0.42, -0.3),
    moved(bowl([0, 0, 0], '#8d5a3a', 0.75), [-0.06, TOP, 0.26]),
    ...olives(-0.06, 0.26),
    on(slice(), 0.3, 0.28, 0.016),
    on(rotated(slice(), 'y', 1), 0.42, 0.2, 0.018),
  ],
  { from: [0.02, 0.98, 1.1], to: [0.04, 0.85, 0], angle: 36, aperture: 0.02, focus: 0.98 },
  {
    wall: '#5a4650',
    exposure: 2,
    light: [0.65, 0.8, 1.25],
    flames: [
      [-0.3, TOP + 0.18, -0.06],
      [0.42, TOP + 0.18, -0.3],
    ],
  },
);

export const tomatoes = laid(
  [
    plate(0, 0.02, 1.5),
    ...(
      [
        [0, 0, 0.046],
        [0.095, 0.02, 0.042],
        [-0.09, 0.03, 0.044],
        [-0.03, 0.1, 0.04],
        [0.06, -0.085, 0.043],
        [-0.05, -0.08, 0.041],
        [0.055, 0.1, 0.036],
      ] as const
    ).flatMap(([x, z, size], at) => tomato(at * 2, size).map((part) => on(part, x, 0.02 + z, 0.014 + size * 0.78))),
    ...(
      [
        [-0.36, 0.2, 0.04],
        [0.36, -0.1, 0.043],
        [0.33, 0.22, 0.034],
      ] as const
    ).flatMap(([x, z, size], at) => tomato(at + 9, size).map((part) => on(part, x, z, size * 0.78))),
    ...(
      [
        [0.13, 0.14, 0.04, 0.4],
        [-0.13, 0.12, 0.05, 2],
        [0.02, 0.05, 0.1, 1],
        [-0.3, 0.06, 0.008, 0.3],
        [0.26, 0.1, 0.008, 2.2],
      ] as const
    ).map(([x, z, y, turn]) => on(rotated(rotated(leafOf('#5a8a34'), 'z', 0.2), 'y', turn), x, z, y)),
    ...knife(-0.24, 0.3, 0.5),
    ...candle(-0.5, -0.4).slice(1),
    moved(bowl([0, 0, 0], '#c9bda4', 0.6), [-0.3, TOP, -0.14]),
    ...olives(-0.3, -0.14).map((fruit) => moved(fruit, [0, -0.012, 0])),
  ],
  { from: [-0.08, 1.3, 1.05], to: [0, 0.8, 0.02], angle: 34, aperture: 0.012 },
  { wall: '#6b5b47', exposure: 1.15 },
);
