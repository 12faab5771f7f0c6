import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../support/program.ts';
import { publishTheme } from '../support/published-theme.ts';
import { type EnterOptions, enterStudio, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

/** A theme whose head shows the menu that its setting names, and whose foot shows one by its code. */
const THEME = {
  ...MINIMAL_THEME,
  'layout/theme.liquid': `<!doctype html><html lang="fr"><head><title>t</title></head><body>{% section 'tete' %}{{ content_for_layout }}
    {% for e in menus.pied %}<i>{{ e.titre }}</i>{% endfor %}</body></html>`,
  'sections/tete.liquid': `{% for e in menus[section.settings.menu] %}<b>{{ e.titre }}|{{ e.url }}{% for s in e.enfants %} > {{ s.titre }}{% endfor %}</b>{% endfor %}
    {% schema %}{"name":"En-tête","settings":[{"type":"menu_picker","id":"menu","label":"Menu","default":"principal"}]}{% endschema %}`,
};

const MENUS = {
  principal: [
    { titre: 'Accueil', url: '/' },
    { titre: 'Soins', url: '/soins', enfants: [{ titre: 'Visage', url: '/visage' }] },
    { titre: 'Nouveautés', url: '/projet' },
  ],
  annexe: [{ titre: 'Écrire', url: 'mailto:a@exemple.fr' }],
};

describe('the menus of a site in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([sharedProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  /** A member whose site has menus. */
  async function enter(options: EnterOptions = {}, menus: object = MENUS) {
    const member = await enterStudio(vitrine, browser, options);
    const { tenant, page } = member;
    await publishTheme(vitrine, tenant.siteId, THEME);
    const run = (text: string, ...values: unknown[]) => query(vitrine.databaseUrl, text, [tenant.siteId, ...values]);
    await run(`INSERT INTO pages (site_id, slug, titre, publiee) VALUES
      ($1, '', 'Accueil', true), ($1, 'soins', 'Nos soins', true), ($1, 'tarifs', 'Tarifs', true), ($1, 'projet', 'Projet', false)`);
    await run('INSERT INTO menus (site_id, menus) VALUES ($1, $2)', JSON.stringify(menus));
    const address = `http://localhost:${vitrine.port}/studio/${tenant.slug}`;
    const titles = (of: Page = page, name = 'Menu principal') =>
      of.getByRole('list', { name: `Entrées : ${name}` }).getByLabel('Titre', { exact: true });
    const entry = (titre: string): Locator => page.locator(`li[data-row]:has([aria-label="Déplacer « ${titre} »"])`);
    const save = () => page.getByRole('button', { name: 'Enregistrer' });
    const stored = async () => (await run('SELECT menus FROM menus WHERE site_id = $1')).rows[0].menus;
    const visit = () => vitrine.ask({ host: `${tenant.slug}.localhost`, path: '/' });
    const saved = () => page.getByText('Tout est enregistré').waitFor();
    return { ...member, address, run, titles, entry, save, saved, stored, visit };
  }

  /** The values of fields, in their order. */
  const valuesOf = async (fields: Locator) => Promise.all((await fields.all()).map((one) => one.inputValue()));

  it('change an entry with three clicks from the page of a site, and visitors see that', async () => {
    const { page, address, titles, save, saved, visit, takeComplaints } = await enter();
    await page.goto(address);
    let clicks = 0;
    const click = async (what: Locator) => {
      clicks++;
      await what.click();
    };
    await click(page.getByRole('link', { name: 'Menus' }));
    await titles().first().waitFor();
    await click(titles().nth(1));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Nos soins');
    await click(save());
    await saved();
    expect(clicks).toBeLessThanOrEqual(4);
    await until('visitors see the entry', async () => {
      const { text } = await visit();
      expect(text).toContain('<b>Nos soins|/soins > Visage</b>');
    });
    expect(takeComplaints()).toEqual([]);
  });

  it('say who shows them, what they lead to, and what is gone; entries are added by a search, removed and had back', async () => {
    const { page, address, titles, entry, save, saved, stored, takeComplaints } = await enter({ width: 390 });
    await page.goto(`${address}/menus`);
    await page.getByText('Montré par le thème : En-tête.').waitFor();
    await entry('Soins').getByText('Page « Nos soins »').waitFor();
    await entry('Visage').getByText('Rien ne se trouve à cette adresse').waitFor();
    await entry('Nouveautés').getByText('les visiteurs ne voient pas ce texte').waitFor();
    await entry('Écrire').getByText('Écrire un courriel').waitFor();
    await page.getByRole('heading', { name: 'Pied de page' }).waitFor();
    await page.getByText('Le site n’a pas encore ce menu').waitFor();
    await expectNoBarrier(page);

    await page
      .getByRole('region', { name: 'Menu principal' })
      .getByRole('button', { name: 'Ajouter une entrée' })
      .click();
    await page.keyboard.type('tar');
    await page.getByRole('button', { name: 'Tarifs Page' }).click();
    await until('the entry has the title of the text', async () =>
      expect(await valuesOf(titles())).toEqual(['Accueil', 'Soins', 'Visage', 'Nouveautés', 'Tarifs']),
    );
    await page.getByRole('button', { name: 'Retirer « Soins »' }).click();
    expect(await valuesOf(titles())).toEqual(['Accueil', 'Nouveautés', 'Tarifs']);
    await page.getByRole('button', { name: 'Annuler' }).click();
    expect(await valuesOf(titles())).toEqual(['Accueil', 'Soins', 'Visage', 'Nouveautés', 'Tarifs']);

    await page.getByText('Nouveau menu').click();
    await page.getByLabel('Nom du menu').fill('Liens utiles');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Liens utiles' }).waitFor();
    await page.getByRole('region', { name: 'Annexe' }).getByRole('button', { name: 'Supprimer ce menu' }).click();
    await page
      .getByRole('region', { name: 'Menu principal' })
      .getByRole('button', { name: 'Ajouter une entrée' })
      .click();
    await save().click();
    await page.getByText('Écrivez ce que les visiteurs lisent').waitFor();
    expect(Object.keys(await stored())).toEqual(expect.arrayContaining(['annexe']));
    await page.getByRole('button', { name: 'Retirer l’entrée sans titre' }).click();
    await save().click();
    await saved();
    expect(await stored()).toEqual({
      'liens-utiles': [],
      principal: [...MENUS.principal, { titre: 'Tarifs', url: '/tarifs' }],
    });
    expect(takeComplaints()).toEqual([]);
  });

  it('are moved by keyboard alone, and by drag', async () => {
    const { page, address, titles, entry, save, saved, stored, takeComplaints } = await enter();
    await page.goto(`${address}/menus`);
    await titles().first().waitFor();
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    const said = page.locator('p[role=status]');
    await page.getByRole('button', { name: 'Déplacer « Nouveautés »' }).focus();
    await page.keyboard.press('Space');
    for (const [key, where] of [
      ['ArrowUp', 'place 2 sur 3, au premier niveau'],
      ['ArrowRight', 'place 1 sur 1, sous « Accueil »'],
      ['ArrowLeft', 'place 2 sur 3, au premier niveau'],
      ['ArrowDown', 'place 3 sur 3, au premier niveau'],
      ['ArrowRight', 'place 2 sur 2, sous « Soins »'],
    ] as const) {
      await page.keyboard.press(key);
      await said.filter({ hasText: where }).waitFor({ state: 'attached' });
      expect(await focused()).toBe('Déplacer « Nouveautés »');
    }
    await page.keyboard.press('Space');
    // By a button, which keeps the focus.
    await page.getByRole('button', { name: 'Monter : « Nouveautés »' }).focus();
    await page.keyboard.press('Enter');
    await said.filter({ hasText: 'place 1 sur 2, sous « Soins »' }).waitFor({ state: 'attached' });
    expect(await focused()).toBe('Monter : « Nouveautés »');
    await page.keyboard.press('Control+s');
    await saved();
    const soins = (enfants: object[]) => ({ titre: 'Soins', url: '/soins', enfants });
    const [accueil, , nouveautes] = MENUS.principal;
    const visage = { titre: 'Visage', url: '/visage' };
    expect((await stored()).principal).toEqual([accueil, soins([nouveautes as object, visage])]);

    const handle = await page.getByRole('button', { name: 'Déplacer « Visage »' }).boundingBox();
    const first = await entry('Accueil').boundingBox();
    if (!handle || !first) throw new Error('the entries stand nowhere');
    await page.mouse.move(handle.x + 10, handle.y + 10);
    await page.mouse.down();
    await page.mouse.move(first.x + 10, first.y + 30, { steps: 4 });
    await page.mouse.move(first.x + 10, first.y + 4, { steps: 4 });
    await page.mouse.up();
    expect(await valuesOf(titles())).toEqual(['Visage', 'Accueil', 'Soins', 'Nouveautés']);
    await save().click();
    await saved();
    expect((await stored()).principal).toEqual([visage, accueil, soins([nouveautes as object])]);
    expect(takeComplaints()).toEqual([]);
  });

  it('are joined by entry from two windows, and asked about where both have changed the same', async () => {
    const { page, context, address, titles, save, saved, stored } = await enter();
    await page.goto(`${address}/menus`);
    await titles().first().waitFor();
    const other = await context.newPage();
    await other.goto(`${address}/menus`);
    await titles(other).first().waitFor();
    await titles(other).nth(0).fill('Bienvenue');
    await titles(other).nth(1).fill('Soins du visage');
    await titles().nth(1).fill('Soins du corps');
    await titles().nth(3).fill('Actualités');
    await other.getByRole('button', { name: 'Enregistrer' }).click();
    await other.getByText('Tout est enregistré').waitFor();
    await save().click();
    const dialog = page.getByRole('dialog', { name: 'Changé deux fois' });
    await dialog.getByText('« Soins du visage » → /soins').waitFor();
    await expectNoBarrier(page);
    await dialog.getByText('« Soins du corps » → /soins').click();
    await dialog.getByRole('button', { name: 'Réunir et enregistrer' }).click();
    await saved();
    const { principal } = await stored();
    expect(principal.map(({ titre }: { titre: string }) => titre)).toEqual([
      'Bienvenue',
      'Soins du corps',
      'Actualités',
    ]);
    await until('the other window shows that', async () =>
      expect(await valuesOf(titles(other))).toEqual(['Bienvenue', 'Soins du corps', 'Visage', 'Actualités']),
    );
  });

  it('keep what is not saved, and show a reader all of it, hostile titles and targets too, as text', async () => {
    const hostile = {
      principal: [
        { titre: '<script>alert(1)</script>', url: 'javascript:alert(1)' },
        {
          titre: '\u202eevil',
          url: '//exemple.fr/\u202e',
          enfants: [{ titre: '"><img src=x onerror=alert(2)>', url: '#' }],
        },
      ],
    };
    const { page, address, titles, save, saved, run, stored, takeComplaints } = await enter({}, hostile);
    await page.goto(`${address}/menus`);
    await titles().first().waitFor();
    expect(await valuesOf(titles())).toEqual([
      '<script>alert(1)</script>',
      '\u202eevil',
      '"><img src=x onerror=alert(2)>',
    ]);
    await page.getByText('Cette adresse n’est pas admise').waitFor();
    expect(await page.locator('main :is(a[href^="javascript"], img, script)').count()).toBe(0);
    await titles().nth(1).fill('Gentil');
    await save().click();
    await page.getByText('Rien n’est enregistré').waitFor({ state: 'attached' });
    await page.reload();
    await page.getByText('Vos changements non enregistrés ont été repris.').waitFor();
    await page.getByLabel('Mène à').first().fill('/tarifs');
    await page.keyboard.press('Escape');
    await save().click();
    await saved();
    expect((await stored()).principal[1].titre).toBe('Gentil');

    await run("UPDATE membres SET role = 'lecteur' WHERE site_id = $1");
    await page.reload();
    await titles().first().waitFor();
    expect(await titles().first().getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: /Enregistrer|Ajouter|Retirer|Déplacer|Supprimer/ }).count()).toBe(0);
    await expectNoBarrier(page);
    expect(takeComplaints()).toEqual([]);
  });
});
