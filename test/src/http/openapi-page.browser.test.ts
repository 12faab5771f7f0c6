import { describe, expect, it } from 'vitest';
import { lentBrowser } from '../../support/browser.ts';
import { needs } from '../../support/needs.ts';
import { startTestProgram } from '../../support/program.ts';
import { barriersOn, sidewaysScroll } from '../../support/visitor.ts';

describe('/docs in a browser', needs('Chromium'), () => {
  it('is readable: every route has its place, without a complaint of the browser or a barrier for anybody', async () => {
    const vitrine = await startTestProgram();
    const { paths } = (await vitrine.ask({ path: '/openapi.json' })).json();
    const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const browser = await lentBrowser();
    const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`http://localhost:${vitrine.port}/docs`);
    expect(await page.title()).toBe('API de vitrine');
    const headings = await page.locator('h3').allTextContents();
    expect(headings.toSorted()).toEqual(operations.toSorted());
    expect(await page.locator('nav a').allTextContents()).toEqual(headings);
    await page.locator('nav a').last().click();
    expect(new URL(page.url()).hash).not.toBe('');
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await sidewaysScroll(page)]).toEqual([width, 0]);
    }
    expect({ complaints, barriers: await barriersOn(page) }).toEqual({ complaints: [], barriers: [] });
    await browser.close();
    await vitrine.close();
  });
});
