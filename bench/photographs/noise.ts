/** Numbers by chance that are the same at every run, so that a scene is rendered as it was. */

function hash(x: number, y: number, z: number): number {
  let bits = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4294967296;
}

/** Random numbers from 0 to 1. */
export function chance(seed: number): () => number {
  let count = 0;
  return () => hash(seed, count++, 7);
}

const KEPT = 1 << 16;
const AT_CORNERS = Float64Array.from({ length: KEPT }, (_, at) => hash(at, 3, 5));
const corner = (x: number, y: number, z: number): number =>
  AT_CORNERS[(Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (KEPT - 1)] ?? 0;

/** Smooth noise from -1 to 1, whose bumps are one unit wide. */
export function noise(x: number, y: number, z: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  const u = x - i;
  const v = y - j;
  const w = z - k;
  const a = u * u * (3 - 2 * u);
  const b = v * v * (3 - 2 * v);
  const c = w * w * (3 - 2 * w);
  const one = corner(i, j, k);
  const two = corner(i, j + 1, k);
  const three = corner(i, j, k + 1);
  const four = corner(i, j + 1, k + 1);
  const first = one + (corner(i + 1, j, k) - one) * a;
  const second = two + (corner(i + 1, j + 1, k) - two) * a;
  const third = three + (corner(i + 1, j, k + 1) - three) * a;
  const fourth = four + (corner(i + 1, j + 1, k + 1) - four) * a;
  const near = first + (second - first) * b;
  const far = third + (fourth - third) * b;
  return 2 * (near + (far - near) * c) - 1;
}

/** Noise with finer and finer bumps, about from -1 to 1. */
export function roughness(x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  for (let octave = 0, scale = 1, share = 0.5; octave < octaves; octave++, scale *= 2.03, share /= 2) {
    sum += share * noise(x * scale + octave * 17, y * scale, z * scale);
  }
  return sum;
}
