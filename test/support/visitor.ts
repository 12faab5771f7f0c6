import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A person with a browser of their own, in which nothing is remembered yet. */
export interface Visitor {
  readonly page: Page;
  /** Opens an address of the site. @returns its status */
  open(path: string): Promise<number>;
  /**
   * Holds the page that is shown to what every page owes: nothing for the browser to complain about since the last time (console,
   * policy, failed or outside requests), no barrier for anybody (WCAG 2.2 AA), no scrolling sideways.
   */
  expectNoComplaint(): Promise<void>;
  leave(): Promise<void>;
}

/** @param origin of the site: scheme, host, port */
export async function welcomeVisitor(browser: Browser, origin: string, { width = 1440 } = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const takeComplaints = listenToComplaints(page, origin);
  return {
    page,
    open: async (path) => (await page.goto(origin + path, { waitUntil: 'networkidle' }))?.status() ?? 0,
    expectNoComplaint: async () => {
      await page.waitForLoadState('networkidle');
      const overflow = await sidewaysScroll(page);
      const violations = await barriersOn(page);
      expect({ complaints: takeComplaints(), overflow, violations }, page.url()).toEqual({
        complaints: [],
        overflow: 0,
        violations: [],
      });
    },
    leave: () => context.close(),
  };
}

/**
 * @param origin what a page may ask, besides addresses that hold their content
 * @returns a function that gives what the browser has complained about since it was called last: console, policy, failed or
 * outside requests
 */
export function listenToComplaints(page: Page, origin: string): () => string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A browser notes the status of a page in its console: that of the page itself is the test's to judge.
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

/** Of what was still on its way when the page was left: fonts of what had not been scrolled to. */
const LEFT = 'net::ERR_ABORTED';

/** By how many pixels the page is wider than the window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/**
 * What keeps somebody out of the page (WCAG 2.2 AA): rule, first element, and how many more there are.
 * @param rules of axe; all that the standard asks for, and its good habits, when they are left out
 */
export async function barriersOn(page: Page, rules?: string[]): Promise<(readonly [string, string, number])[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'], preload: false });
  // Pages of ours have no frames whose findings axe would bring together, in another page that it opens.
  axe.setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html ?? '', nodes.length - 1]);
}
