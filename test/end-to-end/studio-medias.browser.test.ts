import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { type MediasProgram, mediasApi, startMedias } from '../support/medias.ts';
import { needs } from '../support/needs.ts';
import { png } from '../support/png.ts';
import { MINIMAL_THEME } from '../support/program.ts';
import { publishTheme } from '../support/published-theme.ts';
import { type EnterOptions, enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const photo = (name: string, colour: string, width = 700): TestFile => ({
  ...{ name, mimeType: 'image/png', buffer: png(width, 500, colour) },
});

/** What is known of a picture in a page. */
interface Shown {
  readonly naturalWidth: number;
}

interface Bringing {
  /** Where the file falls. */
  readonly place?: string;
  /** Types of texts that come with it. */
  readonly words?: readonly string[];
}

/** Lets a file fall on the page, or comes with it from the clipboard. */
const bring = (
  page: Page,
  kind: 'drop' | 'paste',
  { name, mimeType, buffer }: TestFile,
  { place = 'main', words = [] }: Bringing = {},
) =>
  page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (one) => one.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: '${mimeType}' }));
    for (const type of ${JSON.stringify(words)}) data.setData(type, 'mots');
    const way = { bubbles: true, cancelable: true };
    const event = '${kind}' === 'drop'
      ? new DragEvent('drop', { ...way, dataTransfer: data })
      : new ClipboardEvent('paste', { ...way, clipboardData: data });
    document.querySelector('${place}').dispatchEvent(event);
  })()`);

describe('the library of a site in a browser', needs('Chromium'), () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));

  /** A member whose page shows the library of the site. @param files that are there already */
  async function enter(files: readonly TestFile[] = [], options: EnterOptions = {}) {
    const { vitrine } = program;
    const member = await enterStudio(vitrine, browser, options);
    const api = mediasApi(vitrine, member.tenant);
    const medias = [];
    for (const { name, buffer } of files) medias.push(await api.add(name, buffer));
    const address = `http://localhost:${vitrine.port}/studio/${member.tenant.slug}/medias`;
    const { page } = member;
    await page.goto(address);
    const dialog = page.getByRole('dialog');
    const field = page.locator('input[type=file]');
    const tiles = page.getByRole('list', { name: 'Fichiers de la bibliothèque' }).getByRole('listitem');
    const names = () => page.locator('.tile-name').allTextContents();
    const uploads = page.getByRole('region', { name: 'Importation' });
    return { ...member, api, medias, address, dialog, field, tiles, names, uploads };
  }

  it('photographs come in by the field, by a drop and from the clipboard; each refusal stands beside its file', async () => {
    const { page, address, field, names, uploads, api, takeComplaints, context } = await enter();
    await page.goto(address.replace(/\/medias$/, ''));
    await page.getByRole('navigation', { name: 'Ce site' }).getByRole('link', { name: 'Médias' }).click();
    await page.waitForURL(address);
    await page.getByText('Aucune image pour l’instant.').waitFor();
    expect(await page.getByRole('link', { name: 'Médias' }).getAttribute('aria-current')).toBe('page');
    expect(await field.count()).toBe(1);
    expect(await field.getAttribute('accept')).not.toMatch(/heic|\*/i);
    expect(await field.getAttribute('multiple')).not.toBeNull();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);

    await field.setInputFiles([photo('four.png', '#aa3311'), photo('farine.png', '#eeddcc')]);
    await uploads.getByText('2 fichiers importés.').waitFor();
    await bring(page, 'drop', photo('atelier.png', '#335577'));
    await until('three files are there', async () =>
      expect((await names()).sort()).toEqual(['atelier.png', 'farine.png', 'four.png']),
    );
    await bring(page, 'paste', photo('collée.png', '#775533'));
    await until('the pasted file is first', async () => expect((await names())[0]).toBe('collée.png'));
    // A document comes with a picture of itself; a file from a folder with its name.
    await bring(page, 'paste', photo('texte.png', '#010203'), { words: ['text/plain', 'text/html'] });
    await bring(page, 'paste', photo('dossier.png', '#030201'), { words: ['text/plain'] });
    await until('the file is first', async () => expect((await names())[0]).toBe('dossier.png'));
    expect(await names()).not.toContain('texte.png');

    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await field.setInputFiles([
      { name: 'IMG_2041.HEIC', mimeType: 'image/heic', buffer: Buffer.from('x') },
      { name: 'lettre.html', mimeType: 'text/html', buffer: Buffer.from('<p>x') },
    ]);
    await uploads.getByText(/HEIC, que les navigateurs/).waitFor();
    await uploads.getByText(/n’entre pas dans la bibliothèque/).waitFor();
    expect(asked).toEqual([]);
    await field.setInputFiles([
      { name: 'faux.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') },
      photo('four (copie).png', '#aa3311'),
    ]);
    const row = (name: string) => uploads.getByRole('listitem').filter({ hasText: name });
    await row('faux.png')
      .getByText(/ni une image JPEG/)
      .waitFor();
    await row('four (copie).png').getByText('Déjà dans la bibliothèque').waitFor();
    expect(
      await row('faux.png')
        .getByRole('button', { name: /Réessayer/ })
        .count(),
    ).toBe(0);
    await expectNoBarrier(page);
    expect(await names()).toHaveLength(5);

    await row('faux.png').getByRole('button', { name: 'Masquer : faux.png' }).click();
    await uploads.getByRole('button', { name: 'Effacer' }).click();
    expect(await uploads.getByRole('listitem').count()).toBe(0);
    // The browser writes the refusal of the platform to its console.
    expect(takeComplaints().filter((one) => !one.includes('400 (Bad Request)'))).toEqual([]);
    const before = await names();
    await page.reload();
    expect(await names()).toEqual(before);
    expect((await api.list()).map(({ nom }) => nom)).toEqual(before);
    await expectDrawnAlike(page);
    await context.close();
  });

  it('a file that is on its way tells how far it is, and can be called off; one that was lost is sent again', async () => {
    const { page, field, names, uploads, context } = await enter();
    const network = await context.newCDPSession(page);
    const slowly = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput },
      });
    // A file is on its way for longer than a busy machine needs to look at it and to call it off.
    await slowly(20_000);
    const long = { name: 'long.png', mimeType: 'image/png', buffer: randomBytes(2_000_000) };
    await field.setInputFiles([long, ...['b', 'c', 'd'].map((name) => ({ ...long, name: `${name}.png` }))]);
    const row = (name: string) => uploads.getByRole('listitem').filter({ hasText: name });
    await row('long.png')
      .getByText(/^[1-9]\d? %$/)
      .waitFor();
    await row('d.png').getByText('En attente').waitFor();
    expect(await page.getByRole('progressbar', { name: 'Envoi de long.png' }).count()).toBe(1);
    await expectNoBarrier(page);
    await row('long.png').getByRole('button', { name: 'Annuler : long.png' }).click();
    await row('d.png').getByText(/ %$/).waitFor();
    for (const name of ['b.png', 'c.png', 'd.png'])
      await row(name)
        .getByRole('button', { name: /Annuler/ })
        .click();
    expect(await uploads.getByRole('listitem').count()).toBe(0);
    await slowly(-1);

    await page.route('**/api/medias?*', (route) => route.abort());
    await field.setInputFiles(photo('four.png', '#aa3311'));
    await uploads.getByText('Le service ne répond pas.', { exact: false }).waitFor();
    await page.unroute('**/api/medias?*');
    const signedOut = { status: 401, json: { ok: false, error: 'unauthorized' } };
    await page.route('**/api/medias?*', (route) => route.fulfill(signedOut), { times: 1 });
    await uploads.getByRole('button', { name: 'Réessayer : four.png' }).click();
    const signIn = uploads.getByRole('link', { name: /^Se reconnecter/ });
    expect(await signIn.getAttribute('target')).toBe('_blank');
    await uploads.getByRole('button', { name: 'Réessayer : four.png' }).click();
    await until('the file is there', async () => expect(await names()).toEqual(['four.png']));
    await context.close();
  });

  it('name, description and point of interest are changed by keyboard alone, and what is typed outlives a failure', async () => {
    const { page, dialog, api, tiles, context } = await enter([photo('four.png', '#aa3311')]);
    await tiles.getByText('Sans description').waitFor();
    const tile = page.getByRole('link', { name: /^four\.png/ });
    await tile.focus();
    await page.keyboard.press('Enter');
    const description = dialog.getByLabel('Description');
    await dialog.getByText('Il manque une description').waitFor();
    await expectNoBarrier(page);
    await description.focus();
    await page.keyboard.type('Le four à pain');
    await dialog.getByRole('button', { name: /^Point d’intérêt : 50 %/ }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await dialog
      .getByRole('button', { name: 'Point d’intérêt : 40 % depuis la gauche, 48 % depuis le haut' })
      .waitFor();

    await page.route('**/api/medias', (route) => route.abort());
    await description.focus();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Enregistrer');
    await page.keyboard.press('Enter');
    await dialog.getByText('Le service ne répond pas.', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    await tiles.getByText('Pas encore enregistré').waitFor();
    await page
      .evaluate('dispatchEvent(new Event("beforeunload", { cancelable: true }))')
      .then((isLeft) => expect(isLeft).toBe(false));
    await page.unroute('**/api/medias');
    expect(await page.locator(':focus').getAttribute('data-media')).toBeTruthy();
    await page.keyboard.press('Enter');
    expect(await description.inputValue()).toBe('Le four à pain');
    await dialog.getByLabel('Nom').fill('Four à pain.png');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('Enregistré.').waitFor();
    expect(await api.list()).toMatchObject([
      { nom: 'Four à pain.png', alt: 'Le four à pain', focal: { x: 0.4, y: 0.48 } },
    ]);

    const picture = dialog.getByRole('img', { name: 'Le four à pain' });
    const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    await page.mouse.click(x + width * 0.9, y + height * 0.1);
    await dialog.getByRole('button', { name: /: 90 % depuis la gauche, 10 % depuis le haut/ }).waitFor();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await dialog.getByText('Enregistré.').waitFor();
    await dialog.getByRole('button', { name: 'Copier l’adresse' }).click();
    await dialog.getByText('Adresse copiée.').waitFor();
    const [{ src = '', focal } = {}] = await api.list();
    expect(focal).toEqual({ x: expect.closeTo(0.9, 2), y: expect.closeTo(0.1, 2) });
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(new RegExp(`^http://site-\\d+\\..*${src}$`));
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    expect(await tiles.getByText('Sans description').count()).toBe(0);
    await context.close();
  });

  it('a finger that scrolls over a picture leaves its point of interest, one that taps moves it', async () => {
    const { dialog, address, context } = await enter([photo('four.png', '#aa3311')]);
    const telephone = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 600 } });
    await telephone.addCookies(await context.cookies());
    const small = await telephone.newPage();
    await small.goto(address);
    await small.getByRole('link', { name: /^four\.png/ }).tap();
    const window = small.getByRole('dialog');
    const picture = window.locator('.focal-picture > img');
    const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    const at = { x: x + width * 0.8, y: y + height * 0.9 };
    const touch = await telephone.newCDPSession(small);
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', up: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: at.x, y: at.y - up }],
      });
    await finger('touchStart', 0);
    for (const up of [20, 40, 80, 120]) await finger('touchMove', up);
    await finger('touchEnd', 120);
    await until('the window has scrolled', async () =>
      expect(await window.evaluate((one) => (one as unknown as { scrollTop: number }).scrollTop)).toBeGreaterThan(0),
    );
    const point = window.getByRole('button', { name: /^Point d’intérêt/ });
    expect(await point.getAttribute('aria-label')).toContain('50 % depuis la gauche, 50 % depuis le haut');
    await picture.tap({ position: { x: width * 0.9, y: height * 0.9 } });
    await until('the point has moved', async () =>
      expect(await point.getAttribute('aria-label')).toContain('90 % depuis la gauche, 90 % depuis le haut'),
    );
    expect(await dialog.count()).toBe(0);
    await Promise.all([telephone.close(), context.close()]);
  });

  it('a dropped folder gives its files, hidden ones left out', async () => {
    const { page, names, context } = await enter();
    const folder = await mkdtemp(join(tmpdir(), 'photos-'));
    await mkdir(join(folder, 'été'));
    await Promise.all([
      writeFile(join(folder, 'four.png'), png(700, 500, '#aa3311')),
      writeFile(join(folder, '.DS_Store'), 'x'),
      writeFile(join(folder, 'été', 'plage.png'), png(700, 500, '#3355aa')),
    ]);
    const mouse = await context.newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await mouse.send('Input.dispatchDragEvent', { type, x: 300, y: 400, data });
    }
    await until('both files are there', async () => expect((await names()).sort()).toEqual(['four.png', 'plage.png']));
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
    await Promise.all([rm(folder, { recursive: true }), context.close()]);
  });

  it('what is searched and filtered is found, and the address keeps it', async () => {
    const { page, api, medias, tenant, names, context } = await enter([
      ...[photo('École.png', '#aa3311'), photo('four.png', '#eeddcc'), photo('atelier.png', '#335577')],
    ]);
    await api.ask('PATCH', '', { body: { id: medias[0]?.id, alt: 'Une cour' } });
    await publishTheme(program.vitrine, tenant.siteId, {
      ...MINIMAL_THEME,
      'config/settings_data.json': JSON.stringify({ current: { photo: medias[1]?.src } }),
    });
    await page.getByLabel('Rechercher dans la bibliothèque').fill('ecole');
    await until('one is found', async () => expect(await names()).toEqual(['École.png']));
    await page.reload();
    expect(await names()).toEqual(['École.png']);
    await expectDrawnAlike(page);
    await page.getByLabel('Rechercher dans la bibliothèque').fill('rien de tel');
    await page.getByText('Aucun fichier ne correspond.').waitFor();
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Tout montrer' }).click();
    await until('all are there', async () => expect(await names()).toHaveLength(3));
    expect(await page.getByLabel('Rechercher dans la bibliothèque').inputValue()).toBe('');
    await page.getByRole('link', { name: 'Inutilisés' }).click();
    await until('the used one is gone', async () => expect(await names()).toEqual(['atelier.png', 'École.png']));
    expect(new URL(page.url()).search).toBe('?filtre=inutilises');
    await page.getByRole('link', { name: 'Sans description', exact: true }).click();
    await until('the described one is gone', async () => expect(await names()).toEqual(['atelier.png', 'four.png']));
    await context.close();
  });

  it('a file is replaced; before it is deleted the question says where it is used', async () => {
    const { page, api, medias, tenant, dialog, names, context } = await enter([
      ...[photo('four.png', '#aa3311'), photo('farine.png', '#eeddcc')],
    ]);
    await publishTheme(program.vitrine, tenant.siteId, {
      ...MINIMAL_THEME,
      'config/settings_data.json': JSON.stringify({ current: { photo: medias[0]?.src } }),
    });
    await page.getByRole('link', { name: /^four\.png/ }).click();
    await dialog.getByText('Thème publié : Essai').waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Remplacer' }).click(),
    ]);
    await chooser.setFiles(photo('autre.png', '#113355', 640));
    await dialog.getByText('Remplacé :', { exact: false }).waitFor();
    expect(await api.list()).toContainEqual(expect.objectContaining({ id: medias[0]?.id, largeur: 640 }));
    await dialog.getByText('640 × 500', { exact: false }).waitFor();

    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    const question = page.getByRole('dialog', { name: 'Supprimer ce fichier ?' });
    await question.getByText('Ce fichier sert encore').waitFor();
    expect(await question.getByRole('link', { name: 'Essai' }).count()).toBe(1);
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    expect(await names()).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await question.getByRole('button', { name: 'Supprimer quand même' }).click();
    await until('one file is left', async () => expect(await names()).toEqual(['farine.png']));
    expect(await dialog.count()).toBe(0);
    const focused = page.locator(':focus');
    await until('the focus is on the next file', async () =>
      expect(await focused.getAttribute('data-media')).toBe(medias[1]?.id),
    );

    await page.getByRole('link', { name: /^farine\.png/ }).click();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await question.getByText('Aucun thème, aucune page et aucun article ne le montre.').waitFor();
    await question.getByRole('button', { name: 'Supprimer', exact: true }).click();
    await page.getByText('Aucune image pour l’instant.').waitFor();
    await until('the focus is where files come in', async () =>
      expect(await focused.getAttribute('type')).toBe('file'),
    );
    expect(await api.list()).toEqual([]);
    await context.close();
  });

  it('a reader looks, and a browser without script has the list; a long one goes on', async () => {
    const { page, tenant, dialog, tiles, address, field, context } = await enter([photo('four.png', '#aa3311')], {
      width: 390,
    });
    await page.getByRole('link', { name: /^four\.png/ }).click();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    await program.sql("UPDATE membres SET role = 'lecteur' WHERE compte_id = $1", [tenant.accountId]);
    await program.sql(
      `INSERT INTO medias (site_id, nom, type, empreinte, objet, octets, largeur, hauteur)
       SELECT site_id, 'photo ' || n || '.pdf', 'application/pdf', sha256(n::text::bytea), repeat('0', 64) || '-' || lpad(n::text, 16, '0'), 9, 0, 0
       FROM medias, generate_series(1, 64) n WHERE site_id = $1`,
      [tenant.siteId],
    );
    await page.reload();
    await page.getByText('Vous êtes lecteur de ce site').waitFor();
    expect(await field.count()).toBe(0);
    expect(await tiles.count()).toBe(60);
    await page.getByRole('link', { name: 'Afficher la suite' }).click();
    await until('all are there', async () => expect(await tiles.count()).toBe(65));
    await until('the focus is on the first of the new ones', async () =>
      expect(await tiles.nth(60).locator(':focus').count()).toBe(1),
    );
    await page.getByRole('link', { name: /^four\.png/ }).click();
    await dialog.getByText('Nulle part.').waitFor();
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Copier l’adresse', 'Fermer']);
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await expectNoBarrier(page);

    const cookies = await context.cookies();
    const still = await browser.newContext({ javaScriptEnabled: false });
    await still.addCookies(cookies);
    const plain = await still.newPage();
    await plain.goto(address);
    expect(await plain.locator('.tile').count()).toBe(60);
    await plain.getByRole('link', { name: 'Afficher la suite' }).click();
    await plain.getByRole('link', { name: 'Derniers fichiers' }).waitFor();
    expect(await plain.locator('.tile').count()).toBe(5);
    await plain.goto(`${address}?filtre=sans_description`);
    expect(await plain.locator('.tile-name').allTextContents()).toEqual(['four.png']);
    await Promise.all([still.close(), context.close()]);
  });

  /** From the panel of themes to a picture in the opening of the home page. @param click counts @param colour of the picture */
  async function choosePhoto(page: Page, click: (target: Locator) => Promise<void>, colour: string): Promise<void> {
    await click(page.getByRole('button', { name: /^Ouverture/ }));
    await click(page.getByRole('button', { name: /^(Choisir une image|Changer d’image) : Illustration/ }));
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      click(page.getByRole('dialog').getByText('Importer', { exact: true })),
    ]);
    await chooser.setFiles(photo('Notre four.png', colour, 1400));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const shown = page
      .frameLocator('iframe[title="Aperçu"]')
      .locator('img[src^="data:image/"]:not([src^="data:image/svg"]), img[srcset^="data:image/"]');
    await until('the preview shows the picture', async () =>
      expect(await shown.evaluateAll((all) => all.map((one) => (one as unknown as Shown).naturalWidth > 0))).toContain(
        true,
      ),
    );
    await click(page.getByRole('button', { name: 'Enregistrer' }));
    await page.getByText('Tout est enregistré').waitFor();
  }

  it('from the page of a site to an own photograph on its home: five clicks on the published theme, nine by a draft', async () => {
    const { page, tenant, address, manage, api, context } = await enter();
    const sitePage = address.replace(/\/medias$/, '');
    const { themeId } = (await manage('POST', '/api/themes', { action: 'installer', origine: 'origo' })).json();
    await manage('PATCH', '/api/themes', { id: themeId, publier: true });
    const home = await context.newPage();
    /** Visitors see the newest picture of the library. */
    const expectAtHome = async () => {
      const [{ id } = { id: '' }] = await api.list();
      await home.goto(`http://${tenant.slug}.localhost:${program.vitrine.port}/`);
      const picture = home.locator(`img[src*="${id}"]`);
      await until('it has come', async () =>
        expect(await picture.evaluate((one) => (one as unknown as Shown).naturalWidth > 0)).toBe(true),
      );
    };
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks++;
      await target.click();
    };
    await page.goto(sitePage);
    await click(page.getByRole('article', { name: 'Origo' }).getByRole('link', { name: 'Personnaliser' }));
    await choosePhoto(page, click, '#aa3311');
    expect(clicks).toBe(5);
    await expectAtHome();

    clicks = 0;
    await page.goto(sitePage);
    await click(page.getByRole('button', { name: 'Brouillon de travail' }));
    await page.waitForURL(/\/themes\/[0-9a-f-]+$/);
    await click(page.getByRole('link', { name: 'Personnaliser' }));
    await choosePhoto(page, click, '#1133aa');
    await click(page.getByRole('link', { name: 'Publier ce thème' }));
    await page.waitForURL(sitePage);
    const draft = page.getByRole('article', { name: /brouillon/ });
    await click(draft.getByRole('button', { name: 'Publier' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Publier' }));
    await page.getByText('est publié', { exact: false }).first().waitFor();
    expect(clicks).toBe(9);
    await expectAtHome();
    await context.close();
  });

  it('the field of a picture takes a drop, and the description of the library unless it has its own', async () => {
    const { page, tenant, medias, dialog, api, address, context } = await enter([
      ...[photo('four.png', '#aa3311'), photo('farine.png', '#eeddcc')],
    ]);
    await api.ask('PATCH', '', { body: { id: medias[0]?.id, alt: 'Le four' } });
    const schema = JSON.stringify([
      {
        name: 'Tout',
        settings: [
          { type: 'image_picker', id: 'photo', label: 'Photo' },
          { type: 'image_picker', id: 'affiche', label: 'Affiche' },
          { type: 'text', id: 'affiche_alt', label: 'Ce que montre l’affiche', default: 'Un dessin du thème' },
        ],
      },
    ]);
    const themeId = await publishTheme(program.vitrine, tenant.siteId, {
      ...MINIMAL_THEME,
      'config/settings_schema.json': schema,
    });
    const stored = async () => {
      const path = `/api/themes/${themeId}/fichiers?chemin=config/settings_data.json`;
      const { fichier } = (await program.vitrine.ask({ path, key: tenant.key })).json();
      return JSON.parse(fichier.contenu).current.photo;
    };
    const save = async () => {
      await page.getByRole('button', { name: 'Enregistrer' }).click();
      await page.getByText('Tout est enregistré').waitFor();
    };
    await page.goto(address.replace(/medias$/, `themes/${themeId}/personnaliser`));
    await page.getByRole('button', { name: 'Tout' }).click();
    const open = page.getByRole('button', { name: 'Choisir une image : Photo' });
    await open.click();
    await dialog.getByRole('button', { name: /^Le four four\.png|^four\.png/ }).waitFor();
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Modifier : farine.png' }).click();
    const panel = page.getByRole('dialog', { name: 'farine.png' });
    await panel.getByLabel('Description').fill('De la farine');
    await page.keyboard.press('Control+z');
    await panel.getByLabel('Description').fill('La farine');
    await panel.getByRole('button', { name: 'Enregistrer' }).click();
    await panel.getByText('Enregistré.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    await until('the focus is back', async () =>
      expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Choisir une image : Photo'),
    );
    await page.keyboard.press('Enter');
    await dialog.locator(`[data-media="${medias[0]?.id}"]`).focus();
    await page.keyboard.press('Enter');
    const words = page.getByLabel('Description pour qui ne voit pas l’image');
    await until('the words of the library', async () =>
      expect(await words.getAttribute('placeholder')).toBe('Le four'),
    );
    await expectNoBarrier(page);
    await save();
    expect(await stored()).toBe(medias[0]?.src);
    await words.fill('Mon four');
    await save();
    expect(await stored()).toEqual({ src: medias[0]?.src, alt: 'Mon four' });
    await words.fill('');
    await save();
    expect(await stored()).toBe(medias[0]?.src);

    // A description that the theme keeps apart belongs to the picture of before.
    const ownWords = page.getByLabel('Ce que montre l’affiche', { exact: true });
    expect(await ownWords.inputValue()).toBe('Un dessin du thème');
    await page.getByRole('button', { name: 'Choisir une image : Affiche' }).click();
    await dialog.locator(`[data-media="${medias[0]?.id}"]`).click();
    await page.getByText('La description de l’image précédente est retirée.').waitFor();
    await until('the words are gone', async () => expect(await ownWords.inputValue()).toBe(''));
    await page.getByRole('button', { name: /^Annuler/ }).click();
    await until('both are back', async () => expect(await ownWords.inputValue()).toBe('Un dessin du thème'));
    await page.getByRole('button', { name: 'Choisir une image : Affiche' }).waitFor();

    await bring(page, 'drop', photo('déposée.png', '#335577'), { place: '.image-field' });
    await page.getByText('déposée.png').waitFor();
    await save();
    expect(await stored()).toMatch(/\/deposee\.png$/);
    await bring(
      page,
      'drop',
      { name: 'a.heic', mimeType: 'image/heic', buffer: Buffer.from('x') },
      { place: '.image-field' },
    );
    await page.getByText(/HEIC, que les navigateurs/).waitFor();
    const [{ id } = { id: '' }] = await api.list();
    await api.ask('DELETE', `?id=${id}&forcer=1`);
    await page.reload();
    await page.getByRole('button', { name: 'Tout' }).click();
    await page.getByText('Ce fichier n’est plus dans la bibliothèque', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Retirer l’image : Photo' }).click();
    await page.getByLabel('Photo', { exact: true }).fill('https://exemple.fr/a.jpg');
    await save();
    expect(await stored()).toBe('https://exemple.fr/a.jpg');
    await context.close();
  });

  it('a preview has pictures of the library as data, and nothing for those that are not there', async () => {
    const { page, tenant, medias, address, context } = await enter([photo('four.png', '#aa3311', 2_000)]);
    const { id, contenu } = medias[0] ?? { id: '', contenu: '' };
    const variant = (width: number) => `/medias/${id}/${width}-${contenu}/four.png`;
    const themeId = await publishTheme(program.vitrine, tenant.siteId, {
      ...MINIMAL_THEME,
      'layout/theme.liquid': `<main><img id="plain" src="/medias/${id}/four.png">
         <img id="set" src="/x.png" srcset="${[320, 640, 1280, 1600].map((width) => `${variant(width)} ${width}w`).join(', ')}" sizes="100vw">
         <i id="ground" style="background-image: url(${variant(640)})"></i>
         <img id="gone" src="/medias/0b6f3c1e-0000-4000-8000-000000000001/a.png">
         <img id="out" src="/medias/${id}/../../../compte"><a id="link" href="/medias/${id}/four.png">x</a>
         {{ content_for_layout }}</main>`,
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address.replace(/medias$/, `themes/${themeId}/personnaliser`));
    const frame = page.frameLocator('iframe[title="Aperçu"]');
    const attribute = (name: string, attribute: string) => frame.locator(`#${name}`).getAttribute(attribute);
    expect(await attribute('plain', 'src')).toMatch(/^data:image\//);
    expect(await attribute('set', 'srcset')).toMatch(/^data:image\/\S+ 1280w$/);
    expect(await attribute('set', 'src')).toBeNull();
    expect(await attribute('ground', 'style')).toMatch(/url\(data:image\//);
    expect(await attribute('gone', 'src')).toMatch(/^data:image\/svg/);
    expect(await attribute('link', 'href')).toBe(`/medias/${id}/four.png`);
    for (const name of ['plain', 'set'])
      await until(`${name} is shown`, async () =>
        expect(
          await frame.locator(`#${name}`).evaluate((one) => (one as unknown as Shown).naturalWidth),
        ).toBeGreaterThan(0),
      );
    const pictures = asked.filter((one) => one.includes('/medias/0') || one.includes(`/medias/${id}`));
    expect(pictures.filter((one) => !one.startsWith(`${address}/`))).toEqual([]);
    await context.close();
  });
});
