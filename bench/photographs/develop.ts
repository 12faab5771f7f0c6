import { chance as chanceOf, noise } from './noise.ts';
import type { Layers } from './render.ts';
import type { Scene } from './scene.ts';
import { smooth } from './smooth.ts';

const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const BLUR_POINTS = 48;

/** Makes a picture of what was rendered, as a camera does: three numbers a point, sRGB, 0 to 65535. */
export function develop(layers: Layers, scene: Scene): Uint16Array {
  const { width, height, surface, direct, indirect, rest } = layers;
  smooth(layers, direct, 4, 0.9);
  smooth(layers, indirect, 6, 1.5);
  smooth(layers, rest, 2, 0.6);
  const light = new Float32Array(surface.length);
  for (let at = 0; at < light.length; at++) {
    light[at] = (surface[at] ?? 0) * ((direct[at] ?? 0) + (indirect[at] ?? 0)) + (rest[at] ?? 0);
  }
  const blurred = scene.camera.aperture > 0 ? lensBlur(layers, light, scene) : light;
  const picture = new Uint16Array(blurred.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const away = Math.hypot(2 * x - width, 2 * y - height) / Math.hypot(width, height);
      const corner = 1 - 0.3 * away ** 3;
      for (let channel = 0; channel < 3; channel++) {
        const at = 3 * (y * width + x) + channel;
        picture[at] = Math.round(65_535 * film((blurred[at] ?? 0) * scene.exposure * corner));
      }
    }
  }
  return picture;
}

/** Lays the grain of a film over a picture of `develop`: three bytes a point. */
export function grained(picture: Uint16Array, width: number, grain = 1): Buffer {
  const bytes = Buffer.alloc(picture.length);
  const chance = chanceOf(5);
  for (let point = 0; point < picture.length / 3; point++) {
    const [x, y] = [point % width, Math.floor(point / width)];
    const speck = 0.022 * grain * (0.8 * noise(x / 1.7, y / 1.7, 3) + 0.9 * (chance() - 0.5));
    for (let at = 3 * point; at < 3 * point + 3; at++) {
      const tone = (picture[at] ?? 0) / 65_535;
      bytes[at] = Math.round(255 * Math.min(1, Math.max(0, tone + speck * (1.1 - tone))));
    }
  }
  return bytes;
}

/** The curve of a film: soft in the highlights, deep in the shadows (an approximation of ACES), and the curve of sRGB after it. */
function film(light: number): number {
  const tone = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14);
  return Math.min(1, tone) ** (1 / 2.2);
}

/** Blurs what is nearer or farther than the camera's focus: each point gathers those around whose own blur reaches it. */
function lensBlur({ width, height, depth }: Layers, light: Float32Array, { camera }: Scene): Float32Array {
  const sharp = camera.focus ?? Math.hypot(...camera.from.map((start, axis) => start - (camera.to[axis] ?? 0)));
  const widest = width * 0.03;
  const radiusAt = (at: number) => Math.min(widest, Math.abs(1 - sharp / (depth[at] ?? 1)) * camera.aperture * width);
  const result = new Float32Array(light.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const own = radiusAt(at);
      let r = light[3 * at] ?? 0;
      let g = light[3 * at + 1] ?? 0;
      let b = light[3 * at + 2] ?? 0;
      let sum = 1;
      const reach = Math.max(own, 3);
      for (let point = 1; point <= BLUR_POINTS; point++) {
        const radius = reach * Math.sqrt(point / BLUR_POINTS);
        const turn = point * GOLDEN;
        const column = Math.round(x + radius * Math.cos(turn));
        const row = Math.round(y + radius * Math.sin(turn));
        if (column < 0 || row < 0 || column >= width || row >= height) continue;
        const there = row * width + column;
        const its = radiusAt(there);
        // What is sharp does not spread over what is blurred behind it.
        if ((depth[there] ?? 0) < (depth[at] ?? 0) ? its < radius : own < radius || its < radius * 0.5) continue;
        r += light[3 * there] ?? 0;
        g += light[3 * there + 1] ?? 0;
        b += light[3 * there + 2] ?? 0;
        sum++;
      }
      result[3 * at] = r / sum;
      result[3 * at + 1] = g / sum;
      result[3 * at + 2] = b / sum;
    }
  }
  return result;
}
