import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fontFaces } from '../../engine/fonts/faces.ts';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { createTenant, startTestProgram, type TestProgram } from '../support/program.ts';
import { until } from '../support/until.ts';
import { watchRequests } from '../support/visitor.ts';

const addressOf = (id: string, weight: number, subset: string) =>
  fontFaces(id).find((face) => face.weight === weight && face.subset === subset)?.address;

describe('the font that a site chooses, in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  /** A site that shows origo with this font and this line under its name. @returns its host */
  async function publishSite(police: string, baseline: string): Promise<string> {
    const { key, slug } = await createTenant(vitrine.databaseUrl);
    const body = { action: 'installer', origine: 'origo' };
    const { themeId: id } = (await vitrine.ask({ path: '/api/themes', method: 'POST', key, body })).json();
    const current = { police, sections: { header: { settings: { baseline } } } };
    const file = { chemin: 'config/settings_data.json', contenu: JSON.stringify({ current }) };
    await vitrine.ask({ path: `/api/themes/${id}/fichiers`, method: 'PUT', key, body: file });
    await vitrine.ask({ path: '/api/themes', method: 'PATCH', key, body: { id, publier: true } });
    return `${slug}.localhost`;
  }

  /** Opens the home page; notes the fonts that are asked for, and whatever the browser complains about. */
  async function open(host: string): Promise<{ page: Page; fonts: string[]; complaints: string[] }> {
    // The first page of a theme may be refused on a busy machine.
    await until('the site is served', async () => expect((await vitrine.ask({ host })).status).toBe(200));
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const [fonts, complaints]: [string[], string[]] = [[], []];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'font' || pathname.startsWith('/polices/')) fonts.push(pathname);
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
    const untilWhole = watchRequests(page);
    const response = await page.goto(`http://${host}:${vitrine.port}/`);
    expect(response?.status()).toBe(200);
    await untilWhole();
    return { page, fonts, complaints };
  }

  /** The fonts that an element's text is drawn in, as the browser itself says. */
  async function drawnIn(page: Page, selector: string): Promise<unknown> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
    return fonts.map(({ familyName, isCustomFont }) => [familyName, isCustomFont]);
  }

  it('is loaded and used, each file once, and no file that its text does not need', async () => {
    const { page, fonts, complaints } = await open(await publishSite('lora', 'Ébénisterie & œuvres'));
    expect(complaints).toEqual([]);
    expect(fonts).toContain(addressOf('lora', 400, 'latin'));
    expect(new Set(fonts).size).toBe(fonts.length);
    expect(fonts.join()).not.toContain('latin-ext');
    expect(await page.evaluate("document.fonts.check('400 1rem Lora')")).toBe(true);
    expect(await drawnIn(page, '.enseigne-baseline')).toEqual([['Lora', true]]);
    await page.close();
  });

  it('draws a Polish name too', async () => {
    const { page, fonts, complaints } = await open(await publishSite('lora', 'Zażółć gęślą jaźń'));
    expect(complaints).toEqual([]);
    expect(fonts).toContain(addressOf('lora', 400, 'latin-ext'));
    expect(fonts).not.toContain(addressOf('lora', 700, 'latin-ext'));
    expect(await drawnIn(page, '.enseigne-baseline')).toEqual([['Lora', true]]);
    await page.close();
  });

  it('systeme loads nothing', async () => {
    const { page, fonts, complaints } = await open(await publishSite('systeme', 'Zażółć'));
    expect([fonts, complaints]).toEqual([[], []]);
    await page.close();
  });
});
