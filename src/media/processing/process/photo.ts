import type { OutputInfo, Sharp, SharpOptions } from 'sharp';
import { croppedSize, nearestWidth, sizeOf, widthsOf } from '../../../../engine/pictures/variants.ts';
import { MEDIA_LIMITS } from '../../limits.ts';
import { type Examined, fileName, type MadeFile, type MediaType, type Wanted } from '../protocol.ts';
import { sharp } from './loaders.ts';
import { Refused } from './refused.ts';

type WantedPixels = Exclude<Wanted, 'svg'>;

/** A picture upright, in sRGB, without metadata, as large as the largest file that is made of it. */
interface Pixels {
  readonly data: Buffer;
  readonly raw: Pick<OutputInfo, 'width' | 'height' | 'channels'>;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const READING: SharpOptions = {
  limitInputPixels: MEDIA_LIMITS.pixels,
  sequentialRead: true,
  // What is cut or broken is refused; what decoders merely wonder at is not: telephones write such files.
  failOn: 'error',
};

/** Pictures are made no longer than WebP can be, and narrower then. */
const LONGEST_SIDE = 16_383;
/** Colours and placeholder are taken from a picture of this size. */
const SMALL = 64;
const PLACEHOLDER = 16;
/** Characters of a placeholder: what is longer, of a picture that is one noise, is left out. */
const PLACEHOLDER_LENGTH = 600;
/** A PNG of more pixels has all its colours: choosing a palette of this many takes 0.4 s. */
const PALETTE_PIXELS = 150_000;

const FORMATS_OF_LOADERS: Readonly<Record<string, MediaType>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
};

/** Reads what a picture in pixels is, and makes files of it. @throws Refused */
export async function takePhoto(
  bytes: Buffer,
  type: MediaType,
  wanted: readonly Wanted[],
): Promise<{ examined: Examined; files: MadeFile[] }> {
  const { upright, frames } = await readHeader(bytes, type);
  const plans = plan(upright, wanted);
  // What is cropped stands still.
  const moving = frames > 1 ? plans.filter(({ format, ratio }) => format === 'webp' && ratio === null) : [];
  const standing = plans.filter((one) => !moving.includes(one));
  const pixels = await decode(bytes, upright, scaleOf(upright, standing));
  const files: MadeFile[] = [];
  for (const one of standing) files.push({ name: fileName(one), bytes: await makeStill(pixels, upright, one) });
  for (const one of moving)
    files.push({ name: fileName(one), bytes: await makeAnimation(bytes, targetOf(upright, one)) });
  const examined = { type, ...upright, frames, ...(await glance(pixels)) };
  return { examined, files };
}

/** What the beginning of the file tells; nothing is decoded. */
async function readHeader(bytes: Buffer, type: MediaType): Promise<{ upright: Size; frames: number }> {
  // All frames count, but the limit is ours to tell: the loader's own counts some of them twice.
  const header = await sharp(bytes, { ...READING, limitInputPixels: false, animated: isMoving(type) }).metadata();
  if (FORMATS_OF_LOADERS[header.format ?? ''] !== type) throw new Refused('media_illisible');
  if (header.format === 'heif' && header.compression !== 'av1') throw new Refused('type_refuse', 'heic');
  const frames = Math.max(1, header.pages ?? 1);
  const height = header.pageHeight ?? header.height;
  if (header.width * height * frames > MEDIA_LIMITS.pixels) throw new Refused('trop_de_pixels');
  const isLying = (header.orientation ?? 1) >= 5;
  return { upright: isLying ? { width: height, height: header.width } : { width: header.width, height }, frames };
}

const isMoving = (type: MediaType): boolean => type === 'image/gif' || type === 'image/webp';

/** The files that are made: each once, in a width that the picture has. */
function plan(upright: Size, wanted: readonly Wanted[]): WantedPixels[] {
  const plans = wanted
    .filter((one) => one !== 'svg')
    .map((one) => ({ ...one, width: nearestWidth(widthsOf(upright, one.ratio), one.width) }));
  return [...new Map(plans.map((one) => [fileName(one), one])).values()];
}

/** How large the picture must be for the largest file, as a share of its own size. */
function scaleOf(upright: Size, plans: readonly WantedPixels[]): number {
  const scales = plans.map((one) => targetOf(upright, one).width / croppedSize(upright, one.ratio).width);
  return Math.min(1, Math.max(SMALL / Math.max(upright.width, upright.height), ...scales));
}

/** The size of a file: the one that was asked for, or the largest of the same shape that can be encoded. */
function targetOf(upright: Size, wanted: WantedPixels): Size {
  const size = sizeOf(upright, wanted);
  return scaled(size, Math.min(1, LONGEST_SIDE / size.width, LONGEST_SIDE / size.height));
}

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

async function decode(bytes: Buffer, upright: Size, scale: number): Promise<Pixels> {
  const { width, height } = scaled(upright, scale);
  const { data, info } = await sharp(bytes, READING)
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

const open = ({ data, raw }: Pixels): Sharp => sharp(data, { raw, limitInputPixels: MEDIA_LIMITS.pixels });

function makeStill(pixels: Pixels, upright: Size, wanted: WantedPixels): Promise<Buffer> {
  const target = targetOf(upright, wanted);
  const picture = wanted.ratio === null ? resized(pixels, target) : cropped(pixels, upright, target, wanted);
  return encode(picture, wanted.format, target.width * target.height).toBuffer();
}

const resized = (pixels: Pixels, { width, height }: Size): Sharp => open(pixels).resize(width, height, { fit: 'fill' });

/** A part of the whole picture, which is made as large as the part needs. */
function cropped(pixels: Pixels, upright: Size, target: Size, { ratio, focal }: WantedPixels): Sharp {
  const around = scaled(upright, target.width / croppedSize(upright, ratio).width);
  const width = Math.min(target.width, around.width);
  const height = Math.min(target.height, around.height);
  const left = startOf(around.width, width, focal.x);
  const top = startOf(around.height, height, focal.y);
  return resized(pixels, around).extract({ left, top, width, height });
}

/** Where a part begins that has a point in its middle, or as near to there as the whole allows. @param point thousandths of the whole */
function startOf(whole: number, part: number, point: number): number {
  return Math.min(whole - part, Math.max(0, Math.round((whole * point) / 1_000 - part / 2)));
}

function encode(picture: Sharp, format: WantedPixels['format'], pixels: number): Sharp {
  if (format === 'webp') return picture.webp({ quality: 78, alphaQuality: 90 });
  // 1280 px: 0.8 s; the next effort takes 4 s for an eighth less.
  if (format === 'avif') return picture.avif({ quality: 50, effort: 3 });
  if (format === 'png') return picture.png({ palette: pixels <= PALETTE_PIXELS, effort: 3 });
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 78, mozjpeg: true });
}

function makeAnimation(bytes: Buffer, { width, height }: Size): Promise<Buffer> {
  const picture = sharp(bytes, { ...READING, animated: true }).resize(width, height, { fit: 'fill' });
  return picture.webp({ quality: 75, effort: 2 }).toBuffer();
}

/** Colour and placeholder. */
async function glance(pixels: Pixels): Promise<Pick<Examined, 'colour' | 'placeholder'>> {
  const { data, info } = await open(pixels)
    .resize(SMALL, SMALL, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = { data, raw: { width: info.width, height: info.height, channels: info.channels } };
  const { dominant } = await open(small).stats();
  const tiny = await open(small).resize(PLACEHOLDER, PLACEHOLDER, { fit: 'inside' }).webp({ quality: 30 }).toBuffer();
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`;
  const colour = [dominant.r, dominant.g, dominant.b].map((one) => one.toString(16).padStart(2, '0')).join('');
  return { colour: `#${colour}`, placeholder: placeholder.length > PLACEHOLDER_LENGTH ? '' : placeholder };
}
