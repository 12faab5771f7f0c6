/**
 * `npm run photographs [-- <name>… | draft]`: renders the photographs of the demo sites (`src/demo/`), and writes beside them what their library knows of them.
 * `draft` renders them small, into the folder of temporary files, for who works at a scene.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { PHOTOGRAPHS } from '../../src/demo/photographs.ts';
import { develop, grained } from './develop.ts';
import { noteFacts } from './facts.ts';
import { render } from './render.ts';
import { SCENES } from './scenes/scenes.ts';

const SHAPE = { wide: [2000, 1334], high: [1334, 2000] } as const;
const QUALITY = 90;
const SAMPLES = 2;
/** Rays are sent for fewer points than the picture has, as a lens is not sharper either; grain is as fine as the picture. */
const RENDERED = 0.6;
const DRAFT = 'draft';
const DRAFT_SHARE = 0.28;

const words = process.argv.slice(2);
const isDraft = words.includes(DRAFT);
const named = words.filter((word) => word !== DRAFT);
const folder = isDraft ? join(tmpdir(), 'vitrine-photographs') : fileURLToPath(PHOTOGRAPHS);
await mkdir(folder, { recursive: true });
const chosen = named.length > 0 ? named : Object.keys(SCENES);
for (const name of chosen) {
  const photograph = SCENES[name];
  if (!photograph) throw new Error(`there is no photograph ${name}`);
  const { scene, shape = 'wide', samples = SAMPLES } = photograph;
  const begun = performance.now();
  const [width, height] = SHAPE[shape].map((length) => Math.round(length * (isDraft ? DRAFT_SHARE : 1))) as [
    number,
    number,
  ];
  const [across, down] = [Math.round(width * RENDERED), Math.round(height * RENDERED)];
  const photographed = scene();
  const rendered = develop(render(photographed, across, down, samples), photographed);
  const enlarged = await sharp(rendered, { raw: { width: across, height: down, channels: 3 } })
    .resize(width, height, { kernel: 'lanczos3' })
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer();
  const picture = new Uint16Array(enlarged.buffer, enlarged.byteOffset, width * height * 3);
  const jpeg = await sharp(grained(picture, width, photographed.grain), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, mozjpeg: true, chromaSubsampling: '4:2:0' })
    .toBuffer();
  await writeFile(join(folder, `${name}.jpg`), jpeg);
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(`${name}.jpg: ${Math.ceil(jpeg.length / 1000)} KB, ${seconds} s\n`);
}
if (!isDraft) await noteFacts();
