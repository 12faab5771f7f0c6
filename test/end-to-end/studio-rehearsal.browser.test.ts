import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { type MediasProgram, mediasApi, startMedias } from '../support/medias.ts';
import { needs } from '../support/needs.ts';
import { png } from '../support/png.ts';
import { MINIMAL_THEME } from '../support/program.ts';
import { publishTheme } from '../support/published-theme.ts';
import { enterStudio, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

/** How long a page is waited for on a busy machine. */
const PATIENT = { timeout: 50_000 };

/** The theme tries what its pictures in the studio must not let it do. */
const FILES = {
  ...MINIMAL_THEME,
  'layout/theme.liquid': `<!doctype html><html lang="fr"><head><title>Essai</title>
<link rel="stylesheet" href="{{ 'a.css' | asset_url }}">
<script nonce="{{ nonce }}">parent.document.title = 'pris'; document.body.textContent = 'script';</script></head>
<body><a href="/ailleurs">Lien</a>{{ content_for_layout }}</body></html>`,
  'sections/texte.liquid': '<h1>bonjour</h1>',
  'assets/a.css': 'h1 { color: rgb(1, 2, 3); }',
};

// Rehearsals take idle processors only: beside other tests they may wait for long.
describe('the rehearsal of a publication in the studio', { timeout: 600_000, ...needs('Chromium') }, () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));

  it('shows what changes, page by page, with pictures of both, and publishes what was looked at', async () => {
    const { vitrine } = program;
    const { tenant, page, manage, takeComplaints } = await enterStudio(vitrine, browser);
    await publishTheme(vitrine, tenant.siteId, FILES);
    const { themeId } = (await manage('POST', '/api/themes', { action: 'brouillon' })).json();
    const { src } = await mediasApi(vitrine, tenant).add('four.png', png(700, 500));
    const put = { chemin: 'sections/texte.liquid', contenu: `<h1>bonsoir</h1><img src="${src}" alt="">` };
    expect((await manage('PUT', `/api/themes/${themeId}/fichiers`, put)).status).toBe(200);

    await page.goto(`http://localhost:${vitrine.port}/studio/${tenant.slug}`);
    // The first one is asked for and never answered, until the person stops it.
    await page.route('**/api/themes', () => undefined, { times: 1 });
    await page.getByRole('link', { name: 'Répéter' }).click();
    await page.getByText('La répétition commence…').waitFor();
    await page.getByRole('button', { name: 'Arrêter' }).press('Enter');
    await page.getByText('Répétition arrêtée.').waitFor();
    // Beside other tests there may be no idle processor for long: pages are omitted then.
    const again = page.getByRole('button', { name: 'Répéter de nouveau' });
    expect(await again.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    const result = page.getByText('Répétition terminée. 1 page change, 1 page reste égale.');
    const isWhole = async () => {
      if (await result.isVisible()) return;
      await again.click();
      await again.waitFor(PATIENT);
      return false;
    };
    await until('every page is rehearsed', isWhole, 100_000);
    await expectNoBarrier(page);

    const rows = page.locator('.rehearsed > li:visible');
    expect(await rows.locator('.path').allTextContents()).toEqual(['/', '/404']);
    await page.getByLabel('Égales (1)').check();
    expect(await rows.locator('.path').allTextContents()).toEqual(['/404']);
    await page.getByLabel('Toutes (2)').check();

    // A picture for which the service was too busy comes later.
    const busy = { ok: true, html: null, raison: 'occupe', statut: 503 };
    await page.route('**/apercu', (route) => route.fulfill({ json: busy }), { times: 1 });
    const summary = rows.first().locator('summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    const difference = page.getByRole('region', { name: 'HTML qui diffère' });
    await difference.waitFor();
    expect(await difference.locator('.removed').allTextContents()).toEqual([expect.stringContaining('bonjour')]);
    expect(await difference.locator('.added').allTextContents()).toEqual([expect.stringContaining('bonsoir')]);
    const shown = (title: string) => page.frameLocator(`iframe[title^="${title}"]`);
    for (const [title, text] of [
      ['Avec le thème publié', 'bonjour'],
      ['Avec ce brouillon', 'bonsoir'],
    ] as const) {
      await shown(title).locator('h1', { hasText: text }).waitFor(PATIENT);
      expect(await page.locator(`iframe[title^="${title}"]`).getAttribute('srcdoc')).toContain(FILES['assets/a.css']);
      expect(await shown(title).locator('script').count()).toBe(0);
    }
    expect(await page.locator('iframe').evaluateAll((all) => all.map((one) => one.getAttribute('sandbox')))).toEqual([
      '',
      '',
    ]);
    const picture = shown('Avec ce brouillon').locator('img');
    expect(await picture.getAttribute('src')).toMatch(/^data:image\/(?:png|webp);base64,/);
    expect(await page.title()).toContain('répétition');
    await page.setViewportSize({ width: 320, height: 900 });
    await expectNoBarrier(page);

    await page.getByRole('button', { name: 'Publier…' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('1 page change, 1 page reste égale.');
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Publier', exact: true }).click();
    await page.waitForURL(`**/studio/${tenant.slug}`, PATIENT);
    const { themes } = (await manage('GET', '/api/themes')).json();
    expect(themes[0]).toMatchObject({ id: themeId, role: 'publie' });
    // Only a draft is rehearsed.
    expect((await page.goto(`${page.url()}/themes/${themeId}/repetition`))?.status()).toBe(404);
    expect(takeComplaints().filter((complaint) => !complaint.includes('404'))).toEqual([]);
    await page.context().close();
  });
});
