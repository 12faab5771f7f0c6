import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { HOSTILE_REQUESTS } from '../support/hostile-requests.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

describe('the inbox of a site', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  const run = (text: string, values: unknown[]) => query(vitrine.databaseUrl, text, values);
  const send = (siteId: string, minutes: number, fields: readonly (readonly [string, string])[]) =>
    run(
      `INSERT INTO demandes (site_id, page, champs, ordre, recue_le)
       VALUES ($1, '/contact', $2, $3, timestamptz '2026-03-02 10:00Z' - make_interval(mins => $4))`,
      [siteId, JSON.stringify(Object.fromEntries(fields)), fields.map(([name]) => name), minutes],
    );
  const NAMES = ['Léa Martin', 'Zoé Durand', 'Ali Ben', 'Noé Petit'];
  const SHOTS = process.env.SHOTS;

  it('is read, answered, put away, searched and exported, with the keyboard alone, beside another window', async () => {
    const { tenant, page, context, takeComplaints } = await enterStudio(vitrine, browser);
    for (const [at, nom] of NAMES.entries()) {
      const email = `${nom.split(' ')[0]?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}@exemple.fr`;
      await send(tenant.siteId, at, [
        ['nom', nom],
        ['email', email],
        ['message', `Bonjour,\nje voudrais une table pour ${at + 2}.${' Merci beaucoup !'.repeat(at)}`],
      ]);
    }
    await page.goto(`http://localhost:${vitrine.port}/studio/${tenant.slug}/demandes`);
    await expectDrawnAlike(page);
    const row = (name: string) => page.getByRole('article', { name });
    const rows = () => page.getByRole('article').getByRole('heading').allTextContents();
    const tabs = async () => page.getByRole('navigation', { name: 'Classement' }).getByRole('link').allTextContents();
    const unread = async () => (await page.locator('.site-nav .count').allTextContents()).join();
    const said = (words: string) => page.getByRole('status').getByText(words).waitFor();
    expect(await rows()).toEqual(NAMES);
    expect([await tabs(), await unread()]).toEqual([['Reçues 4', 'Archivées 0', 'Indésirables 0'], '4 non lues']);
    expect(await row('Léa Martin').textContent()).toContain('lundi 2 mars 2026 à 11\u00a0h');
    await expectNoBarrier(page);

    // Opened with the keyboard: the fields in the order of the form, and marked as read.
    await row('Léa Martin').getByRole('button', { name: 'Léa Martin' }).focus();
    await page.keyboard.press('Enter');
    await until('it is marked as read', async () => expect(await unread()).toBe('3 non lues'));
    expect(await row('Léa Martin').getByRole('term').allTextContents()).toEqual(['nom', 'email', 'message']);
    expect(await page.locator(':focus').textContent()).toBe('Léa Martin');
    const reply = await row('Léa Martin').getByRole('link', { name: 'Répondre' }).getAttribute('href');
    expect(reply).toMatch(/^mailto:lea@exemple\.fr\?subject=Votre%20demande%20%C3%A0%20/);
    await expectNoBarrier(page);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/d-inbox-1440.png`, fullPage: true });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Archiver');
    await page.keyboard.press('Enter');
    await said('La demande est archivée.');
    expect([await rows(), await tabs()]).toEqual([NAMES.slice(1), ['Reçues 3', 'Archivées 1', 'Indésirables 0']]);
    await row('Zoé Durand').getByRole('button', { name: 'Zoé Durand' }).click();
    await until('it is marked as read', async () => expect(await unread()).toBe('2 non lues'));
    await row('Zoé Durand').getByRole('button', { name: 'Marquer comme non lue' }).click();
    await said('La demande est marquée comme non lue.');
    expect(await unread()).toBe('3 non lues');
    expect(await row('Zoé Durand').getByRole('term').count()).toBe(0);

    // Another window has removed one: acts say so, and do the rest.
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('checkbox', { name: 'Choisir la demande de « Ali Ben »' }).check();
    await other.getByRole('button', { name: 'Supprimer' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await other.getByRole('status').getByText('La demande est supprimée.').waitFor();
    await row('Ali Ben').getByRole('button', { name: 'Ali Ben' }).click();
    await said('Cette demande était déjà supprimée.');
    expect(await rows()).toEqual(['Zoé Durand', 'Noé Petit']);
    await page.getByRole('checkbox', { name: 'Tout choisir' }).check();
    await other.getByRole('checkbox', { name: 'Choisir la demande de « Zoé Durand »' }).check();
    await other.getByRole('button', { name: 'Supprimer' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await other.getByRole('status').getByText('La demande est supprimée.').waitFor();
    await other.close();
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Indésirables' }).click();
    await said('La demande est dans « Indésirables ». 1 autre était déjà supprimée.');
    await page.getByText('Aucune demande.').waitFor();
    expect(await unread()).toBe('');

    // Searched in its place, and put back; what is typed before the script runs is looked for as well.
    const scripts = Promise.withResolvers<void>();
    await page.route('**/studio/scripts/**', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Archivées 1' }).click();
    await page.getByRole('searchbox').fill('rien de tel');
    scripts.resolve();
    await page.getByText('Aucune demande ne correspond.').waitFor();
    await page.unroute('**/studio/scripts/**');
    await page.getByRole('searchbox').fill('TABLE lea');
    await row('Léa Martin').waitFor();
    expect(new URL(page.url()).search).toBe('?classement=archivee&q=TABLE+lea');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^demandes-.*\.csv$/);
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')[1]).toContain('"Archivée";"Léa Martin"');
    await row('Léa Martin').getByRole('button', { name: 'Léa Martin' }).click();
    await row('Léa Martin').getByRole('button', { name: 'Remettre dans « Reçues »' }).click();
    await said('La demande est de nouveau dans « Reçues ».');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('link', { name: 'Reçues 1' }).click();
    await row('Léa Martin').getByRole('button', { name: 'Léa Martin' }).click();
    await row('Léa Martin').getByRole('checkbox').check();
    await expectNoBarrier(page);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/d-inbox-390-dark.png`, fullPage: true });
    // The browser complains of the request that another window had removed.
    expect(takeComplaints()).toEqual([expect.stringContaining('404')]);

    // A reader sees none of it, on no page.
    await run("UPDATE membres SET role = 'lecteur' WHERE site_id = $1", [tenant.siteId]);
    await page.reload();
    await page.getByText('n’est montré qu’à ses propriétaires et à ses éditeurs').waitFor();
    await expectNoBarrier(page);
    const text = await page.content();
    expect(text).not.toContain('Léa Martin');
    expect(await page.getByRole('link', { name: 'Demandes' }).count()).toBe(0);
    await page.goto(`http://localhost:${vitrine.port}/studio`);
    expect(await page.getByText('en 30 jours').count()).toBe(0);
    await context.close();
  });

  it('what hostile visitors sent is read as text, and leads nowhere', async () => {
    const { tenant, page, context, takeComplaints } = await enterStudio(vitrine, browser, { width: 390 });
    for (const [at, fields] of HOSTILE_REQUESTS.entries()) await send(tenant.siteId, at, fields);
    const start = `http://localhost:${vitrine.port}/studio/${tenant.slug}/demandes`;
    await page.goto(start);
    for (let from = 0; from < HOSTILE_REQUESTS.length; from += 20) {
      const shown = HOSTILE_REQUESTS.slice(from, from + 20);
      const openers = page.locator('.opener');
      await until('the page is there', async () => expect(await openers.count()).toBe(shown.length));
      for (const opener of await openers.all()) await opener.click();
      await until('all are read', async () => expect(await page.locator('.request.unread').count()).toBe(0));
      for (const [at, fields] of shown.entries()) {
        const card = page.locator('.request').nth(at);
        expect(await card.getByRole('term').allTextContents()).toEqual(fields.map(([name]) => name));
        expect(await card.getByRole('definition').allTextContents()).toEqual(fields.map(([, value]) => value));
        const links = await card.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
        for (const link of links) expect(link).toMatch(/^mailto:[^?,&]+\?subject=[^&?]*&body=[^&?]*$/);
      }
      expect(await page.locator('.request :is(img, script, svg, iframe, [onerror], [onload])').count()).toBe(0);
      expect(await page.evaluate('typeof pris')).toBe('undefined');
      if (from === 20) await expectNoBarrier(page);
      const older = page.getByRole('link', { name: 'Demandes plus anciennes' });
      if (from + 20 < HOSTILE_REQUESTS.length) await older.click();
    }
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });
});
