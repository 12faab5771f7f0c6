import type { Solid } from './solids.ts';
import type { Vec } from './vectors.ts';

/** Light of a far sun; `mask` says how much of it reaches a point, as through the panes of a window. */
export interface Sun {
  readonly kind: 'sun';
  /** Towards the sun. */
  readonly way: Vec;
  readonly colour: Vec;
  /** How large it is in the sky, radians. */
  readonly size: number;
  readonly mask?: (point: Vec) => number;
}

/** Light of a window: a rectangle from a corner along two edges, that shines to the side of `u × v`. */
export interface Pane {
  readonly kind: 'pane';
  readonly corner: Vec;
  readonly u: Vec;
  readonly v: Vec;
  readonly colour: Vec;
}

/** A flame or a bulb. */
export interface Lamp {
  readonly kind: 'lamp';
  readonly at: Vec;
  readonly colour: Vec;
  readonly size: number;
}

/** What is photographed, and how. */
export interface Scene {
  readonly solids: readonly Solid[];
  readonly lights: readonly (Sun | Pane | Lamp)[];
  /** What is seen where nothing stands. */
  readonly sky: (way: Vec) => Vec;
  /** What hides the farness. */
  readonly fog?: { readonly colour: (way: Vec) => Vec; readonly reach: number };
  readonly camera: {
    readonly from: Vec;
    readonly to: Vec;
    /** Angle of view across the picture, degrees. */
    readonly angle: number;
    /** Radius of the blur of what is infinitely far, as a share of the picture's width; 0 without. */
    readonly aperture: number;
    /** Distance that is sharp, metres; that of `to` where it is not given. */
    readonly focus?: number;
  };
  readonly exposure: number;
  readonly grain?: number;
}
