import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { createPublicSite, type PublicSite } from '../support/public-site.ts';
import { until } from '../support/until.ts';
import { watchRequests } from '../support/visitor.ts';

const LAYOUT = `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>t</title><link rel="icon" href="data:,">
{{ 'theme.css' | asset_url | stylesheet_tag }}<style nonce="{{ nonce }}">h1 { color: rgb(1, 2, 3) }</style></head>
<body><h1>a</h1>{{ content_for_layout }}<script nonce="{{ nonce }}">document.title = 'vu'</script></body></html>`;

describe('a page that is reloaded in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  let site: PublicSite;
  beforeAll(async () => {
    vitrine = await startTestProgram();
    browser = await lentBrowser();
    site = await createPublicSite(vitrine, {
      'layout/theme.liquid': LAYOUT,
      'assets/theme.css': `p { color: rgb(4, 5, 6) }${'\n/* é */'.repeat(200)}`,
      'sections/texte.liquid': '<p>bonjour</p>{% style %}p { margin: 7px }{% endstyle %}',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await vitrine?.close();
  });

  /** What of the page works that the security policy could forbid. */
  const look = (page: Page) =>
    page.evaluate(`[document.title, ...['h1', 'p'].map((name) => getComputedStyle(document.querySelector(name)).color),
      getComputedStyle(document.querySelector('p')).margin]`);
  const WORKS = ['vu', 'rgb(1, 2, 3)', 'rgb(4, 5, 6)', '7px'];

  it('is not sent again and works; a change shows', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const statuses: number[] = [];
    // What the network said: Playwright itself shows a confirmed page as the one that is kept.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => statuses.push(statusCode));

    const untilWhole = watchRequests(page);
    const reload = async () => {
      await page.reload();
      await untilWhole();
    };
    // A page of a new version may be refused on a busy machine.
    const served = async () => (await site.visit()).text;
    await until('the page is served', async () => expect(await served()).toContain('<h1>'));
    await page.goto(`http://${site.host}:${vitrine.port}/`);
    await untilWhole();
    expect([await look(page), statuses]).toEqual([WORKS, [200, 200]]);
    statuses.length = 0;
    await reload();
    expect([await look(page), statuses]).toEqual([WORKS, [304, 304]]);
    statuses.length = 0;
    await site.write('sections/texte.liquid', '<p>changé</p>{% style %}p { margin: 7px }{% endstyle %}');
    await until('the change is served', async () => expect(await served()).toContain('changé'));
    await reload();
    expect([await look(page), statuses]).toEqual([WORKS, [200, 304]]);
    expect(await page.textContent('p')).toBe('changé');
    expect(complaints).toEqual([]);
    await page.close();
  });
});
