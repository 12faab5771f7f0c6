import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { escapeHtml } from '../../src/text/escape.ts';
import { paintJpeg } from '../../test/support/jpeg.ts';

const SHEET = { quality: 80, bytes: 300_000 };
/** Pixels of the contact sheet. */
const CELL = { width: 424, height: 388 };
const MARGIN = 40;
const COLUMNS = 4;
/** The font of the storefront's titles, so that a name looks the same on every machine. */
const LETTERS = createRequire(import.meta.url).resolve('@fontsource/fraunces/files/fraunces-latin-600-normal.woff2');

/** Screenshots of a home page, as PNG. */
export interface Shots {
  readonly name: string;
  readonly desktop: Buffer;
  readonly phone: Buffer;
}

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;

/** A page with one picture in its full width. */
export const scaled = (png: Buffer) => `<style>body { margin: 0 } img { display: block; width: 100vw }</style>
<img src="${dataUrl(png)}" alt="">`;

/** One picture of all themes: the home page on a desktop, in front of it the one on a phone, and the theme's name. */
export async function contactSheet(painter: Browser, all: readonly Shots[]): Promise<Buffer> {
  const letters = (await readFile(LETTERS)).toString('base64');
  const columns = Math.min(COLUMNS, all.length);
  const rows = Math.ceil(all.length / columns);
  const cells = all.map(
    ({ name, desktop, phone }) => `<figure><img class="desktop" src="${dataUrl(desktop)}" alt="">
<img class="phone" src="${dataUrl(phone)}" alt=""><figcaption>${escapeHtml(name)}</figcaption></figure>`,
  );
  const html = `<style>
@font-face { font-family: Fraunces; font-weight: 600; src: url("data:font/woff2;base64,${letters}"); }
body { margin: 0; padding: ${MARGIN}px; display: grid; grid-template-columns: repeat(${columns}, ${CELL.width}px); gap: ${MARGIN}px; background: #f1ece3; color: #22252b; }
figure { position: relative; margin: 0; height: ${CELL.height}px; }
img { display: block; box-shadow: 0 0 0 1px #0002, 0 18px 30px -18px #2a1a0a99; }
.desktop { width: 372px; border-radius: 6px; }
.phone { position: absolute; right: 0; bottom: 0; width: 108px; border-radius: 10px; box-shadow: 0 0 0 4px #fffdf9, 0 0 0 5px #0003, 0 18px 30px -12px #2a1a0a99; }
figcaption { position: absolute; left: 0; bottom: 14px; font: 600 52px/1 Fraunces; letter-spacing: -.01em; }
</style>${cells.join('\n')}`;
  const paper = {
    width: columns * (CELL.width + MARGIN) + MARGIN,
    height: rows * (CELL.height + MARGIN) + MARGIN,
  };
  return paintJpeg(painter, html, paper, SHEET);
}
