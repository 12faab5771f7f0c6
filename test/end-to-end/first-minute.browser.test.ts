import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { makeFirstSite } from '../support/first-minute.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { welcomeVisitor } from '../support/visitor.ts';

/** From the welcome page to the published site. */
const MOST_CLICKS = 10;

describe('the first minute, in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram({ INSCRIPTION: 'ouverte' }), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it.each([1280, 390])('the welcome page has no barrier in a window of %i pixels', async (width) => {
    const visitor = await welcomeVisitor(browser, `http://localhost:${vitrine.port}`, { width });
    expect(await visitor.open('/')).toBe(200);
    await visitor.expectNoComplaint();
    await visitor.leave();
  });

  it('leads from the welcome page to a published site of one’s own', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://localhost:${vitrine.port}/`);
    const { address, clicks } = await makeFirstSite({ page, delay: 0 }, 'lea@exemple.fr', 'Chez Léa');
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(new URL(address).host).toBe(`chez-lea.localhost:${vitrine.port}`);
    await context.close();

    const visitor = await welcomeVisitor(browser, new URL(address).origin);
    expect(await visitor.open('/')).toBe(200);
    expect(await visitor.page.title()).toContain('Chez Léa');
    await visitor.expectNoComplaint();
    await visitor.leave();
  });
});
