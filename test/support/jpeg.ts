import type { Browser } from 'playwright-core';

const LOWEST_QUALITY = 30;
const QUALITY_STEP = 4;

/**
 * Takes a JPEG of some HTML, with the highest quality at which it is small enough.
 * @param paper width and height in pixels
 * @param options `quality`: the highest, 0 to 100. `bytes`: the largest size
 * @throws Error when the lowest quality is still too large
 */
export async function paintJpeg(
  browser: Browser,
  html: string,
  paper: { width: number; height: number },
  { quality: best, bytes }: { quality: number; bytes: number },
): Promise<Buffer> {
  const context = await browser.newContext({ viewport: paper });
  try {
    const page = await context.newPage();
    await page.setContent(html, { waitUntil: 'load' });
    await page.evaluate('document.fonts.ready.then(() => null)');
    for (let quality = best; quality >= LOWEST_QUALITY; quality -= QUALITY_STEP) {
      const jpeg = await page.screenshot({ type: 'jpeg', quality });
      if (jpeg.length <= bytes) return jpeg;
    }
    throw new Error(`a picture of ${paper.width} × ${paper.height} px does not fit into ${bytes} bytes`);
  } finally {
    await context.close();
  }
}

/** Width and height of a JPEG, from its frame header; null when it is none. One test needs it: too little for a dependency (`image-size`). */
export function sizeOfJpeg(jpeg: Buffer): { width: number; height: number } | null {
  if (jpeg.length < 4 || jpeg.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
  }
  return null;
}
