import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { MINIMAL_THEME, startTestProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

const TEXT = 'sections/texte.liquid';
const HOSTILE = '<img src=x onerror=alert(1)>';

describe('versions in the studio', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it('an author looks at what a theme was, returns to it, and publishes what was published before', async () => {
    const { tenant, page, manage, context, takeComplaints } = await enterStudio(vitrine, browser);
    const imported = async (nom: string, text: string) => {
      const fichiers = { ...MINIMAL_THEME, [TEXT]: text };
      const body = { format: 'service-theme', format_version: 1, nom, fichiers };
      return (await manage('POST', '/api/themes/importer', body)).json().themeId as string;
    };
    const publish = (id: string) => manage('PATCH', '/api/themes', { id, publier: true });
    const seen = async () => (await vitrine.ask({ host: `${tenant.slug}.localhost` })).text;
    const old = await imported('Ancien', '<h1>ancien</h1>');
    await publish(old);
    const id = await imported('Thème', '<h1>un</h1>\n<p>deux</p>\n');
    await publish(id);
    const write = (body: unknown) => manage('PUT', `/api/themes/${id}/fichiers`, body);
    for (let n = 2; n <= 51; n++) await write({ chemin: 'assets/a.css', contenu: `/* ${n} */` });
    await write({ lot: { ecrire: { [TEXT]: `<h1>un</h1>\n<p>${HOSTILE}</p>\n`, 'assets/b.css': 'b{}' } } });

    const origin = `http://localhost:${vitrine.port}`;
    await page.goto(`${origin}/studio/${tenant.slug}`);
    const card = page.getByRole('article', { name: 'Thème' });
    await card.getByRole('link', { name: 'Versions' }).click();
    const list = page.getByRole('region', { name: 'Toutes les versions' });
    const items = list.getByRole('listitem');
    await until('fifty versions are listed', async () => expect(await items.count()).toBe(50));
    const newest = await items.first().textContent();
    expect(newest).toContain('Version 52');
    expect(newest).toContain(`assets/b.css, ${TEXT}`);
    const one = (number: number) => page.getByRole('region', { name: `Version ${number}`, exact: true });
    await one(52).getByText('De la version 51 à la version 52 : 2 fichiers.').waitFor();
    const changed = one(52).getByRole('table', { name: TEXT });
    await changed.waitFor();
    expect(await changed.locator('.removed').allTextContents()).toEqual(['2−retiré : <p>deux</p>']);
    expect(await changed.locator('.added').allTextContents()).toEqual([`2+ajouté : <p>${HOSTILE}</p>`]);
    await expectNoBarrier(page);

    await list.getByRole('button', { name: 'Plus anciennes' }).click();
    await until('all versions are listed', async () => expect(await items.count()).toBe(52));
    expect(await list.getByRole('button', { name: 'Plus anciennes' }).count()).toBe(0);
    await items.last().getByRole('button').click();
    expect(await page.locator(':focus').textContent()).toBe('Version 1');
    const first = one(1);
    expect(await first.getByLabel('Comparer avec').locator('option:checked').textContent()).toContain('rien');
    await first.getByLabel('Comparer avec').selectOption('52');
    await first.getByText('De la version 1 à la version 52 : 3 fichiers.').waitFor();
    await first.getByText('Tous ses fichiers').click();
    await first.getByRole('button', { name: TEXT }).click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('region', { name: `Contenu de ${TEXT}` });
    await until('the version is shown', async () =>
      expect(await text.textContent()).toBe('<h1>un</h1>\n<p>deux</p>\n'),
    );
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');

    await first.getByRole('button', { name: 'Revenir à cette version…' }).click();
    await dialog.getByText('les visiteurs le verront ainsi').waitFor();
    const sentences = await dialog.textContent();
    expect(sentences).toContain(`Reprennent leur texte d’alors${TEXT}`);
    expect(sentences).toContain('Disparaissentassets/a.cssassets/b.css');
    await expectNoBarrier(page);
    await page.route('**/fichiers', (route) => route.abort(), { times: 1 });
    const agree = dialog.getByRole('button', { name: 'Revenir à cette version' });
    await agree.click();
    await dialog.getByText('Le service ne répond pas.').waitFor();
    // A failed request is told of in the browser's own words too.
    takeComplaints();
    await until('the hostile text is shown', async () => expect(await seen()).toContain(HOSTILE));
    await agree.click();
    await page.getByRole('status').getByText('c’est sa version 53').waitFor();
    expect(await items.first().textContent()).toContain('Version 53, retour à une version');
    await until('the present text is shown', async () => expect(await seen()).toContain('<p>deux</p>'));

    await page.setViewportSize({ width: 390, height: 900 });
    await one(53).getByRole('table', { name: TEXT }).waitFor();
    await expectNoBarrier(page);
    await page.getByRole('link', { name: 'Thèmes du site' }).click();
    await page.getByRole('button', { name: 'Revenir à la publication précédente' }).click();
    expect(await dialog.textContent()).toContain('verront de nouveau Ancien dès leur prochaine page');
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Revenir' }).click();
    await page.getByRole('status').getByText('« Ancien » est publié de nouveau.').waitFor();
    await until('the old text is shown', async () => expect(await seen()).toContain('<h1>ancien</h1>'));
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });

  it('tries again what did not come; who only reads sees versions and no way back', async () => {
    const { tenant, page, manage, context } = await enterStudio(vitrine, browser);
    const { themeId } = (await manage('POST', '/api/themes', { action: 'installer', origine: 'vela' })).json();
    await page.route('**/fichiers?version=1', (route) => route.abort(), { times: 1 });
    await page.goto(`http://localhost:${vitrine.port}/studio/${tenant.slug}/themes/${themeId}/versions`);
    const first = page.getByRole('region', { name: 'Version 1' });
    await first.getByText('Version actuelle').waitFor();
    await first.getByText('Tous ses fichiers').click();
    await page.getByRole('alert').getByText('Le service ne répond pas.').waitFor();
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await first.getByRole('button', { name: 'layout/theme.liquid' }).waitFor();

    const write = { chemin: 'assets/a.css', contenu: 'a{}' };
    expect((await manage('PUT', `/api/themes/${themeId}/fichiers`, write)).status).toBe(200);
    const choose = async () => {
      await page.reload();
      await page.getByRole('button', { name: /^Version 1,/ }).click();
      await page.getByRole('region', { name: 'Version 1' }).getByLabel('Comparer avec').waitFor();
    };
    const returns = page.getByRole('button', { name: 'Revenir à cette version…' });
    await choose();
    expect(await returns.count()).toBe(1);
    await query(vitrine.databaseUrl, "UPDATE membres SET role = 'lecteur' WHERE compte_id = $1", [tenant.accountId]);
    await choose();
    expect(await returns.count()).toBe(0);
    expect(await page.getByRole('main').locator('.notice').textContent()).toContain('Vous êtes lecteur de ce site');
    await context.close();
  });
});
