import type { Browser } from 'playwright-core';
import { escapeHtml } from '../../src/http/platform-page.ts';
import { paintJpeg } from '../../test/support/jpeg.ts';

const SHEET = { quality: 80, bytes: 600_000 };
/** Pixels of the contact sheet. */
const CELL = { width: 420, height: 700 };
const MARGIN = 40;
const COLUMNS = 4;

/** A home page as PNG. */
export interface Shots {
  readonly name: string;
  readonly desktop: Buffer;
  readonly phone: Buffer;
}

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

/** A picture as wide as the paper. */
export const scaled = (png: Buffer) => `<style>body { margin: 0 } img { display: block; width: 100vw }</style>
<img src="${dataUrl(png)}" alt="">`;

/** Each theme's home page by its desktop and, below, its phone, with its name. */
export function contactSheet(painter: Browser, all: readonly Shots[]): Promise<Buffer> {
  const columns = Math.min(COLUMNS, all.length);
  const rows = Math.ceil(all.length / columns);
  const cells = all.map(
    ({ name, desktop, phone }) => `<figure><img class="desktop" src="${dataUrl(desktop)}" alt="">
<div><img class="phone" src="${dataUrl(phone)}" alt=""><figcaption>${escapeHtml(name)}</figcaption></div></figure>`,
  );
  const html = `<style>
body { margin: 0; padding: ${MARGIN}px; display: grid; grid-template-columns: repeat(${columns}, ${CELL.width}px); gap: ${MARGIN}px; background: #f1ece3; color: #22252b; }
figure { margin: 0; height: ${CELL.height}px; }
img { display: block; border-radius: 6px; box-shadow: 0 0 0 1px #0002, 0 18px 30px -18px #2a1a0a99; }
.desktop { width: 100%; }
.phone { width: 165px; border-radius: 12px; }
div { display: flex; gap: 24px; align-items: end; margin-top: 24px; }
figcaption { font: 600 40px/1 Georgia, "DejaVu Serif", serif; padding-bottom: 8px; }
</style>${cells.join('\n')}`;
  const paper = {
    width: columns * (CELL.width + MARGIN) + MARGIN,
    height: rows * (CELL.height + MARGIN) + MARGIN,
  };
  return paintJpeg(painter, html, paper, SHEET);
}
