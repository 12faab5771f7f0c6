import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { comment, frame, gif } from './gif.ts';
import { markerAt, segment, withScans, withSegments, withSize } from './jpeg.ts';
import { chunk, end, header, pixels, png, withChunks } from './png.ts';

/** What nothing that is sent may have in it. */
export const PAYLOAD = 'PAYLOAD_6f1c';
const SCRIPT = `<script>alert("${PAYLOAD}")</script>`;

/** What must come of a file: it is refused, or is answered with files in which nothing of it is left. */
export type Expected = 'type_refuse' | 'heic' | 'media_illisible' | 'trop_lourd' | 'trop_de_pixels' | 'made';

export interface HostileFile {
  readonly what: string;
  readonly declaredType: string;
  readonly bytes: Buffer;
  readonly expected: Expected;
}

export interface Seeds {
  readonly jpeg: Buffer;
  readonly progressive: Buffer;
  readonly png: Buffer;
  readonly webp: Buffer;
  readonly lossless: Buffer;
  readonly moving: Buffer;
  readonly avif: Buffer;
  readonly gif: Buffer;
}

const WIDTH = 48;
const HEIGHT = 40;

/** Harmless pictures of every kind. */
export async function makeSeeds(): Promise<Seeds> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#888', noise } });
  const raw = { width: WIDTH, height: 3 * HEIGHT, channels: 3, pageHeight: HEIGHT } as const;
  const frames = Buffer.alloc(WIDTH * 3 * HEIGHT * 3, 1).map((_, n) => Math.floor(n / (WIDTH * HEIGHT)) * 28);
  return {
    jpeg: await picture.clone().jpeg().toBuffer(),
    progressive: await picture.clone().jpeg({ progressive: true }).toBuffer(),
    png: await picture.clone().png().toBuffer(),
    webp: await picture.clone().webp().toBuffer(),
    lossless: await picture.clone().webp({ lossless: true }).toBuffer(),
    moving: await sharp(Buffer.from(frames), { raw })
      .webp({ delay: [50, 50, 50] })
      .toBuffer(),
    avif: await picture.clone().avif().toBuffer(),
    gif: await picture.clone().gif().toBuffer(),
  };
}

const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));

/** A copy in which some bytes are others. */
function patched(bytes: Buffer, at: number, values: readonly number[] | Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

const big = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};

/** The beginning of a file of boxes, with one more box behind it. */
const boxes = (brand: string, ...others: readonly string[]): Buffer => {
  const type = Buffer.concat([Buffer.from(`ftyp${brand}`), big(0), ...others.map((other) => Buffer.from(other))]);
  return Buffer.concat([big(type.length + 4), type, big(8), Buffer.from('free')]);
};

/** Metadata of a camera, with a place in it. */
const exif = (text: string): string => `Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0${text}`;

/** The size of an animated WebP is 24 bits each, less one. */
const canvas = (moving: Buffer, side: number): Buffer =>
  patched(moving, 24, [(side - 1) & 255, (side - 1) >> 8, 0, (side - 1) & 255, (side - 1) >> 8, 0]);

function jpegs({ jpeg, progressive }: Seeds): HostileFile[] {
  const zip = Buffer.from(`PK\x03\x04${PAYLOAD}PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
  const of = (what: string, bytes: Buffer, expected: Expected, declaredType = 'image/jpeg'): HostileFile => ({
    what: `JPEG: ${what}`,
    declaredType,
    bytes,
    expected,
  });
  const segments = (count: number, marker: number, text: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => segment(marker, Buffer.from(text(n), 'latin1')));
  return [
    of('says 65,000 × 65,000', withSize(jpeg, 65_000, 65_000), 'trop_de_pixels'),
    of('says no height', withSize(jpeg, WIDTH, 0), 'media_illisible'),
    of('cut in the middle', cut(jpeg, 0.6), 'media_illisible'),
    of('cut in its header', jpeg.subarray(0, 100), 'media_illisible'),
    of('three bytes', jpeg.subarray(0, 3), 'media_illisible'),
    of('of 10,000 scans', withScans(progressive, 10_000), 'media_illisible'),
    of('with a ZIP behind it', Buffer.concat([jpeg, zip]), 'made'),
    of('with a page in a comment', withSegments(jpeg, segment(0xfe, SCRIPT)), 'made'),
    of('with PHP in its EXIF', withSegments(jpeg, segment(0xe1, exif(`<?php ${PAYLOAD} ?>`))), 'made'),
    of('EXIF of 10 MB', withSegments(jpeg, ...segments(160, 0xe1, () => exif(PAYLOAD.repeat(5_400)))), 'made'),
    of('XMP', withSegments(jpeg, segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${PAYLOAD}</x>`)), 'made'),
    of('IPTC', withSegments(jpeg, segment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x0c${PAYLOAD}`)), 'made'),
    of(
      'a profile of colours of 16 MB',
      withSegments(
        jpeg,
        ...segments(255, 0xe2, (n) => `ICC_PROFILE\0${String.fromCharCode(n + 1)}\xff${PAYLOAD.repeat(5_400)}`),
      ),
      'made',
    ),
    of(
      'EXIF that names itself',
      withSegments(jpeg, segment(0xe1, 'Exif\0\0MM\0*\0\0\0\x08\0\x01\x87\x69\0\x04\0\0\0\x01\0\0\0\x08')),
      'made',
    ),
    of('a second picture behind it', Buffer.concat([jpeg, withSegments(jpeg, segment(0xfe, PAYLOAD))]), 'made'),
    of('a script before it', Buffer.concat([Buffer.from(SCRIPT), jpeg]), 'type_refuse'),
    of('in which a table is missing', patched(jpeg, markerAt(jpeg, [0xdb]) + 1, [0xfe]), 'media_illisible'),
    of('called PNG by a telephone', jpeg, 'made', 'image/png'),
    of('called HEIC by a telephone', jpeg, 'made', 'image/heic'),
    of('called a page', withSegments(jpeg, segment(0xfe, SCRIPT)), 'type_refuse', 'text/html'),
    of('called a script', jpeg, 'type_refuse', 'application/javascript'),
    of('called a PDF', jpeg, 'type_refuse', 'application/pdf'),
  ];
}

function pngs({ png: seed }: Seeds): HostileFile[] {
  const of = (what: string, bytes: Buffer, expected: Expected): HostileFile => ({
    what: `PNG: ${what}`,
    declaredType: 'image/png',
    bytes,
    expected,
  });
  const bomb = deflateSync(Buffer.alloc(60_000_000, PAYLOAD));
  const data = seed.indexOf('IDAT');
  return [
    of('50,000 × 50,000', png(header(50_000, 50_000), pixels(1, 1), end), 'trop_de_pixels'),
    of(
      '50,000 × 50,000 of one bit, interlaced',
      png(header(50_000, 50_000, 1, 0, 1), pixels(1, 1), end),
      'trop_de_pixels',
    ),
    of('2,147,483,647 wide', png(header(0x7fffffff, 1), pixels(1, 1), end), 'media_illisible'),
    of('10,000 × 10,000 of which there is nothing', png(header(10_000, 10_000), pixels(1, 1), end), 'media_illisible'),
    of('no width', png(header(0, 30), pixels(1, 30), end), 'media_illisible'),
    of('a depth that there is not', png(header(40, 30, 7), pixels(40, 30), end), 'media_illisible'),
    of('cut', cut(seed, 0.6), 'media_illisible'),
    of('eight bytes', seed.subarray(0, 8), 'media_illisible'),
    of('a wrong checksum of its header', patched(seed, 29, [1, 2, 3, 4]), 'media_illisible'),
    of('a wrong checksum of its pixels', patched(seed, data + 20, [0xff, 0xff, 0xff]), 'media_illisible'),
    of('pixels that are no zlib', png(header(40, 30), chunk('IDAT', 'no zlib at all'), end), 'media_illisible'),
    of('no pixels', png(header(40, 30), end), 'media_illisible'),
    of('pixels that unpack to 60 MB', png(header(40, 30), chunk('IDAT', bomb), end), 'media_illisible'),
    of(
      'a profile that unpacks to 60 MB',
      withChunks(chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), bomb]))),
      'made',
    ),
    of('a text that unpacks to 60 MB', withChunks(chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), bomb]))), 'made'),
    of(
      'a text of the world that unpacks to 60 MB',
      withChunks(chunk('iTXt', Buffer.concat([Buffer.from('x\0\x01\0\0\0'), bomb]))),
      'made',
    ),
    of(
      '20,000 texts',
      withChunks(...Array.from({ length: 20_000 }, (_, n) => chunk('tEXt', `k${n}\0${PAYLOAD}`))),
      'made',
    ),
    of('a script as text', withChunks(chunk('tEXt', `Comment\0${SCRIPT}`)), 'made'),
    of('a file that ImageMagick reads in', withChunks(chunk('tEXt', `profile\0/etc/passwd ${PAYLOAD}`)), 'made'),
    of('metadata of a camera', withChunks(chunk('eXIf', `MM\0*\0\0\0\x08\0\0${PAYLOAD}`)), 'made'),
    of('HTML behind it', Buffer.concat([seed, Buffer.from(SCRIPT)]), 'made'),
    of(
      'a chunk of 2 GB',
      png(header(40, 30), Buffer.concat([big(0x7fffffff), Buffer.from('tEXtx')])),
      'media_illisible',
    ),
    of(
      'a palette without colours',
      png(header(40, 30, 8, 3), chunk('PLTE', ''), pixels(40, 30), end),
      'media_illisible',
    ),
    of('moving, with 1,000 frames said', withChunks(chunk('acTL', Buffer.concat([big(1_000), big(0)]))), 'made'),
  ];
}

function gifs({ gif: seed }: Seeds): HostileFile[] {
  const of = (what: string, bytes: Buffer, expected: Expected): HostileFile => ({
    what: `GIF: ${what}`,
    declaredType: 'image/gif',
    bytes,
    expected,
  });
  const frames = (count: number, side: number) => Array<Buffer>(count).fill(frame(side, side));
  return [
    of('10,000 frames', gif(200, 200, frames(10_000, 200)), 'trop_de_pixels'),
    of('a frame of 65,535 × 65,535', gif(65_535, 65_535, frames(1, 65_535)), 'trop_de_pixels'),
    of('50,000 frames of one pixel', gif(1, 1, frames(50_000, 1)), 'made'),
    of('cut', cut(seed, 0.5), 'media_illisible'),
    of('six bytes', seed.subarray(0, 6), 'media_illisible'),
    of('no frame', gif(40, 30, []), 'media_illisible'),
    of('no colours', patched(seed, 10, [0]), 'media_illisible'),
    of(
      'a script that browsers have read',
      Buffer.concat([Buffer.from('GIF89a=1;/*'), seed.subarray(11), Buffer.from(`*/;${PAYLOAD}`)]),
      'media_illisible',
    ),
    of(
      'a script as note',
      gif(40, 30, [comment(SCRIPT), frame(40, 30, [...seed.subarray(seed.lastIndexOf(0x2c) + 10, -1)])]),
      'media_illisible',
    ),
    of('a script behind it', Buffer.concat([seed, Buffer.from(SCRIPT)]), 'made'),
  ];
}

function webps({ webp, lossless, moving }: Seeds): HostileFile[] {
  const of = (what: string, bytes: Buffer, expected: Expected): HostileFile => ({
    what: `WebP: ${what}`,
    declaredType: 'image/webp',
    bytes,
    expected,
  });
  return [
    of('three frames of 16,000 × 16,000', canvas(moving, 16_000), 'trop_de_pixels'),
    of('three frames that are smaller than they say', canvas(moving, 3_000), 'made'),
    of('cut', cut(webp, 0.6), 'media_illisible'),
    of('moving, cut', cut(moving, 0.6), 'media_illisible'),
    of('twelve bytes', webp.subarray(0, 12), 'media_illisible'),
    of('a longer length than there is', patched(webp, 4, [0xff, 0xff, 0xff, 0x7f]), 'media_illisible'),
    of('tables of codes that are none', patched(lossless, 30, Buffer.alloc(40, 0xa5)), 'media_illisible'),
    of('a script behind it', Buffer.concat([webp, Buffer.from(SCRIPT)]), 'made'),
  ];
}

function avifs({ avif }: Seeds): HostileFile[] {
  const of = (what: string, bytes: Buffer, expected: Expected, declaredType = 'image/avif'): HostileFile => ({
    what: `AVIF: ${what}`,
    declaredType,
    bytes,
    expected,
  });
  const size = avif.indexOf('ispe') + 8;
  const place = avif.indexOf('iloc') + 20;
  return [
    of('says 60,000 × 60,000', patched(avif, size, Buffer.concat([big(60_000), big(60_000)])), 'trop_de_pixels'),
    of('says 4,294,967,295 × 4,294,967,295', patched(avif, size, Buffer.alloc(8, 0xff)), 'media_illisible'),
    of(
      'says 9,000 × 9,000 and has 48 × 40',
      patched(avif, size, Buffer.concat([big(9_000), big(9_000)])),
      'media_illisible',
    ),
    of('pixels outside the file', patched(avif, place, Buffer.alloc(6, 0x7f)), 'media_illisible'),
    of('cut', cut(avif, 0.7), 'media_illisible'),
    of('without boxes', boxes('avif', 'mif1', 'miaf'), 'media_illisible'),
    of(
      'a box of 4 GB',
      Buffer.concat([avif.subarray(0, 32), Buffer.alloc(4, 0xff), avif.subarray(36)]),
      'media_illisible',
    ),
    of('a photograph of a telephone', boxes('heic', 'mif1', 'heic'), 'heic', 'image/heic'),
    of('a photograph of a telephone called JPEG', boxes('mif1', 'heic'), 'heic', 'image/jpeg'),
    of(
      'HEVC that calls itself AVIF',
      Buffer.from(
        avif.toString('latin1').replace('infe\x02\0\0\0\0\x01\0\0av01', 'infe\x02\0\0\0\0\x01\0\0hvc1'),
        'latin1',
      ),
      'media_illisible',
    ),
    of('a film', boxes('isom', 'mp42', 'avc1'), 'type_refuse', 'video/mp4'),
    of('a container of nobody', boxes('mif1', 'miaf'), 'type_refuse'),
    of('a script behind it', Buffer.concat([avif, Buffer.from(SCRIPT)]), 'made'),
  ];
}

function others(): HostileFile[] {
  const of = (what: string, bytes: Buffer | string, declaredType: string, expected: Expected): HostileFile => ({
    what,
    declaredType,
    bytes: Buffer.from(bytes as string, 'latin1'),
    expected,
  });
  const none = (what: string, bytes: Buffer | string, declaredType = 'image/png') =>
    of(what, bytes, declaredType, 'type_refuse');
  const svg = (inner: string, before = '') => `${before}<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
  const pdf = (inner: string) => `%PDF-1.4\n${inner}\ntrailer<<>>\n%%EOF\n`;
  return [
    none('nothing', ''),
    none('one byte', '\xff'),
    none('HTML', `<!DOCTYPE html><html><body>${SCRIPT}`),
    none('HTML with a drawing in it', `<html><svg onload="${PAYLOAD}"/></html>`, 'image/svg+xml'),
    none('HTML called HTML', `<html>${SCRIPT}`, 'text/html'),
    none('a script', `alert("${PAYLOAD}")`),
    none('PHP', `<?php ${PAYLOAD}; ?>`),
    none(
      'the language of ImageMagick',
      'push graphic-context\nviewbox 0 0 640 480\nfill \'url(https://127.0.0.1/"|id")\'\npop graphic-context',
    ),
    none(
      'a script of ImageMagick',
      '<?xml version="1.0"?><image><read filename="ephemeral:/etc/passwd"/></image>',
      'image/svg+xml',
    ),
    none('an address of ImageMagick', 'ephemeral:/etc/passwd'),
    none('PostScript', '%!PS\nuserdict /setpagedevice undef\nsave\n(%pipe%id) (w) file'),
    none('EPS', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10'),
    none('TIFF', 'II*\0\x08\0\0\0\0\0\0\0\0\0', 'image/tiff'),
    none('TIFF the other way round', 'MM\0*\0\0\0\x08\0\0'),
    none('BigTIFF', 'II+\0\x08\0\0\0'),
    none('BMP', `BM${'\0'.repeat(60)}`, 'image/bmp'),
    none('ICO', '\0\0\x01\0\x01\0\x10\x10\0\0', 'image/x-icon'),
    none('JPEG XL', '\xff\x0a\xfa\x7f', 'image/jxl'),
    none('JPEG XL in boxes', '\0\0\0\x0cJXL \r\n\x87\n'),
    none('JPEG 2000', '\0\0\0\x0cjP  \r\n\x87\n'),
    none('Photoshop', '8BPS\0\x01\0\0\0\0\0\0'),
    none('libvips', `\x08\xf2\xa6\xb6${'\0'.repeat(60)}`),
    none('libvips the other way round', `\xb6\xa6\xf2\x08${'\0'.repeat(60)}`),
    none('OpenEXR', '\x76\x2f\x31\x01\x02\0\0\0'),
    none('Radiance', '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n'),
    none('PPM', 'P6 1 1 255 \0\0\0'),
    none('XPM', '/* XPM */ static char *x[] = {"1 1 1 1"};'),
    none('FITS', 'SIMPLE  =                    T'),
    none('a matrix', '1 1\n0\n'),
    none('a ZIP', 'PK\x03\x04'),
    none('a drawing in gzip', gzipSync(svg('')), 'image/svg+xml'),
    none('a drawing called PNG', svg(`<script>${PAYLOAD}</script>`), 'image/png'),
    none('a drawing of nobody knows what', svg(`<script>${PAYLOAD}</script>`), 'application/octet-stream'),
    none('another XML', '<?xml version="1.0"?><kml/>', 'image/svg+xml'),
    of('a drawing with a script', svg(`<script>${PAYLOAD}</script><g onload="${PAYLOAD}"/>`), 'image/svg+xml', 'made'),
    of(
      'a drawing with a page',
      svg(`<foreignObject><iframe srcdoc="${PAYLOAD}"/></foreignObject>`),
      'image/svg+xml',
      'made',
    ),
    of(
      'a drawing with addresses',
      svg(`<image href="https://${PAYLOAD}/"/><style>@import "//${PAYLOAD}";</style>`),
      'image/svg+xml; charset=utf-8',
      'made',
    ),
    of(
      'a drawing with entities',
      svg('<text>&a;</text>', '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
      'image/svg+xml',
      'media_illisible',
    ),
    of(
      'a drawing with a file as entity',
      svg('<text>&a;</text>', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
      'image/svg+xml',
      'media_illisible',
    ),
    of('a drawing of 2 MB', svg(`<!--${'x'.repeat(2_000_000)}-->`), 'image/svg+xml', 'trop_lourd'),
    of('spaces without end before a drawing', `${' '.repeat(5_000_000)}<svg/>`, 'image/svg+xml', 'type_refuse'),
    of('a PDF that is cut', '%PDF-1.7\n1 0 obj\n<<', 'application/pdf', 'media_illisible'),
    of('a PDF with a page in it', pdf(`<html>${SCRIPT}`), 'application/pdf', 'made'),
    none('a PDF with a page before it', `<html>${SCRIPT}${pdf('')}`, 'application/pdf'),
    none('a PDF called a picture', pdf(''), 'image/png'),
    none('a PDF called a page', pdf(SCRIPT), 'text/html'),
  ];
}

export const hostileFiles = (seeds: Seeds): HostileFile[] => [
  ...jpegs(seeds),
  ...pngs(seeds),
  ...gifs(seeds),
  ...webps(seeds),
  ...avifs(seeds),
  ...others(),
];
