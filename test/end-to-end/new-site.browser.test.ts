import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';

/** A name that is markup, ends attributes, and turns the direction of writing. */
const HOSTILE = '"><script>alert(1)</script>\' \u202Eael zehC {{ site.slug }}';

describe('a new site in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it('is made by a name, a trade and one click, on a telephone and by keyboard, without a barrier', async () => {
    const origin = `http://localhost:${vitrine.port}`;
    const { page, context, takeComplaints } = await enterStudio(vitrine, browser, { width: 390, path: '/studio' });
    const confirm = (at: string) => query(vitrine.databaseUrl, `UPDATE comptes SET confirme_le = ${at}`);
    await confirm('NULL');
    await page.getByRole('link', { name: 'Nouveau site' }).click();
    await page.waitForURL(`${origin}/studio/nouveau`);
    await page.getByText('confirmez d’abord votre adresse').waitFor();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);

    await confirm('now()');
    await page.reload();
    await page.getByRole('heading', { name: 'Nouveau site' }).waitFor();
    await expectDrawnAlike(page);
    await page.getByLabel('Métier').focus();
    await page.keyboard.type('Artisanat');
    const choose = page.getByRole('button', { name: /^Choisir/ });
    await choose.first().waitFor();
    expect(await choose.count()).toBe(3);
    await expectNoBarrier(page);

    // Without a name no site is made.
    await choose.first().press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('nom');
    await page.route('**/api/sites/apercus', (route) => route.abort(), { times: 1 });
    await page.keyboard.insertText(HOSTILE);
    // An answer is lost, and asked for again.
    await page.getByRole('button', { name: 'Les demander encore' }).click();
    const frames = page.locator('.live iframe:not(.arriving)');
    await frames.nth(2).waitFor();
    for (const n of [0, 1, 2]) {
      expect(await frames.nth(n).contentFrame().locator('body').textContent()).toContain(HOSTILE);
    }
    await page.getByText('Adresse proposée : script-alert-1-script-ael-zehc-site-slug').waitFor();
    await expectNoBarrier(page);

    await page.getByRole('button', { name: 'Choisir' }).first().press('Enter');
    await page.getByText('Votre site est en ligne :').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(HOSTILE);
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    // Of the answer that was lost.
    expect(takeComplaints().filter((one) => !one.includes('net::ERR_FAILED'))).toEqual([]);
    await context.close();
  });
});
