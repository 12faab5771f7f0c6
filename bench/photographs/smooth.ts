import type { Layers } from './render.ts';

const KERNEL = [1 / 4, 1 / 2, 1 / 4] as const;

/**
 * Takes the specks of few rays out of a layer of light: points are mixed with others around them, farther at each pass, where the surface is the
 * same. @param edge how much lighter or darker another point may be, as a share; shadows keep their edges by it
 */
export function smooth(
  { width, height, normal, depth }: Layers,
  light: Float32Array,
  passes: number,
  edge: number,
): void {
  const other = new Float32Array(light.length);
  for (let pass = 0; pass < passes; pass++) {
    const reach = 1 << pass;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const at = y * width + x;
        const own = 3 * at;
        const level = (light[own] ?? 0) + (light[own + 1] ?? 0) + (light[own + 2] ?? 0);
        const far = depth[at] ?? 0;
        let r = 0;
        let g = 0;
        let b = 0;
        let sum = 0;
        for (let dy = -1; dy <= 1; dy++) {
          const row = y + dy * reach;
          if (row < 0 || row >= height) continue;
          for (let dx = -1; dx <= 1; dx++) {
            const column = x + dx * reach;
            if (column < 0 || column >= width) continue;
            const there = row * width + column;
            const its = 3 * there;
            const facing =
              (normal[own] ?? 0) * (normal[its] ?? 0) +
              (normal[own + 1] ?? 0) * (normal[its + 1] ?? 0) +
              (normal[own + 2] ?? 0) * (normal[its + 2] ?? 0);
            if (facing < 0.7) continue;
            const gap = Math.abs((depth[there] ?? 0) - far) / (0.02 * far * (1 + 0.2 * reach));
            const beside = (light[its] ?? 0) + (light[its + 1] ?? 0) + (light[its + 2] ?? 0);
            const change = Math.abs(beside - level) / (edge * (level + beside + 0.02));
            const share =
              (KERNEL[dx + 1] ?? 0) * (KERNEL[dy + 1] ?? 0) * Math.exp(-gap - change * change) * facing ** 8;
            r += share * (light[its] ?? 0);
            g += share * (light[its + 1] ?? 0);
            b += share * (light[its + 2] ?? 0);
            sum += share;
          }
        }
        other[own] = sum > 0 ? r / sum : (light[own] ?? 0);
        other[own + 1] = sum > 0 ? g / sum : (light[own + 1] ?? 0);
        other[own + 2] = sum > 0 ? b / sum : (light[own + 2] ?? 0);
      }
    }
    light.set(other);
  }
}
