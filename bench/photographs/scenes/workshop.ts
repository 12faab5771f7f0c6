import { chance as chanceOf } from '../noise.ts';
import { block, made, moved, rotated, type Solid, stick, turnedBody } from '../solids.ts';
import { ASH, ELM, glaze, metal, OAK, paint, WALNUT, wood } from '../surfaces.ts';
import { board, type Kind, rod, turnAll } from './timber.ts';

/** A joiner's bench with what lies on it, and boards that lean against the wall. */
export function workbench(): Solid[] {
  const top = board(OAK, [2, 0.09, 0.62], [0, 0.83, 0.75], 'x', 0.006);
  const legs = [-0.8, 0.8].flatMap((x) =>
    [0.52, 0.98].map((z) => board(OAK, [0.11, 0.78, 0.1], [x, 0.39, z], 'y', 0.006)),
  );
  const rails = [
    board(OAK, [1.5, 0.14, 0.05], [0, 0.3, 0.98], 'x'),
    board(OAK, [1.5, 0.14, 0.05], [0, 0.3, 0.52], 'x'),
    board(ASH, [1.5, 0.025, 0.46], [0, 0.38, 0.75], 'x'),
  ];
  const jaw = [
    board(OAK, [0.34, 0.16, 0.07], [-0.72, 0.8, 1.12], 'x', 0.01),
    rod(OAK, [-0.72, 0.78, 1.05], [-0.72, 0.78, 1.24], 0.028),
    rod(ASH, [-0.86, 0.78, 1.22], [-0.58, 0.78, 1.22], 0.011),
  ];
  const plane = turnAll(
    [
      board(WALNUT, [0.26, 0.06, 0.065], [0, 0.03, 0], 'x', 0.012),
      rotated(made(block(0.01, 0.13, 0.045), metal('#c8ccd0')), 'z', 0.7),
      made(stick([0.08, 0.05, 0], [0.11, 0.13, 0], 0.018, 0.014), wood(...WALNUT, 'y')),
      made(stick([-0.1, 0.05, 0], [-0.1, 0.095, 0], 0.016, 0.02), wood(...WALNUT, 'y')),
    ],
    0.35,
    [0.1, 0.876, 0.83],
  );
  const mallet = turnAll(
    [
      board(ASH, [0.15, 0.1, 0.085], [0, 0.05, 0], 'x', 0.012),
      rod(ASH, [0, 0.05, 0.03], [0.05, 0.03, 0.3], 0.015, 0.018),
    ],
    -0.7,
    [0.62, 0.876, 0.72],
  );
  const chance = chanceOf(9);
  const shavings = Array.from({ length: 22 }, () => {
    const curl = made(
      turnedBody(
        [
          [0.02, -0.012],
          [0.0215, -0.012],
          [0.0215, 0.012],
          [0.02, 0.012],
        ],
        0.0006,
      ),
      wood('#e8c48b', '#c89a5b', 'x', chance() * 9),
    );
    const turned = rotated(rotated(curl, 'x', chance() * 3), 'y', chance() * 3);
    return moved(turned, [0.1 - 0.4 * chance(), 0.895, 0.6 + 0.4 * chance()]);
  });
  const leaning = Array.from({ length: 6 }, (_, at) =>
    rotated(
      board(
        ([OAK, ASH, WALNUT, ELM] as const)[at % 4] ?? OAK,
        [0.18 + 0.03 * (at % 3), 2.2 - 0.16 * (at % 3), 0.032],
        [1.1 + at * 0.2, 1.06, 0.12 + 0.03 * (at % 2)],
        'y',
      ),
      'x',
      -0.03,
    ),
  );
  const rack = board(OAK, [1.7, 0.05, 0.07], [-0.55, 1.62, 0.04], 'x');
  const chisels = Array.from({ length: 9 }, (_, at) => {
    const x = -1.28 + at * 0.18;
    const kind: Kind = at % 2 ? ASH : ELM;
    return [
      made(stick([x, 1.64, 0.05], [x, 1.76, 0.05], 0.013, 0.016), wood(...kind, 'y', at)),
      moved(made(block(0.012 + 0.003 * at, 0.2, 0.006, 0.001), metal('#b9bdc2')), [x, 1.52, 0.05]),
    ];
  }).flat();
  const jar = moved(
    made(
      turnedBody(
        [
          [0, 0],
          [0.05, 0],
          [0.055, 0.02],
          [0.055, 0.12],
          [0.04, 0.14],
          [0.04, 0.16],
          [0, 0.16],
        ],
        0.002,
      ),
      glaze('#8d5a34', 0.1),
    ),
    [0.86, 0.876, 0.6],
  );
  const drawn = moved(made(block(0.42, 0.002, 0.3, 0.0005), paint('#efe7d6', 0, 1)), [-0.42, 0.877, 0.78]);
  return [
    top,
    ...legs,
    ...rails,
    ...jaw,
    ...plane,
    ...mallet,
    ...shavings,
    ...leaning,
    rack,
    ...chisels,
    jar,
    drawn,
    rod(ASH, [-0.55, 0.884, 0.7], [-0.36, 0.884, 0.86], 0.004),
    board(WALNUT, [0.7, 0.07, 0.2], [0.1, 0.43, 0.75], 'x'),
    board(ASH, [0.6, 0.05, 0.16], [-0.1, 0.49, 0.75], 'x'),
  ];
}
