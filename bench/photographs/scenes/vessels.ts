import { chance as chanceOf } from '../noise.ts';
import { egg, made, moved, rotated, type Solid, stick, turnedBody } from '../solids.ts';
import { glaze, mottled, paint } from '../surfaces.ts';
import type { Vec } from '../vectors.ts';

/** A branch with leaves, from a point upwards. */
export function branch(from: Vec, tint: string, seed: number, reach = 0.5): Solid[] {
  const chance = chanceOf(seed);
  const all: Solid[] = [];
  for (let twig = 0; twig < 5; twig++) {
    const lean = (twig - 2) * 0.22 + (chance() - 0.5) * 0.2;
    const deep = (chance() - 0.5) * 0.5;
    let at = from;
    for (let part = 0; part < 5; part++) {
      const length = (reach * (0.8 + 0.4 * chance())) / 5;
      const next: Vec = [at[0] + lean * length * (1 + part * 0.2), at[1] + length, at[2] + deep * length];
      all.push(made(stick(at, next, 0.0035, 0.0025), paint('#5b4632')));
      if (part > 0) {
        for (const side of [-1, 1]) {
          const leaf = rotated(
            made(egg(0.012, 0.042, 0.0035), mottled(tint, '#46512f', 60)),
            'z',
            side * (0.7 + chance() * 0.5),
          );
          all.push(moved(rotated(leaf, 'y', chance() * 3), [next[0] + side * 0.024, next[1] + 0.02, next[2]]));
        }
      }
      at = next;
    }
  }
  return all;
}

export const vase = (at: Vec, tint: string, size = 1): Solid =>
  moved(
    made(
      turnedBody(
        (
          [
            [0, 0],
            [0.05, 0],
            [0.085, 0.06],
            [0.09, 0.12],
            [0.06, 0.19],
            [0.03, 0.23],
            [0.034, 0.26],
            [0.026, 0.26],
            [0.024, 0.23],
            [0, 0.22],
          ] as const
        ).map(([radius, height]) => [radius * size, height * size] as const),
        0.004,
      ),
      glaze(tint),
    ),
    at,
  );

export const bowl = (at: Vec, tint: string, size = 1): Solid =>
  moved(
    made(
      turnedBody(
        (
          [
            [0, 0],
            [0.05, 0],
            [0.06, 0.012],
            [0.1, 0.04],
            [0.125, 0.085],
            [0.119, 0.087],
            [0.094, 0.046],
            [0.05, 0.02],
            [0, 0.016],
          ] as const
        ).map(([radius, height]) => [radius * size, height * size] as const),
        0.002,
      ),
      glaze(tint),
    ),
    at,
  );
