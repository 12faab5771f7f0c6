import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a module that uses sharp in a process of its own: a test process, which is that of the program, loads no addon. @returns what it has written */
async function withSharp(script: string, input?: Buffer): Promise<Buffer> {
  const child = run(process.execPath, ['--input-type=module', '-e', `import sharp from 'sharp';\n${script}`], {
    cwd: FOLDER,
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  child.child.stdin?.end(input);
  return (await child).stdout;
}

/**
 * A photograph that a telephone has taken upright: its pixels lie on their side, and its EXIF says so, and where it was taken.
 * @param size as it stands upright: red above, blue below
 */
export const telephonePhoto = ({ width, height }: { width: number; height: number }): Promise<Buffer> =>
  withSharp(`
    const half = Math.floor(${height} / 2);
    const above = await sharp({ create: { width: ${width}, height: half, channels: 3, background: '#c02020' } }).png().toBuffer();
    const upright = sharp({ create: { width: ${width}, height: ${height}, channels: 3, background: '#2040c0' } })
      .composite([{ input: above, top: 0, left: 0 }]);
    const onItsSide = await sharp(await upright.png().toBuffer()).rotate(-90).png().toBuffer();
    const exif = { IFD0: { Make: 'VitrinePhone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' } };
    process.stdout.write(await sharp(onItsSide).withExif(exif).withMetadata({ orientation: 6 }).jpeg({ quality: 80 }).toBuffer());
  `);

/** A picture of one colour, half seen through where its format can be. @param format as sharp names it */
export const plainPicture = (
  { width, height }: { width: number; height: number },
  format: 'png' | 'jpeg' | 'webp',
  colour = '#3a7d44',
): Promise<Buffer> =>
  withSharp(`
    const alpha = ${format !== 'jpeg'} ? 0.5 : 1;
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt('${colour}'.slice(at, at + 2), 16));
    const made = sharp({ create: { width: ${width}, height: ${height}, channels: 4, background: { r, g, b, alpha } } });
    process.stdout.write(await made.toFormat('${format}').toBuffer());
  `);

interface SeenPicture {
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly hasExif: boolean;
  /** The colour in the middle of its upper quarter. */
  readonly above: readonly number[];
}

/** What a picture shows to who opens it. */
export async function look(bytes: Buffer): Promise<SeenPicture> {
  const seen = await withSharp(
    `
    const chunks = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const { format, width, height, exif, compression } = await sharp(bytes).metadata();
    const at = { left: Math.floor(width / 2), top: Math.floor(height / 8), width: 1, height: 1 };
    const pixel = await sharp(bytes).extract(at).removeAlpha().raw().toBuffer();
    process.stdout.write(JSON.stringify({ format: format === 'heif' ? compression : format, width, height, hasExif: exif !== undefined, above: [...pixel] }));
  `,
    bytes,
  );
  return JSON.parse(seen.toString());
}
