import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { ask } from '../support/http.ts';
import { needs } from '../support/needs.ts';
import { MINIMAL_THEME, startTestProgram, type TestProgram } from '../support/program.ts';
import { type EnterOptions, enterStudio, expectDrawnAlike, expectNoBarrier, logIn } from '../support/studio-member.ts';
import { until } from '../support/until.ts';
import { listenToComplaints, watchRequests } from '../support/visitor.ts';

describe('the pages of the studio in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  const origin = () => `http://localhost:${vitrine.port}`;

  const enter = (options?: EnterOptions) => enterStudio(vitrine, browser, options);

  it('the home of who is not signed in, wide and narrow', async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const takeComplaints = listenToComplaints(page, origin());
    const untilWhole = watchRequests(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(origin());
      await untilWhole();
      await expectNoBarrier(page);
    }
    await page.getByRole('link', { name: 'Ouvrir le studio' }).click();
    await page.getByLabel('Mot de passe').waitFor();
    expect(takeComplaints()).toEqual([]);
    await page.close();
  });

  it('an author installs an edition, publishes it, and works with drafts', async () => {
    const { tenant, page, manage, context, takeComplaints } = await enter({ path: '/studio' });
    await expectNoBarrier(page);
    await page.getByRole('link', { name: 'Installer un thème' }).click();
    // The page has a script of its own, which has to be there.
    await page.waitForURL(`${origin()}/studio/${tenant.slug}#ajouter`);
    const announced = page.getByRole('status');
    const dialog = page.getByRole('dialog');
    const card = (name: string) => page.getByRole('article', { name, exact: true });
    const names = () => page.getByRole('article').getByRole('heading', { level: 3 }).allTextContents();
    const themes = async () => (await manage('GET', '/api/themes')).json().themes;

    await page.getByRole('button', { name: 'Installer Origo' }).click();
    await dialog.getByRole('radio', { name: /^Rivage/ }).check();
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Installer' }).click();
    await announced.getByText('installé').waitFor();
    const [{ id }] = await themes();
    const catalogue = JSON.parse(
      await readFile(new URL('../../catalog/origo/config/theme.json', import.meta.url), 'utf8'),
    );
    const { settings } = catalogue.editions.find((one: { id: string }) => one.id === 'rivage');
    const data = `/api/themes/${id}/fichiers?${new URLSearchParams({ chemin: 'config/settings_data.json' })}`;
    const stored = JSON.parse((await manage('GET', data)).json().fichier.contenu);
    expect(stored.current).toMatchObject(settings.current);

    await card('Origo').getByRole('button', { name: 'Publier' }).click();
    expect(await dialog.textContent()).toContain('Ce site n’a pas encore de thème publié.');
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Publier' }).click();
    await announced.getByText('« Origo » est publié.').waitFor();
    expect((await themes())[0].role).toBe('publie');
    await until('one theme is marked as published', async () =>
      expect(await page.locator('.theme.published').count()).toBe(1),
    );

    await card('Origo').getByRole('button', { name: 'Dupliquer' }).click();
    await announced.getByText('est copié').waitFor();
    expect(await names()).toEqual(['Origo', 'Origo (copie)']);
    expect(await page.locator(':focus').textContent()).toBe('Dupliquer');

    const hostile = '"><img src=x onerror=alert(1)>';
    await card('Origo (copie)').getByRole('button', { name: 'Renommer' }).click();
    expect(await dialog.getByLabel('Nom du thème').inputValue()).toBe('Origo (copie)');
    await expectNoBarrier(page);
    await dialog.getByLabel('Nom du thème').fill(hostile);
    await page.keyboard.press('Enter');
    await announced.getByText(hostile).waitFor();
    expect(await names()).toEqual(['Origo', hostile]);

    await card(hostile).getByRole('button', { name: 'Publier' }).click();
    expect(await dialog.textContent()).toContain('« Origo », publié en ce moment, redevient un brouillon');
    expect(await dialog.textContent()).toContain(hostile);
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    expect(await page.locator(':focus').textContent()).toBe('Publier');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card('Origo').getByRole('button', { name: 'Exporter' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`origo-${catalogue.version}.json`);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ nom: 'Origo', origine: 'origo' });

    await card(hostile).getByRole('button', { name: 'Supprimer' }).click();
    expect(await dialog.textContent()).toContain('Il n’y a pas de corbeille');
    await expectNoBarrier(page);
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Télécharger l’archive' }).click(),
    ]);
    expect(JSON.parse(await readFile(await kept.path(), 'utf8')).nom).toBe(hostile);
    await dialog.getByRole('status').getByText('Archive enregistrée').waitFor();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await announced.getByText('est supprimé').waitFor();
    expect(await names()).toEqual(['Origo']);
    expect(await card('Origo').getByRole('button', { name: 'Supprimer' }).count()).toBe(0);

    await page.setViewportSize({ width: 390, height: 900 });
    await expectNoBarrier(page);
    expect(takeComplaints()).toEqual([]);
    await card('Origo').getByRole('button', { name: 'Brouillon de travail' }).click();
    await page.waitForURL(/\/studio\/[^/]+\/themes\/[0-9a-f-]{36}$/);
    expect((await themes()).map(({ nom }: { nom: string }) => nom)).toContain('Origo — brouillon');
    await until('the site is served', async () =>
      expect((await vitrine.ask({ host: `${tenant.slug}.localhost` })).status).toBe(200),
    );
    await context.close();
  });

  it('a working draft of another line is asked about; a published one takes the name of the theme that it replaces', async () => {
    const { tenant, page, manage, context, takeComplaints } = await enter();
    const install = async (origine: string) =>
      (await manage('POST', '/api/themes', { action: 'installer', origine })).json().themeId as string;
    const publish = (id: string) => manage('PATCH', '/api/themes', { id, publier: true });
    const published = async () => (await manage('GET', '/api/themes')).json().themes[0];
    const [vela, origo] = [await install('vela'), await install('origo')];
    await publish(vela);
    await manage('POST', '/api/themes', { action: 'brouillon' });
    await publish(origo);
    await page.goto(`${origin()}/studio/${tenant.slug}`);
    const dialog = page.getByRole('dialog');
    const card = (name: string) => page.getByRole('article', { name, exact: true });
    await card('Origo').getByRole('button', { name: 'Brouillon de travail' }).click();
    await dialog.waitFor();
    const said = await dialog.textContent();
    expect(said).toMatch(/est Vela — brouillon, fait de « Vela » le \d+ \S+ \d{4} à .* Il ne descend pas de Origo/s);
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Dupliquer le thème publié' }).click();
    await dialog.getByRole('status').getByText('« Origo » est copié').waitFor();
    await dialog.getByRole('button', { name: 'Ouvrir ce brouillon' }).click();
    await page.waitForURL(/\/themes\/[0-9a-f-]{36}$/);
    await page.goBack();

    // A draft of another line has its own name, without what working drafts are called.
    const named = dialog.getByRole('checkbox', { name: 'Le publier sous le nom « Vela »' });
    await card('Vela — brouillon').getByRole('button', { name: 'Publier' }).click();
    expect(await named.isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await publish(vela);
    await page.reload();
    await card('Vela — brouillon').getByRole('button', { name: 'Publier' }).click();
    expect(await named.isChecked()).toBe(true);
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Publier' }).click();
    await page.getByRole('status').getByText('« Vela » est publié.').waitFor();
    expect(await published()).toMatchObject({ nom: 'Vela', role: 'publie' });

    await manage('POST', '/api/themes', { action: 'brouillon' });
    await page.reload();
    await card('Vela — brouillon').getByRole('button', { name: 'Publier' }).click();
    await named.uncheck();
    await dialog.getByRole('button', { name: 'Publier' }).click();
    await page.getByRole('status').getByText('« Vela — brouillon » est publié.').waitFor();
    expect(await published()).toMatchObject({ nom: 'Vela — brouillon', role: 'publie' });

    // The history leads on to the draft, and back.
    const draft = (await manage('POST', '/api/themes', { action: 'brouillon' })).json().themeId;
    await page.goto(`${origin()}/studio/${tenant.slug}/themes/${(await published()).id}/versions`);
    const list = page.getByRole('region', { name: 'Toutes les versions' });
    await list.getByText('La suite, à partir de la version 1').getByRole('link').click();
    await page.waitForURL(`**/themes/${draft}/versions`);
    await list.getByText('Fait de la version 1 de').waitFor();
    await expectNoBarrier(page);
    expect(await list.getByRole('link').getAttribute('href')).toContain((await published()).id);
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });

  it('a theme whose layout cannot be read is not published: the question says why', async () => {
    const { tenant, page, manage, context } = await enter();
    const fichiers = { ...MINIMAL_THEME, 'layout/theme.liquid': '{% if %}' };
    await manage('POST', '/api/themes/importer', { format: 'service-theme', format_version: 1, nom: 'Orme', fichiers });
    await page.goto(`${origin()}/studio/${tenant.slug}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('article', { name: 'Orme', exact: true }).getByRole('button', { name: 'Publier' }).click();
    await dialog.getByRole('button', { name: 'Publier' }).click();
    await dialog.getByRole('alert').getByText('aucune page ne s’affiche. Rien n’est publié.').waitFor();
    expect((await manage('GET', '/api/themes')).json().themes).toMatchObject([{ nom: 'Orme', role: 'brouillon' }]);
    await context.close();
  });

  it('archives are imported one by one, each with what became of it; a session that has ended is told of', async () => {
    const { page, manage, context, tenant, credentials } = await enter({ width: 390 });
    await page.goto(`${origin()}/studio/${tenant.slug}`);
    const { themeId } = (await manage('POST', '/api/themes', { action: 'installer', origine: 'vela' })).json();
    const good = (await manage('GET', `/api/themes/${themeId}/export`)).json();
    const file = (name: string, body: unknown) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    });
    const { 'layout/theme.liquid': _layout, ...noLayout } = MINIMAL_THEME;
    const outside = { ...noLayout, 'ailleurs/x.liquid': '' };
    await page
      .getByLabel('Archives de thèmes')
      .setInputFiles([
        file('reçu.json', { ...good, nom: 'Reçu' }),
        file('ailleurs.json', { ...good, fichiers: outside }),
        file('texte.json', 'bonjour'),
      ]);
    const results = page.getByRole('list', { name: 'Imports' }).locator('> li');
    const told = [
      'reçu.json : importé parmi les brouillons.',
      [
        'ailleurs.json : refusé, rien n’a été créé.Le chemin d’un fichier n’est pas admis.',
        'ailleurs/x.liquid : Le chemin doit être « dossier/fichier », dans l’un des six dossiers d’un thème.',
        'layout/theme.liquid : Ce fichier est indispensable, et l’archive ne l’a pas.',
      ].join(''),
      'texte.json : refusé, rien n’a été créé.Ce fichier ne peut pas être lu. Une archive de thème est un fichier .json de 200 Mio au plus, tel que « Exporter » le donne.',
    ];
    await until('each import says what became of it', async () =>
      expect(await results.allTextContents()).toEqual(told),
    );
    await page.getByRole('article', { name: 'Reçu' }).waitFor();
    await expectNoBarrier(page);

    const drop = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(JSON.stringify({ ...good, nom: 'Déposé' }))}], 'déposé.json'));
      return transfer;
    })()`);
    await page.dispatchEvent('#import', 'drop', { dataTransfer: drop });
    await page.getByRole('article', { name: 'Déposé' }).waitFor();

    // Nobody knows what became of an archive whose answer was lost.
    await page.route('**/api/themes/importer', (route) => route.abort(), { times: 1 });
    await page.getByLabel('Archives de thèmes').setInputFiles([file('perdu.json', good)]);
    await page.getByText('perdu.json : sans réponse ; voyez s’il est parmi les brouillons.').waitFor();

    await query(vitrine.databaseUrl, 'DELETE FROM sessions');
    const card = page.getByRole('article', { name: 'Reçu' });
    await card.getByRole('button', { name: 'Dupliquer' }).click();
    const link = card.getByRole('alert').getByRole('link', { name: 'Se reconnecter et continuer' });
    await link.waitFor();
    await expectNoBarrier(page);
    const back = new URL(String(await link.getAttribute('href')), origin());
    expect([back.pathname, back.searchParams.get('suite')]).toEqual(['/connexion', `/studio/${tenant.slug}`]);

    const signInAgain = async () => {
      await page.getByLabel('Adresse électronique').fill(credentials.email);
      await page.getByLabel('Mot de passe').fill(credentials.mot_de_passe);
      await page.getByRole('button', { name: 'Se connecter' }).click();
    };
    await link.click();
    await signInAgain();
    await page.getByRole('article', { name: 'Reçu (copie)', exact: true }).waitFor();
    // Done once: a page that is opened again does nothing by itself.
    await page.reload();
    await page.getByRole('article', { name: 'Déposé' }).waitFor();
    const names = async () => (await manage('GET', '/api/themes')).json().themes.map(({ nom }: { nom: string }) => nom);
    expect((await names()).filter((nom: string) => nom.startsWith('Reçu')).sort()).toEqual(['Reçu', 'Reçu (copie)']);

    // What a question had been answered with is there again.
    await query(vitrine.databaseUrl, 'DELETE FROM sessions');
    const dialog = page.getByRole('dialog');
    await page.getByRole('article', { name: 'Déposé' }).getByRole('button', { name: 'Renommer' }).click();
    await dialog.getByLabel('Nom du thème').fill('Posé');
    await dialog.getByRole('button', { name: 'Renommer' }).click();
    await dialog.getByRole('link', { name: 'Se reconnecter et continuer' }).click();
    await signInAgain();
    expect(await dialog.getByLabel('Nom du thème').inputValue()).toBe('Posé');
    await dialog.getByLabel('Nom du thème').fill('   ');
    await dialog.getByRole('button', { name: 'Renommer' }).click();
    await dialog.getByRole('alert').getByText('Donnez un nom au thème').waitFor();
    await dialog.getByLabel('Nom du thème').fill('😀'.repeat(80));
    await dialog.getByRole('button', { name: 'Renommer' }).click();
    await page.getByRole('article', { name: '😀' }).waitFor();

    // Deleted elsewhere: the page says so, and no longer shows it.
    for (const [nom, act] of [
      ['Reçu', 'Publier'],
      ['Reçu (copie)', 'Dupliquer'],
    ] as const) {
      const gone = (await manage('GET', '/api/themes'))
        .json()
        .themes.find((theme: { nom: string }) => theme.nom === nom);
      await manage('DELETE', `/api/themes?id=${gone.id}`);
      await page.getByRole('article', { name: nom, exact: true }).getByRole('button', { name: act }).click();
      if (act === 'Publier') await dialog.getByRole('button', { name: 'Publier' }).click();
      await page.getByRole('status').getByText(`« ${nom} » n’existe plus : il a été supprimé ailleurs.`).waitFor();
      expect(await page.getByRole('article', { name: nom, exact: true }).count()).toBe(0);
      expect(await dialog.count()).toBe(0);
    }
    await context.close();
  });

  it('an owner reads and removes what visitors sent, and goes from site to site with the keyboard', async () => {
    const { tenant, page, context, takeComplaints } = await enter();
    const run = (text: string, values: unknown[]) => query(vitrine.databaseUrl, text, values);
    await run("INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, '/contact', $2, '{message}')", [
      tenant.siteId,
      JSON.stringify({ message: '<script>alert(1)</script>\nBonjour' }),
    ]);
    await run(
      `WITH neuf AS (INSERT INTO sites (slug, nom, etat) SELECT 'autre-' || n, 'Élan ' || n, 'actif' FROM generate_series(1, 8) n RETURNING id)
       INSERT INTO membres (site_id, compte_id, role) SELECT id, $1, 'lecteur' FROM neuf`,
      [tenant.accountId],
    );
    await page.goto(`${origin()}/studio`);
    await page
      .getByRole('article', { name: `Site ${tenant.slug.slice(5)}`, exact: true })
      .getByRole('link', { name: '1 demande reçue en 30 jours' })
      .click();
    await page.waitForURL(`${origin()}/studio/${tenant.slug}/demandes`);
    await page.getByRole('button', { name: '<script>' }).click();
    await expectNoBarrier(page);
    expect(await page.getByRole('definition').filter({ hasText: 'Bonjour' }).textContent()).toBe(
      '<script>alert(1)</script>\nBonjour',
    );
    await page.getByRole('button', { name: 'Supprimer la demande' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('Aucune demande.').waitFor();
    expect((await run('SELECT FROM demandes WHERE site_id = $1', [tenant.siteId])).rowCount).toBe(0);

    const menu = page.getByRole('navigation', { name: 'Sites' });
    await menu.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await menu.getByLabel('Filtrer').waitFor();
    expect(await menu.locator('[aria-current]').textContent()).toBe(`Site ${tenant.slug.slice(5)}`);
    await expectNoBarrier(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type('elan 7');
    expect(await menu.getByRole('listitem').allTextContents()).toHaveLength(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin()}/studio/autre-7`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Élan 7');
    await page.getByText('Vous êtes lecteur de ce site : vous pouvez tout y regarder').waitFor();
    await expectNoBarrier(page);
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });

  it('the navigation of a site leads from page to page, narrow, without a script, and with the keyboard', async () => {
    const { tenant, page, manage, context } = await enter({ width: 390 });
    const { themeId } = (await manage('POST', '/api/themes', { action: 'installer', origine: 'origo' })).json();
    await manage('PATCH', '/api/themes', { id: themeId, nom: 'Un nom de thème qui est long'.repeat(2) });
    await manage('PATCH', '/api/themes', { id: themeId, publier: true });
    const site = `${origin()}/studio/${tenant.slug}`;
    const withoutScript = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await context.storageState(),
    });
    const plain = await withoutScript.newPage();
    for (const [one, width] of [
      [page, 390],
      [page, 320],
      [plain, 390],
    ] as const) {
      await one.setViewportSize({ width, height: 900 });
      await one.goto(site);
      const navigation = one.getByRole('navigation', { name: 'Ce site' });
      const current = navigation.locator('[aria-current=page]');
      expect(await current.textContent()).toBe('Thèmes');
      await one.getByText('Publié : Un nom de thème').waitFor();
      if (one === page) {
        await expectDrawnAlike(page);
        await expectNoBarrier(page);
      }
      await navigation.getByRole('link', { name: 'Thèmes' }).focus();
      for (const _passed of ['Contenu', 'Menus', 'Médias', 'Demandes']) await one.keyboard.press('Tab');
      await one.keyboard.press('Enter');
      await one.waitForURL(`${site}/demandes`);
      expect(await current.textContent()).toBe('Demandes');
      await one.getByText('Aucune demande.').waitFor();
      if (one === page) await expectNoBarrier(page);
    }
    expect(await plain.locator('noscript p').isVisible()).toBe(true);

    // It shows what is published now; what is open stays open.
    const file = { chemin: 'assets/nouveau.css', contenu: 'a{}' };
    await manage('PUT', `/api/themes/${themeId}/fichiers`, file);
    await page.goto(site);
    const difference = page.getByRole('group').filter({ hasText: 'Ce qui diffère du catalogue : 1 fichier' });
    await difference.getByText('Ce qui diffère').click();
    await page.getByRole('button', { name: 'Renommer' }).click();
    await page.getByRole('dialog').getByLabel('Nom du thème').fill('Court');
    await page.keyboard.press('Enter');
    await page.getByText('Publié : Court').waitFor();
    expect(await difference.getByText(file.chemin).isVisible()).toBe(true);
    await Promise.all([context.close(), withoutScript.close()]);
  });

  it('a key is made, copied, used and revoked', async () => {
    const { page, context, takeComplaints } = await enter({ width: 390, path: '/studio/cles' });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Nouvelle clé' }).click();
    await dialog.getByLabel('Nom (facultatif)').fill('<b>Portable</b>');
    expect(await dialog.getByRole('radio').count()).toBe(2);
    await dialog.getByRole('radio', { name: /^Lecture/ }).check();
    await dialog.getByLabel('Dernier jour de validité').fill('2020-01-01');
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Créer la clé' }).click();
    expect(await dialog.getByRole('alert').textContent()).toContain('son dernier jour de validité est à venir');
    await dialog.getByLabel('Dernier jour de validité').fill('2099-12-31');
    await dialog.getByRole('button', { name: 'Créer la clé' }).click();
    await dialog.getByText('Votre nouvelle clé').waitFor();
    await expectNoBarrier(page);
    const key = /svc_[\w-]{43}/.exec(String(await dialog.textContent()))?.[0] ?? '';
    expect(await dialog.textContent()).toContain(`npx vitrine connexion --adresse ${origin()}`);
    await dialog.getByRole('button', { name: 'Copier la clé' }).click();
    await dialog.getByText('Copié.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await dialog.getByRole('button', { name: 'J’ai gardé la clé' }).click();
    expect(await page.locator(':focus').textContent()).toBe('Nouvelle clé');
    await until('the key is not shown any more', async () => expect(await page.content()).not.toContain(key));

    const use = async (method: string, body?: unknown) =>
      (await ask({ port: vitrine.port, method, path: '/api/themes', key, body })).status;
    expect([await use('GET'), await use('POST', { action: 'installer', origine: 'vela' })]).toEqual([200, 403]);
    await page.reload();
    const card = page.getByRole('article', { name: '<b>Portable</b>' });
    expect(await card.textContent()).toMatch(/Lecture : .*Expire31 décembre 2099 à 23\sh\s59/s);
    expect(await card.textContent()).not.toContain('usageJamais');
    await card.getByRole('button', { name: 'Révoquer' }).click();
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Révoquer' }).click();
    await card.getByText('Révoquée', { exact: true }).first().waitFor();
    expect(await use('GET')).toBe(401);
    expect(await card.getByRole('button').count()).toBe(0);
    expect(takeComplaints().filter((text) => !text.includes('status of 400'))).toEqual([]);
    await context.close();
  });

  it('a change of the password ends the other sessions; they can be ended alone, too', async () => {
    const { credentials, page, context } = await enter({ width: 390 });
    const other = await browser.newPage();
    const isSignedIn = async (one: Page) =>
      (await one.goto(`${origin()}/studio/cles`)) !== null && one.url() === `${origin()}/studio/cles`;
    const enterElsewhere = async (password: string) => {
      await logIn(other, origin(), { ...credentials, mot_de_passe: password });
      await other.waitForURL(`${origin()}/studio`);
    };
    await enterElsewhere(credentials.mot_de_passe);
    await page.goto(`${origin()}/studio/compte`);
    await expectNoBarrier(page);
    const renewed = 'un autre mot de passe';
    const change = async (present: string) => {
      await page.getByLabel('Mot de passe actuel').fill(present);
      await page.getByLabel('Nouveau mot de passe').fill(renewed);
      await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    };
    await change('faux mot de passe');
    await page.getByRole('alert').getByText('Le mot de passe actuel est incorrect.').waitFor();
    await expectNoBarrier(page);
    expect(await isSignedIn(other)).toBe(true);
    await change(credentials.mot_de_passe);
    await page.getByRole('status').getByText('Le mot de passe est changé').waitFor();
    expect(await isSignedIn(other)).toBe(false);

    await enterElsewhere(renewed);
    await page.getByRole('link', { name: 'Sécurité' }).click();
    // The page has a script of its own, which has to be there.
    await page.waitForURL(`${origin()}/studio/securite`);
    const sessions = page.getByRole('list', { name: 'Sessions de ce compte' }).getByRole('article');
    await until('both sessions are shown', async () => expect(await sessions.count()).toBe(2));
    await page.getByRole('button', { name: 'Déconnecter les autres sessions' }).click();
    await page.getByText('Les autres sessions sont terminées.').waitFor();
    expect(await sessions.count()).toBe(1);
    expect([await isSignedIn(other), await isSignedIn(page)]).toEqual([false, true]);
    await Promise.all([context.close(), other.close()]);
  });
});
