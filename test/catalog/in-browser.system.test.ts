import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ThemeFiles } from '../../engine/index.ts';
import { CHROMIUM, lentBrowser, type TestBrowser } from '../support/browser.ts';
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

/** Name and bytes of everything that the page has asked for, itself included. */
const WEIGHTS = `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
  .map(({ name, decodedBodySize }) => [name, decodedBodySize])`;

const COLOURS = '[document.documentElement, document.body].map((e) => getComputedStyle(e).backgroundColor).join()';

let browser: TestBrowser;
let themeWindow: ThemeWindow;
let page: Page;
let takeComplaints: () => string[];
beforeAll(async () => {
  if (!CHROMIUM) return;
  [browser, themeWindow] = await Promise.all([lentBrowser(), openThemeWindow()]);
  page = await browser.newPage({ reducedMotion: 'reduce' });
  takeComplaints = listenToComplaints(page, themeWindow.origin);
});
afterAll(async () => {
  await browser?.close();
  await themeWindow?.close();
});

/** Each page is loaded, and looked at for barriers, at the width that the one before it ended with: half of them at each. */
let width = NARROW;
async function setWidth(pixels: number): Promise<void> {
  width = pixels;
  await page.setViewportSize({ width, height: HEIGHT });
}

async function expectGood(html: string, files: ThemeFiles): Promise<void> {
  themeWindow.show(html, files);
  await setWidth(width);
  await page.goto(themeWindow.origin);
  await page.evaluate(SETTLE);
  const barriers = await barriersOn(page);
  const barriersInTheDark = files['assets/theme.css']?.includes('prefers-color-scheme')
    ? await inTheDark(() => barriersOn(page, ['color-contrast']))
    : [];
  const sideways = [[width, await sidewaysScroll(page)]];
  await setWidth(width === NARROW ? WIDE : NARROW);
  sideways.push([width, await sidewaysScroll(page)]);
  const found = { barriers, barriersInTheDark, broken: await page.evaluate(BROKEN), complaints: takeComplaints() };
  expect({ ...found, sideways: sideways.filter(([, by]) => by !== 0) }).toEqual({
    barriers: [],
    barriersInTheDark: [],
    broken: [],
    complaints: [],
    sideways: [],
  });
}

async function expectNarrow(html: string, files: ThemeFiles): Promise<void> {
  themeWindow.show(html, files);
  await setWidth(NARROW);
  await page.goto(themeWindow.origin);
  await page.evaluate(SETTLE);
  expect(await sidewaysScroll(page)).toBe(0);
}

/** Looks at the page as a device shows it that is set to dark colours; an empty list when it looks the same there. */
async function inTheDark<Finding>(look: () => Promise<Finding[]>): Promise<Finding[]> {
  const inTheLight = await page.evaluate(COLOURS);
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = (await page.evaluate(COLOURS)) === inTheLight ? [] : await look();
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

async function expectLight(): Promise<void> {
  const weights: [string, number][] = await page.evaluate(WEIGHTS);
  const sum = (parts: typeof weights) => parts.reduce((total, [, bytes]) => total + bytes, 0);
  expect(sum(weights.filter(([name]) => name === page.url() || name.endsWith('.css')))).toBeLessThanOrEqual(
    HTML_AND_CSS,
  );
  expect(sum(weights)).toBeLessThanOrEqual(IN_ALL);
}

describe.skipIf(!CHROMIUM).each(await shownThemes())('$id', (shown) => {
  const editions = editionsOf(shown);
  const { index, page, blog, article, 404: notFound } = viewsOf(shown.site);

  it.each(editions)('has a home page for everybody, whole and light, in the edition $edition', async ({ files }) => {
    await expectGood(rendererOf(files, shown.site)(index), files);
    await expectLight();
  });

  it('keeps a long address of mail within a narrow page', async () => {
    const [{ files }] = editions;
    const template = files['templates/index.json'] ?? '';
    const longer = template.replaceAll(/[a-z.-]+@/g, 'conservatoire-de-musique-et-de-danse.secretariat@');
    expect(longer).not.toBe(template);
    const longFiles = { ...files, 'templates/index.json': longer };
    await expectNarrow(rendererOf(longFiles, shown.site)(index), longFiles);
  });

  it.each(
    Object.entries<View>({ page, blog, article, notFound }),
  )('has a view for everybody, whole: %s', async (_, view) => {
    const [{ files }] = editions;
    await expectGood(rendererOf(files, shown.site)(view), files);
  });
});
