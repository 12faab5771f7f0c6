import { chance as chanceOf, noise } from '../noise.ts';
import { block, egg, made, moved, rotated, type Solid, stick, turnedBody } from '../solids.ts';
import { ASH, cloth, ELM, glaze, metal, mottled, OAK, paint, WALNUT, wood, woodRelief } from '../surfaces.ts';
import type { Vec } from '../vectors.ts';
import { board, rod, turnAll } from './timber.ts';
import { bowl, branch, vase } from './vessels.ts';

export function roundTable(): Solid[] {
  const top = made(
    turnedBody(
      [
        [0, 0.705],
        [0.56, 0.705],
        [0.6, 0.72],
        [0.6, 0.735],
        [0.59, 0.745],
        [0, 0.745],
      ],
      0.003,
    ),
    wood(...OAK, 'x', 4),
    woodRelief('x', 4),
  );
  const foot = made(
    turnedBody(
      [
        [0, 0.05],
        [0.12, 0.05],
        [0.09, 0.12],
        [0.06, 0.3],
        [0.055, 0.5],
        [0.08, 0.64],
        [0.2, 0.705],
        [0, 0.705],
      ],
      0.004,
    ),
    wood(...OAK, 'y', 2),
    woodRelief('y', 2),
  );
  const cross = [0, Math.PI / 2].map((angle) =>
    rotated(board(OAK, [0.86, 0.06, 0.09], [0, 0.035, 0], 'x', 0.012), 'y', angle + 0.5),
  );
  return [
    top,
    foot,
    ...cross,
    vase([-0.1, 0.747, 0.02], '#b9b3a4'),
    ...branch([-0.1, 0.99, 0.02], '#7f8a58', 11, 0.55),
    bowl([0.26, 0.747, 0.12], '#6f7d7a'),
  ];
}

/** A chair with a high back and a seat of cord. */
export function chair(angle: number, at: Vec): Solid[] {
  const seat = moved(
    made(
      block(0.42, 0.035, 0.4, 0.014),
      cloth('#cdb98f', 500),
      (x, _y, z) => 0.0018 * Math.abs(Math.sin((Math.abs(x) > Math.abs(z) ? z : x) * 420)),
    ),
    [0, 0.44, 0],
  );
  const legs = (
    [
      [-1, 1],
      [1, 1],
    ] as const
  ).map(([x, z]) => rod(ASH, [0.2 * x, 0.012, 0.2 * z], [0.18 * x, 0.47, 0.17 * z], 0.014, 0.019));
  const backs = [-1, 1].flatMap((x) => [
    rod(ASH, [0.2 * x, 0.012, -0.24], [0.18 * x, 0.45, -0.18], 0.014, 0.019),
    rod(ASH, [0.18 * x, 0.45, -0.18], [0.185 * x, 1.06, -0.29], 0.019, 0.012),
  ]);
  const slats = [0.58, 0.68, 0.78, 0.88, 0.98].map((height) =>
    rotated(board(ASH, [0.36, 0.04, 0.012], [0, height, -0.205 - (height - 0.45) * 0.13], 'x', 0.006), 'x', 0),
  );
  const bars = [
    rod(ASH, [-0.19, 0.2, 0.19], [0.19, 0.2, 0.19], 0.01),
    rod(ASH, [-0.19, 0.25, -0.2], [-0.19, 0.22, 0.19], 0.009),
    rod(ASH, [0.19, 0.25, -0.2], [0.19, 0.22, 0.19], 0.009),
    rod(ASH, [-0.18, 0.42, 0.18], [0.18, 0.42, 0.18], 0.013),
  ];
  return turnAll([seat, ...legs, ...backs, ...slats, ...bars], angle, at);
}

const BOOKS = ['#7d2f27', '#d8c9a6', '#2f4a52', '#a9793c', '#4f5a3d', '#e6dfcf', '#352f3a', '#9c4a34', '#6d7f83'];

function books(from: number, to: number, height: number, depth: number, seed: number): Solid[] {
  const chance = chanceOf(seed);
  const all: Solid[] = [];
  for (let x = from; x < to - 0.05; ) {
    const thick = 0.018 + 0.03 * chance();
    const tall = 0.17 + 0.09 * chance();
    const tint = BOOKS[Math.floor(chance() * BOOKS.length)] ?? '#7d2f27';
    const spine = made(block(thick - 0.002, tall, 0.15, 0.004), (_x, y) => ({
      ...cloth(tint)(_x, y, 0),
      ...(Math.abs(Math.abs(y) - tall * 0.33) < 0.004 ? { colour: [0.5, 0.36, 0.14] as Vec } : {}),
    }));
    all.push(moved(spine, [x + thick / 2, height + tall / 2, depth + 0.02 * chance()]));
    x += thick;
  }
  return all;
}

/** An uneven bookcase in walnut. */
export function bookcase(): Solid[] {
  const heights = [0.08, 0.5, 0.86, 1.22, 1.56, 1.92];
  const shelves = heights.map((height) => board(WALNUT, [1.3, 0.028, 0.28], [0, height, 0.17], 'x'));
  const sides = [-0.65, 0.65].map((x) => board(WALNUT, [0.03, 1.94, 0.3], [x, 0.97, 0.17], 'y'));
  const posts = (
    [
      [-0.2, 0.29],
      [0.25, 0.68],
      [-0.05, 1.04],
      [0.3, 1.39],
      [-0.28, 1.74],
    ] as const
  ).map(([x, y], at) =>
    board(WALNUT, [0.024, (heights[at + 1] ?? 0) - (heights[at] ?? 0) - 0.03, 0.27], [x, y, 0.17], 'y'),
  );
  return [
    ...shelves,
    ...sides,
    ...posts,
    ...books(-0.62, -0.26, 0.515, 0.17, 1),
    ...books(0.3, 0.62, 0.515, 0.17, 2),
    ...books(-0.62, -0.1, 0.875, 0.17, 3),
    ...books(-0.02, 0.24, 1.235, 0.17, 4),
    ...books(0.34, 0.62, 1.235, 0.17, 5),
    ...books(-0.24, 0.12, 1.575, 0.17, 6),
    ...books(-0.62, -0.24, 0.095, 0.17, 7),
    ...books(0, 0.5, 0.095, 0.17, 8),
    vase([0.45, 0.875, 0.18], '#8c8577', 0.9),
    bowl([-0.36, 1.236, 0.18], '#c9bda4', 1.1),
    vase([-0.45, 1.575, 0.18], '#4b5a5c', 0.95),
    moved(made(egg(0.07, 0.07, 0.07), mottled('#d4c8b2', '#a8977c', 14)), [0.4, 1.645, 0.18]),
    vase([0.02, 0.515, 0.18], '#a5583c', 1.15),
    bowl([-0.3, 1.936, 0.2], '#6d7f83', 1.3),
    ...branch([0.45, 1.1, 0.18], '#8d8f62', 5, 0.12),
  ];
}

/** A low chest of four drawers, with a lamp. */
export function chest(): Solid[] {
  const body = board(ELM, [1.4, 0.5, 0.44], [0, 0.42, 0.26], 'x', 0.006);
  const drawers = [-1, 1].flatMap((x) =>
    [0.545, 0.3].map((y) => board(ELM, [0.675, 0.225, 0.02], [x * 0.345, y, 0.488], 'x', 0.003)),
  );
  const knobs = [-1, 1].flatMap((x) =>
    [0.545, 0.3].map((y) =>
      moved(
        rotated(
          made(
            turnedBody(
              [
                [0, 0],
                [0.007, 0],
                [0.007, 0.012],
                [0.017, 0.02],
                [0.014, 0.028],
                [0, 0.03],
              ],
              0.001,
            ),
            metal('#d9b45f'),
          ),
          'x',
          Math.PI / 2,
        ),
        [x * 0.345, y, 0.498],
      ),
    ),
  );
  const legs = [-1, 1].flatMap((x) =>
    [0.09, 0.42].map((z) => rod(ELM, [x * 0.64, 0.01, z], [x * 0.6, 0.19, z], 0.014, 0.024)),
  );
  const lampFoot = moved(
    made(
      turnedBody(
        [
          [0, 0],
          [0.07, 0],
          [0.07, 0.012],
          [0.014, 0.03],
          [0.03, 0.1],
          [0.05, 0.17],
          [0.02, 0.24],
          [0.008, 0.26],
          [0.008, 0.34],
          [0, 0.34],
        ],
        0.002,
      ),
      glaze('#39474a', 0.2),
    ),
    [0.46, 0.672, 0.25],
  );
  const shade = moved(
    made(
      turnedBody(
        [
          [0.15, 0.3],
          [0.1, 0.5],
          [0.098, 0.5],
          [0.147, 0.3],
        ],
        0.001,
      ),
      (x, y, z) => ({
        ...cloth('#e9dcc0')(x, y, z),
        glow: [1.5 - Math.abs(y - 0.38) * 5, 1.0 - Math.abs(y - 0.38) * 3.6, 0.52 - Math.abs(y - 0.38) * 2],
      }),
    ),
    [0.46, 0.672, 0.25],
  );
  return [
    body,
    ...drawers,
    ...knobs,
    ...legs,
    lampFoot,
    shade,
    ...books(-0.5, -0.46, 0.672, 0.2, 3),
    vase([-0.42, 0.672, 0.24], '#c8bca6', 1.1),
    ...branch([-0.42, 0.94, 0.24], '#9a8b5a', 23, 0.5),
    bowl([0.02, 0.672, 0.28], '#7e8a83', 0.9),
  ];
}

/** A bench in an entrance, under pegs. */
export function bench(): Solid[] {
  const seat = board(ASH, [1.4, 0.04, 0.34], [0, 0.44, 0.26], 'x', 0.01);
  const legs = [-1, 1].flatMap((x) =>
    [0.14, 0.38].map((z) =>
      rod(ASH, [x * 0.62, 0.012, z + (z > 0.2 ? 0.03 : -0.03)], [x * 0.54, 0.43, z], 0.016, 0.022),
    ),
  );
  const rail = board(ASH, [1.4, 0.09, 0.02], [0, 1.62, 0.012], 'x', 0.006);
  const pegs = [-0.5, -0.17, 0.17, 0.5].map((x) => rod(ASH, [x, 1.62, 0.02], [x, 1.645, 0.1], 0.011, 0.015));
  const bag = moved(
    made(
      egg(0.17, 0.22, 0.07, {
        most: 0.03,
        by: (x, y, z) => 0.02 * noise(x * 12, y * 9, z * 12) + 0.006 * noise(x * 40, y * 12, z * 30),
      }),
      cloth('#b98a53', 700),
    ),
    [0.5, 1.2, 0.11],
  );
  const strap = [0.42, 0.58].map((x) => made(stick([x, 1.36, 0.1], [0.5, 1.64, 0.09], 0.008), cloth('#8a6239')));
  const cushion = moved(
    made(
      egg(0.24, 0.05, 0.16, { most: 0.02, by: (x, _y, z) => 0.012 * noise(x * 14, 1, z * 14) }),
      cloth('#5d6a5b', 800),
    ),
    [-0.36, 0.49, 0.26],
  );
  const hat = moved(
    rotated(
      made(
        turnedBody(
          [
            [0, 0.1],
            [0.07, 0.1],
            [0.088, 0.07],
            [0.09, 0.012],
            [0.18, 0.004],
            [0.18, 0],
            [0.085, 0.004],
            [0, 0.094],
          ],
          0.003,
        ),
        cloth('#d9bf8a', 400),
      ),
      'x',
      1.35,
    ),
    [-0.5, 1.56, 0.1],
  );
  const boots = [-0.02, 0.12].flatMap((x) => [
    made(stick([x, 0.05, 0.24], [x, 0.05, 0.38], 0.045), paint('#4a3425', 0.04, 0.2)),
    made(stick([x, 0.06, 0.23], [x, 0.28, 0.22], 0.042, 0.05), paint('#54392a', 0.04, 0.2)),
  ]);
  return [seat, ...legs, rail, ...pegs, bag, ...strap, cushion, hat, ...boots, ...books(0.3, 0.36, 0.46, 0.26, 4)];
}

/** Stairs whose treads rest on one beam. */
export function stairs(): Solid[] {
  const steps = Array.from({ length: 12 }, (_, at) =>
    board(OAK, [0.3, 0.045, 0.86], [-1.15 + at * 0.235, 0.19 + at * 0.185, 0.55], 'z', 0.006),
  );
  const beam = made(stick([-1.35, -0.02, 0.55], [1.5, 2.22, 0.55], 0.055), paint('#2b2d2f', 0.05, 0.25));
  const holders = Array.from({ length: 12 }, (_, at) =>
    made(
      stick([-1.15 + at * 0.235, 0.1 + at * 0.185, 0.55], [-1.15 + at * 0.235, 0.17 + at * 0.185, 0.55], 0.03),
      paint('#2b2d2f', 0.05, 0.25),
    ),
  );
  const rails = Array.from({ length: 12 }, (_, at) =>
    made(
      stick([-1.15 + at * 0.235, 0.2 + at * 0.185, 0.94], [-1.15 + at * 0.235, 1.02 + at * 0.185, 0.94], 0.007),
      paint('#2b2d2f', 0.06, 0.2),
    ),
  );
  const hand = rod(OAK, [-1.3, 0.91, 0.94], [1.5, 3.12, 0.94], 0.02);
  return [
    ...steps,
    beam,
    ...holders,
    ...rails,
    hand,
    vase([1.25, 0, 0.75], '#a8a192', 2.1),
    ...branch([1.25, 0.54, 0.75], '#8a9162', 40, 0.8),
  ];
}
