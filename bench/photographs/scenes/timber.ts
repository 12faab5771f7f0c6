import { block, made, moved, rotated, type Solid, stick } from '../solids.ts';
import { wood, woodRelief } from '../surfaces.ts';
import type { Vec } from '../vectors.ts';

type Axis = 'x' | 'y' | 'z';
/** Of wood: its light and its dark. */
export type Kind = readonly [string, string];

export function board(kind: Kind, [width, height, depth]: Vec, at: Vec, axis: Axis, round = 0.004): Solid {
  const seed = at[0] * 3.1 + at[1] * 7.7 + at[2];
  return moved(made(block(width, height, depth, round), wood(...kind, axis, seed), woodRelief(axis, seed)), at);
}

export function rod(kind: Kind, from: Vec, to: Vec, radius: number, end = radius): Solid {
  return made(stick(from, to, radius, end), wood(...kind, 'y', from[0] * 9 + from[2]), woodRelief('y'));
}

export const turnAll = (solids: readonly Solid[], angle: number, at: Vec): Solid[] =>
  solids.map((solid) => moved(rotated(solid, 'y', angle), at));
