import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Semaphore } from '../../concurrency/semaphore.ts';
import type { ThemeFiles } from '../../engine/index.ts';
import { lentBrowser, type TestBrowser, UNPAINTED } from '../support/browser.ts';
import { CHROMIUM, needs } from '../support/needs.ts';
import { editionsOf, rendererOf, shownThemes, type View, viewsOf } from '../support/shown-theme.ts';
import { openThemeWindow, type ThemeWindow } from '../support/theme-window.ts';
import { barriersOn, listenToComplaints, sidewaysScroll } from '../support/visitor.ts';

/** Most that a home page may weigh, bytes as they are before encoding. */
const HTML_AND_CSS = 100_000;
const IN_ALL = 250_000;

const NARROW = 320;
const WIDE = 2560;
const HEIGHT = 900;

/** Waits for the fonts and for every picture, also those that a visitor who never scrolls does not load. */
const SETTLE = `(async () => {
  for (const image of document.images) image.loading = 'eager';
  const pending = [...document.images].filter((image) => !image.complete);
  await Promise.all(pending.map((image) => new Promise((done) => { image.onload = image.onerror = done; })));
  await document.fonts.ready;
})()`;

const BROKEN = '[...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src)';

const COLOURS = '[document.documentElement, document.body].map((e) => getComputedStyle(e).backgroundColor).join()';

/**
 * A document of a browser profile of its own: one keeps one processor busy. Pages are written into it one after the other, because in a new document
 * axe would be compiled anew, and look at each page as slowly as at the first one.
 */
interface Eye {
  readonly page: Page;
  readonly themeWindow: ThemeWindow;
  readonly takeComplaints: () => string[];
  /** What the page that is shown has asked for. */
  asked: Request[];
  /** Each page is loaded, and looked at for barriers, at the width that the one before it ended with: half of them at each. */
  width: number;
}
const EYES = 2;

let browser: TestBrowser;
const idle: Eye[] = [];
const turns = new Semaphore(EYES, Number.POSITIVE_INFINITY);
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await lentBrowser(UNPAINTED);
  for (let n = 0; n < EYES; n++) {
    const [themeWindow, page] = await Promise.all([openThemeWindow(), browser.newPage({ reducedMotion: 'reduce' })]);
    await page.goto(themeWindow.origin);
    const takeComplaints = listenToComplaints(page, themeWindow.origin);
    const eye: Eye = { page, themeWindow, takeComplaints, asked: [], width: NARROW };
    page.on('request', (request) => eye.asked.push(request));
    idle.push(eye);
  }
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(idle.map(({ themeWindow }) => themeWindow.close()));
});

/** Has an eye that is free look at a page. */
const look = (lookAt: (eye: Eye) => Promise<void>): Promise<void> =>
  turns.run(async () => {
    const eye = idle.pop() as Eye;
    try {
      await lookAt(eye);
    } finally {
      idle.push(eye);
    }
  });

async function setWidth(eye: Eye, pixels: number): Promise<void> {
  eye.width = pixels;
  await eye.page.setViewportSize({ width: pixels, height: HEIGHT });
}

async function show(eye: Eye, html: string, files: ThemeFiles, width: number): Promise<void> {
  await setWidth(eye, width);
  eye.asked = [];
  await eye.page.setContent(eye.themeWindow.show(html, files));
  await eye.page.evaluate(SETTLE);
}

async function expectGood(eye: Eye, html: string, files: ThemeFiles): Promise<void> {
  const { page } = eye;
  await show(eye, html, files, eye.width);
  const barriers = await barriersOn(page);
  const barriersInTheDark = files['assets/theme.css']?.includes('prefers-color-scheme')
    ? await inTheDark(page, () => barriersOn(page, ['color-contrast']))
    : [];
  const sideways = [[eye.width, await sidewaysScroll(page)]];
  await setWidth(eye, eye.width === NARROW ? WIDE : NARROW);
  sideways.push([eye.width, await sidewaysScroll(page)]);
  const found = { barriers, barriersInTheDark, broken: await page.evaluate(BROKEN), complaints: eye.takeComplaints() };
  expect({ ...found, sideways: sideways.filter(([, by]) => by !== 0) }).toEqual({
    barriers: [],
    barriersInTheDark: [],
    broken: [],
    complaints: [],
    sideways: [],
  });
}

/** Looks at the page as a device shows it that is set to dark colours; an empty list when it looks the same there. */
async function inTheDark<Finding>(page: Page, find: () => Promise<Finding[]>): Promise<Finding[]> {
  const inTheLight = await page.evaluate(COLOURS);
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = (await page.evaluate(COLOURS)) === inTheLight ? [] : await find();
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

async function expectLight({ asked }: Eye, html: string): Promise<void> {
  const weights = await Promise.all(
    asked.map(async (request) => [request.url(), (await request.sizes()).responseBodySize] as const),
  );
  const sum = (parts: typeof weights) => parts.reduce((total, [, bytes]) => total + bytes, Buffer.byteLength(html));
  expect(sum(weights.filter(([address]) => address.endsWith('.css')))).toBeLessThanOrEqual(HTML_AND_CSS);
  expect(sum(weights)).toBeLessThanOrEqual(IN_ALL);
}

describe.each(await shownThemes())('$id', needs('Chromium'), (shown) => {
  const editions = editionsOf(shown);
  const { index, page, blog, article, 404: notFound } = viewsOf(shown.site);

  it.concurrent.each(editions)('has a home page for everybody, whole and light, in the edition $edition', async ({
    files,
  }) => {
    const html = rendererOf(files, shown.site)(index);
    await look(async (eye) => {
      await expectGood(eye, html, files);
      await expectLight(eye, html);
    });
  });

  it.concurrent('keeps a long address of mail within a narrow page', async () => {
    const [{ files }] = editions;
    const said = JSON.stringify(shown.site.parametres);
    const longer = said.replaceAll(/[a-z.-]+@/g, 'conservatoire-de-musique-et-de-danse.secretariat@');
    const html = rendererOf(files, { ...shown.site, parametres: JSON.parse(longer) })(index);
    expect(html).toContain('mailto:conservatoire-de-musique');
    await look(async (eye) => {
      await show(eye, html, files, NARROW);
      expect(await sidewaysScroll(eye.page)).toBe(0);
    });
  });

  it.concurrent.each(
    Object.entries<View>({ page, blog, article, notFound }),
  )('has a view for everybody, whole: %s', async (_, view) => {
    const [{ files }] = editions;
    const html = rendererOf(files, shown.site)(view);
    await look((eye) => expectGood(eye, html, files));
  });
});
