import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCsv, writeCsv } from '../../src/text/csv.ts';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { HOSTILE_SOURCES, HOSTILE_TARGETS } from '../support/hostile-targets.ts';
import { needs } from '../support/needs.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../support/program.ts';
import { publishTheme } from '../support/published-theme.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

/** Writes pictures of the page into a folder for who looks at them, wide and narrow. */
const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (!folder) return;
  const size = page.viewportSize();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/u-${name}-${width}.png`, fullPage: true });
  }
  if (size) await page.setViewportSize(size);
};

describe('the redirects of a site in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([sharedProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it('are added, found, changed, brought, taken along and removed by keyboard on a telephone, and links that lead nowhere are told', async () => {
    const { page, tenant, context, takeComplaints } = await enterStudio(vitrine, browser, { width: 390 });
    const origin = `http://localhost:${vitrine.port}`;
    const run = (text: string, ...values: unknown[]) => query(vitrine.databaseUrl, text, [tenant.siteId, ...values]);
    const rows = async () => {
      const { rows } = await run('SELECT de, vers FROM redirections WHERE site_id = $1 ORDER BY de');
      return Object.fromEntries(rows.map(({ de, vers }) => [de, vers]));
    };
    await publishTheme(vitrine, tenant.siteId, MINIMAL_THEME);
    await run('DELETE FROM pages WHERE site_id = $1');
    await run(
      `INSERT INTO pages (site_id, slug, titre, contenu) VALUES ($1, 'tarifs', 'Nos tarifs', '<p><a href="/ancienne">a</a> <a href="/absente">b</a></p>')`,
    );
    await page.goto(`${origin}/studio/${tenant.slug}`);
    const navigation = page.getByRole('navigation', { name: 'Ce site' });
    await navigation.getByRole('link', { name: 'Redirections' }).press('Enter');
    await page.waitForURL(`${origin}/studio/${tenant.slug}/redirections`);
    await page.getByText('Aucune adresse n’est redirigée.').waitFor();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    await shoot(page, 'empty');

    // Added: the old address as it was copied, the new one found by words.
    const from = page.getByLabel('Ancienne adresse');
    const target = page.getByLabel('Nouvelle adresse');
    await from.fill(`http://${tenant.slug}.localhost:${vitrine.port}/Ancienne/`);
    await target.fill('tarif');
    const place = page.getByRole('button', { name: /Nos tarifs/ });
    await place.waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'adding');
    await place.press('Enter');
    expect(await target.inputValue()).toBe('/tarifs');
    await target.press('Enter');
    await page.getByText('/ancienne mène à /tarifs.').waitFor();
    expect(await rows()).toEqual({ '/ancienne': '/tarifs' });
    expect(await from.inputValue()).toBe('');
    expect(await from.evaluate((one) => one.matches(':focus'))).toBe(true);

    // Refused, with its reason.
    await from.fill('/robots.txt');
    await target.fill('/tarifs');
    await target.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/sert au site lui-même|réservée|sert déjà/)
      .waitFor();
    await target.fill('//evil.example');
    await page.getByText('Cette adresse doit commencer par un seul').waitFor();
    await from.fill('/finie');
    await page.getByRole('radio', { name: /Cette page est supprimée/ }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText('les visiteurs apprennent que cette page est supprimée').waitFor();
    expect(await rows()).toEqual({ '/ancienne': '/tarifs', '/finie': null });

    // A file of strangers: what is taken and what is not is shown before something is sent.
    const file = writeCsv([
      ['ancienne adresse', 'nouvelle adresse'],
      ['/importee', '/tarifs'],
      ['/=1+1', '/tarifs?x=,=2'],
      ['/boucle', '/retour'],
      ['/retour', '/boucle'],
      ['/ancienne', '/importee'],
      ['/"><img src=x onerror=alert(1)>', '/tarifs'],
      ...HOSTILE_SOURCES.map((source) => [source, '/tarifs']),
      ...HOSTILE_TARGETS.map((one, n) => [`/hostile-${n}`, one]),
    ]);
    const chooser = page.locator('input[type=file]');
    await chooser.setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const window = page.getByRole('dialog', { name: 'Importer des redirections' });
    await window.getByText(/lignes sont refusées/).waitFor();
    expect(await window.getByRole('region', { name: 'Lignes prises' }).getByRole('row').count()).toBeGreaterThan(5);
    await window.getByText('Cette adresse sert au site lui-même').first().waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'import');
    expect(await rows()).toEqual({ '/ancienne': '/tarifs', '/finie': null });
    await window.getByRole('button', { name: /^Importer \d+ redirections$/ }).press('Enter');
    const told = page.getByRole('dialog', { name: /redirections importées/ });
    await told.getByText('/retour').waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'imported');
    await told.getByRole('button', { name: 'Fermer' }).press('Enter');
    const stored = await rows();
    expect(stored).toMatchObject({ '/importee': '/tarifs', '/ancienne': '/tarifs', '/=1+1': '/tarifs?x=,=2' });
    expect(stored['/boucle'] !== undefined && stored['/retour'] !== undefined).toBe(false);
    for (const target of Object.values(stored)) expect(target ?? '/').toMatch(/^(?:\/(?![/\\])|https:\/\/[^@]+$)/);
    expect(await page.locator('img').count()).toBe(0);
    await shoot(page, 'list');

    // An empty file, and one that is none.
    await chooser.setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from('\ufeff') });
    await window.getByText('Ce fichier est vide').waitFor();
    await page.keyboard.press('Escape');

    // Taken along: no cell is a formula, and the file can be brought back.
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter' }).press('Enter'),
    ]);
    const exported = await readFile(await download.path(), 'utf8');
    expect(exported).toContain(`"/tarifs?x=,'=2"`);
    expect(exported).not.toMatch(/(?:^|[;,"\n])[=+@-]/m);
    const again = readCsv(exported)
      .rows.slice(1)
      .map(({ cells }) => [cells[0], cells[1] || null]);
    expect(Object.fromEntries(again)).toEqual(stored);

    // Found, changed, removed.
    const search = page.getByRole('searchbox', { name: 'Rechercher une adresse' });
    await search.fill('importee');
    const card = (name: string) => page.getByRole('article', { name, exact: true });
    await until('one is found', async () => (await page.getByRole('article').count()) === 1);
    expect(page.url()).toContain('q=importee');
    await card('/importee').getByRole('button', { name: 'Changer' }).press('Enter');
    const change = page.getByRole('dialog', { name: 'Changer la redirection' });
    await change.getByRole('radio', { name: /Cette page est supprimée/ }).check();
    await expectNoBarrier(page);
    await shoot(page, 'change');
    await change.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await card('/importee').getByText('Page supprimée (410)').waitFor();
    await card('/importee').getByRole('button', { name: 'Retirer' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).press('Enter');
    await page.getByText('/importee n’est plus redirigée.').waitFor();
    await page.getByText('Aucune adresse ne correspond.').waitFor();
    expect(await rows()).not.toHaveProperty('/importee');

    // Links that lead nowhere, and the way to redirect their address.
    await page.getByRole('link', { name: 'Liens qui ne mènent nulle part' }).press('Enter');
    await card('/absente').getByText('Rien n’est à cette adresse.').waitFor();
    await page.getByText(/^\d+ liens ne mènent nulle part$/).waitFor();
    expect(await card('/absente').getByRole('link', { name: 'Nos tarifs' }).getAttribute('href')).toMatch(
      /\/contenu\/pages\/[0-9a-f-]+$/,
    );
    await expectNoBarrier(page);
    await shoot(page, 'broken');
    await card('/absente').getByRole('link', { name: 'Rediriger' }).press('Enter');
    await page.waitForURL(/redirections\?de=%2Fabsente$/);
    expect(await from.inputValue()).toBe('/absente');

    // Readers see all, and change nothing.
    await run("UPDATE membres SET role = 'lecteur' WHERE site_id = $1");
    await page.goto(`${origin}/studio/${tenant.slug}/redirections`);
    await card('/ancienne').waitFor();
    await page.getByRole('button', { name: 'Exporter' }).waitFor();
    for (const name of ['Ajouter', 'Changer', 'Retirer', 'Importer un fichier']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    expect(takeComplaints()).toEqual([expect.stringContaining('400')]);
    await context.close();
  });
});
