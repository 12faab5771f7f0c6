import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { TestBrowser } from './browser.ts';
import { until } from './until.ts';

/** Its short form: each page that is looked at is sent it, and has to compile it. */
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A person with a new browser profile. */
export interface Visitor {
  readonly page: Page;
  /** Opens an address of the site. @returns its status */
  open(path: string): Promise<number>;
  /** Does something that loads a page, and waits for the page. */
  load(act: () => Promise<void>): Promise<void>;
  /**
   * Checks the page that is shown: the browser has reported no error since the last check (console, policy, failed or outside
   * requests), and the page is accessible.
   */
  expectNoComplaint(): Promise<void>;
  leave(): Promise<void>;
}

/** @param origin of the site: scheme, host, port */
export async function welcomeVisitor(browser: TestBrowser, origin: string, { width = 1440 } = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const takeComplaints = listenToComplaints(page, origin);
  const untilWhole = watchRequests(page);
  return {
    page,
    open: async (path) => {
      const response = await page.goto(origin + path);
      await untilWhole();
      return response?.status() ?? 0;
    },
    load: async (act) => {
      // The address of the page before may be that of the next one.
      const loaded = page.waitForEvent('load');
      await act();
      await loaded;
      await untilWhole();
    },
    expectNoComplaint: async () => {
      await untilWhole();
      await expectAccessible(page);
      expect(takeComplaints(), page.url()).toEqual([]);
    },
    leave: () => context.close(),
  };
}

/**
 * @param origin the only host that a page may request, besides `data:` addresses
 * @returns a function that returns the errors that the browser has reported since its last call: console, policy, failed or
 * outside requests
 */
export function listenToComplaints(page: Page, origin: string): () => string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // The browser writes error statuses to its console; the test itself checks that of the page.
    const isPageItself = message.location().url === page.url() && message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isPageItself) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(`${origin}/`) || request.url().startsWith('data:');
    if (!isOurs) complaints.push(`outside request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== LEFT) complaints.push(`failed (${reason}): ${request.url()}`);
  });
  return () => complaints.splice(0);
}

/**
 * To be called before the page asks for anything. Playwright's `networkidle` waits for half a second without a request, at every page.
 * @returns a function that waits until the page is loaded, painted with its fonts, and each of its requests has its answer
 */
export function watchRequests(page: Page): () => Promise<void> {
  const unanswered = new Set<Request>();
  page.on('request', (request) => unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  return async () => {
    await page.waitForLoadState('load');
    await page.evaluate(PAINTED);
    const areAnswered = () => expect([...unanswered].map((request) => request.url())).toEqual([]);
    await until('each request of the page has its answer', areAnswered);
  };
}

/** Pictures that wait until they are near the window are asked for when the page is painted. */
const PAINTED = `document.fonts.ready.then(() =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))`;

/** The error of requests that the page has left unfinished, such as lazy fonts. */
const LEFT = 'net::ERR_ABORTED';

/**
 * Checks that the page has no barrier (WCAG 2.2 AA) and does not scroll sideways.
 * @param rules as for `barriersOn`
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const [overflow, barriers] = [await sidewaysScroll(page), await barriersOn(page, rules)];
  expect({ overflow, barriers }, page.url()).toEqual({ overflow: 0, barriers: [] });
}

/** By how many pixels the page is wider than the window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * The barriers of the page (WCAG 2.2 AA): rule, first element, and number of further elements.
 * @param rules rules of axe; when left out those of the standard and of good practice
 */
export async function barriersOn(page: Page, rules?: string[]): Promise<(readonly [string, string, number])[]> {
  // AxeBuilder reads this half a megabyte of script twice for every look at a page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  // Frames are of opaque origin: what axe would send them is an error in the console.
  const options: RunOptions = {
    ...{ resultTypes: ['violations'], preload: false, iframes: false },
    runOnly: rules ?? TAGS,
  };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html ?? '', nodes.length - 1]);
}
