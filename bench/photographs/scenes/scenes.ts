import type { Scene } from '../scene.ts';
import { moved } from '../solids.ts';
import { bench, bookcase, chair, chest, roundTable, stairs } from './furniture.ts';
import { beach, canal, heaps, quay } from './outside.ts';
import { room } from './room.ts';
import { bread, glasses, lemons, tomatoes } from './table.ts';
import { workbench } from './workshop.ts';

interface Photograph {
  readonly scene: () => Scene;
  readonly shape?: 'wide' | 'high';
  /** Rays a point; more where light comes from small lamps. */
  readonly samples?: number;
}

/** The photographs of the demo sites by the names of their files. */
export const SCENES: Readonly<Record<string, Photograph>> = {
  etabli: {
    scene: room(workbench(), { from: [0.9, 1.5, 4.1], to: [0.1, 1.02, 0.4], angle: 44, aperture: 0.006, focus: 3.3 }),
  },
  chaise: {
    shape: 'high',
    scene: room(chair(-0.75, [0, 0, 0.75]), { from: [0.5, 1.15, 4.4], to: [0, 0.62, 0.5], angle: 24, aperture: 0.006 }),
  },
  table: {
    shape: 'high',
    scene: room(
      roundTable().map((solid) => moved(solid, [0, 0, 0.75])),
      { from: [0.3, 1.35, 4.2], to: [0, 0.72, 0], angle: 23, aperture: 0.008 },
    ),
  },
  bibliotheque: {
    shape: 'high',
    scene: room(bookcase(), { from: [0.5, 1.3, 4.6], to: [0, 1.02, 0.1], angle: 26, aperture: 0.005 }),
  },
  commode: {
    shape: 'high',
    scene: room(chest(), { from: [-0.5, 1.2, 4.4], to: [0.05, 0.66, 0.2], angle: 23, aperture: 0.006 }),
  },
  banc: {
    shape: 'high',
    scene: room(bench(), { from: [0.5, 1.3, 4.6], to: [0, 0.92, 0.15], angle: 25, aperture: 0.005 }),
  },
  escalier: {
    shape: 'high',
    scene: room(stairs(), { from: [0.4, 1.5, 5.4], to: [0.05, 1.25, 0.4], angle: 32, aperture: 0.003 }),
  },
  pain: { scene: bread },
  citrons: { scene: lemons },
  tomates: { scene: tomatoes },
  verres: { scene: glasses },
  plage: { scene: beach },
  terrils: { scene: heaps },
  canal: { scene: canal },
  quai: { scene: quay },
};
