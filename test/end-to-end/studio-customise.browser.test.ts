import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { customiser } from '../support/customiser.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { SETTINGS_THEME } from '../support/settings-theme.ts';
import { until } from '../support/until.ts';
import { expectAccessible } from '../support/visitor.ts';

describe('a theme changed without code, in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  const { own, open } = customiser(() => ({ vitrine, browser }));
  const focused = (page: Page) => page.evaluate('document.activeElement.textContent.trim()');

  it('a colour is seen at once, told when it is hard to read, and published when it is saved', async () => {
    const { context, read, visit } = await own();
    // From where one is after signing in, three clicks: this one, the group, and the button that saves.
    const { page, preview, press, errors, saved } = await open(context, '/studio', (opened) =>
      opened.getByRole('link', { name: 'Personnaliser' }).click(),
    );
    await press('Couleurs');
    await until('the colours have the focus', async () => expect(await focused(page)).toBe('Couleurs'));
    // Words stand between the fields, in the order of the schema.
    const words = page.locator('.fields').first().locator('h3, label, p:not(.contrast)');
    expect(await words.allTextContents()).toEqual([
      'La page',
      'Ce qu’elle a de couleurs.',
      'Fond',
      'Texte',
      'Celle des paragraphes.',
      'Un fond clair se lit mieux.',
    ]);
    const field = page.getByLabel('Fond', { exact: true });
    expect(await field.inputValue()).toBe('#ffffff');
    await field.fill('#336699');
    const background = () =>
      preview
        .locator('body')
        .evaluate((body) => body.ownerDocument.defaultView?.getComputedStyle(body).backgroundColor);
    await until('the preview has the new colour', async () => expect(await background()).toBe('rgb(51, 102, 153)'));
    await page.getByText('Contraste avec « Texte » : 2,6 : 1. Un texte se lit mal').waitFor();
    await field.fill('pas une couleur');
    await page.getByText('Ce n’est pas une couleur.').waitFor();
    await field.fill('#336699');
    await press('Enregistrer');
    await saved.waitFor();
    await until('the site has the new colour', async () => expect(await visit()).toContain('background: #336699'));
    // Everything else is written as it was.
    expect(await read('config/settings_data.json')).toBe(
      '{\n  "current": {\n    "texte": "#222222",\n    "inconnu": 1e+21,\n    "fond": "#336699"\n  }\n}',
    );
    await press('Revenir à la valeur du thème : Fond');
    expect(await field.inputValue()).toBe('#ffffff');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('sections and blocks are added, moved, hidden and removed by keyboard, undone, redone and saved', async () => {
    const { context, path, read, visit } = await own();
    const { page, preview, press, errors, saved } = await open(context, path);
    const texts = () => preview.locator('h2, li, aside').allTextContents();
    const shows = (...expected: string[]) =>
      until('the preview shows what was done', async () => expect(await texts()).toEqual(expected));
    await shows('Première', 'alpha', 'bravo', 'Deuxième');

    const handle = page.getByRole('button', { name: 'Déplacer Liste', exact: true });
    await handle.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Liste, place 2 sur 2.').waitFor({ state: 'attached' });
    await shows('Deuxième', 'Première', 'alpha', 'bravo');
    // Put back, then moved for good.
    await page.keyboard.press('Escape');
    await shows('Première', 'alpha', 'bravo', 'Deuxième');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until('the list has the focus', async () => expect(await focused(page)).toBe('Liste'));

    await press(/Ajouter : Point/);
    await shows('Deuxième', 'Première', 'alpha', 'bravo', 'neuf');
    await page.getByText('Cette section montre 3 blocs au plus').waitFor();
    await page.getByLabel('Mot', { exact: true }).fill('charlie');
    const blocks = page.getByRole('list', { name: 'Blocs de la section' });
    await blocks.getByRole('button', { name: 'Monter' }).click();
    await shows('Deuxième', 'Première', 'alpha', 'charlie', 'bravo');
    await press('Masquer Point « alpha »');
    await shows('Deuxième', 'Première', 'charlie', 'bravo');
    await page.getByRole('button', { name: /^bravo/ }).click();
    await blocks.getByRole('button', { name: 'Supprimer' }).click();
    await shows('Deuxième', 'Première', 'charlie');

    await press('Retour à la liste');
    await press('Masquer Note');
    await shows('Première', 'charlie');
    await press(/Ajouter une section/);
    await press('Note');
    await page.getByLabel('Titre', { exact: true }).fill('Ajoutée');
    await shows('Première', 'charlie', 'Ajoutée');
    await page.keyboard.press('Control+s');
    await saved.waitFor();
    const template = JSON.parse(await read('templates/index.json'));
    expect(template.order).toEqual(['un', 'note']);
    expect(template.sections.deux).toEqual({ type: 'note', settings: { titre: 'Deuxième' } });
    expect(template.sections.un.blocks).toMatchObject({ a: { settings: { mot: 'alpha' } } });
    await until('the site shows the added section', async () =>
      expect(await visit()).toContain('<aside>Ajoutée</aside>'),
    );

    const undo = page.getByRole('button', { name: /^Annuler/ });
    await until('everything is undone', async () => {
      if ((await undo.getAttribute('aria-disabled')) === 'true') return;
      await page.keyboard.press('Control+z');
      return false;
    });
    await shows('Première', 'alpha', 'bravo', 'Deuxième');
    await page.keyboard.press('Control+s');
    await saved.waitFor();
    expect(await read('templates/index.json')).toBe(SETTINGS_THEME['templates/index.json']);
    await page.keyboard.press('Control+Shift+z');
    await shows('Deuxième', 'Première', 'alpha', 'bravo');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('a row is dragged to its place, a click in the preview opens its section, a link another page', async () => {
    const { context, path, key } = await own();
    const created = await vitrine.ask({
      method: 'POST',
      path: '/api/pages',
      key,
      besideSession: true,
      body: { slug: 'a-propos', titre: 'À propos' },
    });
    expect(created.status).toBe(201);
    const { page, preview, errors } = await open(context, path);
    await preview.locator('h2').waitFor();
    const rows = page.getByRole('list', { name: 'Sections de la page' }).getByRole('listitem');
    const from = await page.getByRole('button', { name: 'Déplacer Note' }).boundingBox();
    const to = await rows.first().boundingBox();
    if (!from || !to) throw new Error('not shown');
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + 30, { steps: 4 });
    await page.mouse.move(from.x + 8, to.y + 2, { steps: 2 });
    await page.mouse.up();
    await until('the preview has the new order', async () =>
      expect(await preview.locator('h2, aside').allTextContents()).toEqual(['Deuxième', 'Première']),
    );

    await preview.locator('aside').click();
    await page.getByRole('heading', { name: 'Note' }).waitFor();
    expect(await page.getByLabel('Titre', { exact: true }).inputValue()).toBe('Deuxième');
    await preview.locator('header').click();
    await page.getByLabel('Nom', { exact: true }).fill('Autre nom');
    await until('the preview has the other name', async () =>
      expect(await preview.locator('header b').textContent()).toBe('Autre nom'),
    );
    await preview.locator('header a').click();
    await rows.filter({ hasText: 'Sur une page' }).waitFor();
    await until('the preview shows the section of the page', async () =>
      expect(await preview.locator('aside').allTextContents()).toEqual(['Sur une page']),
    );
    await page.getByLabel('Page montrée').selectOption('Page d’accueil');
    await until('the preview has the order again', async () =>
      expect(await preview.locator('h2, aside').allTextContents()).toEqual(['Deuxième', 'Première']),
    );
    expect(errors).toEqual([]);
    await context.close();
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('%s, at %i px: a field for each type, without a barrier (WCAG 2.2 AA)', async (colorScheme, width) => {
    const { context, path, read } = await own();
    const { page, preview, press, errors, saved } = await open(context, path);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await press('Tous les types');
    await page.getByLabel('Un texte', { exact: true }).fill('mot');
    await page.getByLabel('Des lignes').fill('une\ndeux');
    await page.getByRole('textbox', { name: 'Un texte mis en forme' }).press('Control+a');
    await press('Gras');
    await page.getByLabel('Un nombre').fill('x');
    await page.getByText('Écrivez un nombre').waitFor();
    await page.getByLabel('Un nombre').fill('2,5');
    await page.getByLabel('Une mesure').press('ArrowRight');
    await page.getByLabel('Une case').uncheck();
    await page.getByLabel('Un choix').selectOption('B');
    await page.getByLabel('Cet autre').check();
    await page.getByLabel('Description pour qui ne voit pas l’image').fill('Un rond');
    await page.getByLabel('Un lien : choisir une page du site').selectOption('Accueil');
    await page.getByLabel('Un menu').selectOption('Aucun menu');
    await page.getByLabel('Une vidéo').fill('https://vimeo.com/123');
    await page.getByText('Vidéo reconnue : Vimeo.').waitFor();
    await page.getByRole('button', { name: 'Une police' }).click();
    await page.getByLabel('Lora').check();
    await page.getByLabel('Un type inconnu').fill('{ "a": 2 }');
    await press(/Images du thème/);
    await expectAccessible(page);
    await press('Enregistrer');
    await saved.waitFor();
    expect(JSON.parse(await read('config/settings_data.json')).current).toMatchObject({
      text: 'mot',
      textarea: 'une\ndeux',
      richtext: '<p><strong>Bonjour <em>vous</em></strong></p>',
      number: 2.5,
      range: 4.5,
      checkbox: false,
      select: 'b',
      radio: 'y',
      image: { src: 'rond.svg', alt: 'Un rond' },
      url: '/',
      menu: '',
      video: 'https://vimeo.com/123',
      police: 'lora',
      nouveau: { a: 2 },
    });

    await press('Retour à la liste');
    await page.getByRole('button', { name: /^Liste/ }).click();
    await page.getByRole('button', { name: /^alpha/ }).click();
    await expectAccessible(page);
    if (width === 390) {
      await page.setViewportSize({ width: 320, height: 900 });
      const { x = 0, width: wide = 0 } = (await page.getByRole('button', { name: 'Enregistrer' }).boundingBox()) ?? {};
      expect(x + wide).toBeLessThanOrEqual(320 - 8);
      expect(await page.locator('.badge').textContent()).toBe('Publié');
      await expectAccessible(page);
      await page.setViewportSize({ width, height: 900 });
      await press('Aperçu');
      await preview.locator('h2').waitFor();
      await expectAccessible(page);
      await press('Réglages');
    }
    await press('Retour à la liste');
    await press(/Ajouter une section/);
    await expectAccessible(page);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('a theme that takes the focus and leads away, or whose style sheet never ends an address, leaves one typing; a busy preview comes by itself', async () => {
    const layout = SETTINGS_THEME['layout/theme.liquid'] ?? '';
    const { context, path } = await own('actif', {
      ...SETTINGS_THEME,
      'layout/theme.liquid': layout
        .replace('</head>', `{{ 'debuts.css' | asset_url | stylesheet_tag }}</head>`)
        .replace(
          '</body>',
          `<i style="background: url({{ 'signe.svg' | asset_url }})"></i><input id="avide">
<script nonce="{{ nonce }}">setInterval(() => {
  document.getElementById('avide').focus();
  parent.postMessage({ vitrine: 'naviguer', adresse: '/', voleur: '{{ settings.text }}' }, '*');
}, 300)</script></body>`,
        ),
      'assets/debuts.css': 'url('.repeat(100_000),
      'assets/signe.svg': '<svg xmlns="http://www.w3.org/2000/svg"><g transform="scale(2)"></g></svg>',
    });
    // The first preview is refused for the moment, and is there all the same.
    const refused = { statut: 503, html: null, gabarit: null, ressources: '', incidents: [], raison: 'occupe', ms: 1 };
    await context.route('**/apercu', (route) => route.fulfill({ json: refused }), { times: 1 });
    const { page, preview, press } = await open(context, path);
    await preview.locator('#avide').waitFor();
    const picture = () =>
      preview.locator('i').evaluate((sign) => sign.ownerDocument.defaultView?.getComputedStyle(sign).backgroundImage);
    expect(await picture()).toContain('url("data:image/svg+xml');
    await press('Tous les types');
    const field = page.getByLabel('Un texte', { exact: true });
    // The words of the pages that took the focus before the field had it again, and how long after the last key that was.
    await page.evaluate(`(() => {
      let thief = null;
      let typed = 0;
      window.givenBack = [];
      addEventListener('input', () => { typed = performance.now(); });
      addEventListener('message', ({ data }) => { thief = data.voleur ?? thief; });
      addEventListener('focusin', () => {
        if (thief !== null) givenBack.push([thief, performance.now() - typed]);
        thief = null;
      });
    })()`);
    const givenBack = () => page.evaluate<[string, number][]>('window.givenBack');
    // What one types comes with another page in the frame. Until then the page of before takes the focus, longer than one counts as typing.
    const isAnswered = Promise.withResolvers<void>();
    await page.route('**/apercu', async (route) => {
      await isAnswered.promise;
      await route.fallback();
    });
    await field.fill('Bonjour');
    await until('the page of before has had to give back the focus after all that time', async () =>
      expect((await givenBack()).filter(([words, ms]) => words === '' && ms > 4_000)).not.toEqual([]),
    );
    isAnswered.resolve();
    await until('the page with what was typed has, too', async () =>
      expect((await givenBack()).map(([words]) => words)).toContain('Bonjour'),
    );
    await context.close();
  });
});
