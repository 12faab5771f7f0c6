import type { Pane, Scene, Sun } from '../scene.ts';
import { block, made, moved, type Solid } from '../solids.ts';
import { boards, OAK, plaster, plasterRelief, woodRelief } from '../surfaces.ts';
import { times, unit, type Vec } from '../vectors.ts';

/** The window at the left: where it is, and how it is divided. */
const WINDOW = { x: -2.6, low: 0.9, high: 2.7, near: 2.3, far: 0.5, columns: 3, rows: 4 };

/** Panes of light on the floor and on the wall. */
function panes(way: Vec): (point: Vec) => number {
  return ([x, y, z]) => {
    const far = (WINDOW.x - x) / way[0];
    const across = (z + way[2] * far - WINDOW.far) / (WINDOW.near - WINDOW.far);
    const up = (y + way[1] * far - WINDOW.low) / (WINDOW.high - WINDOW.low);
    if (across < 0 || across > 1 || up < 0 || up > 1) return 0;
    const isBar = (share: number, count: number) => Math.abs(((share * count + 0.5) % 1) - 0.5) < 0.035;
    return isBar(across, WINDOW.columns) || isBar(up, WINDOW.rows) ? 0 : 1;
  };
}

/** A room with a boarded floor, a plastered wall, and a window at the left through which the sun may come. */
export function room(
  furniture: readonly Solid[],
  camera: Scene['camera'],
  { sun = [-0.62, 0.5, 0.42], wall = '#d9cdb9', exposure = 0.85 }: { sun?: Vec; wall?: string; exposure?: number } = {},
): () => Scene {
  const way = unit(sun);
  const sunlight: Sun = { kind: 'sun', way, colour: [6, 4.7, 3.1], size: 0.012, mask: panes(way) };
  const daylight: Pane = {
    kind: 'pane',
    corner: [WINDOW.x, WINDOW.low, WINDOW.near],
    u: [0, 0, WINDOW.far - WINDOW.near],
    v: [0, WINDOW.high - WINDOW.low, 0],
    colour: times([1, 1.08, 1.2], 4.2),
  };
  const floor = moved(made(block(14, 0.2, 10, 0), boards(OAK, 'x', 0.16), woodRelief('x')), [0, -0.1, 3]);
  const back = moved(made(block(14, 5, 0.2, 0), plaster(wall), plasterRelief), [0, 2.5, -0.1]);
  const skirting = moved(made(block(14, 0.13, 0.018, 0.004), plaster('#cfc3ae')), [0, 0.065, 0.009]);
  return () => ({
    solids: [floor, back, skirting, ...furniture],
    lights: [sunlight, daylight],
    sky: () => [0.3, 0.27, 0.24],
    camera,
    exposure,
  });
}
