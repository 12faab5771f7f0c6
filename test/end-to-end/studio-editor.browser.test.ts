import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  EDITED,
  EditorWorld,
  FILES,
  isSaved,
  LINES,
  openFile,
  save,
  shown,
  writeLine,
} from '../support/code-editor.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { createPublicSite } from '../support/public-site.ts';
import { givePassword } from '../support/sign-in.ts';
import { until } from '../support/until.ts';
import { barriersOn, expectAccessible } from '../support/visitor.ts';

/** What stands beyond the right edge of the page, which hides it; the text, the preview and the open files scroll. */
const BEYOND_THE_EDGE = `[...document.querySelectorAll('main *')]
  .filter((one) => !one.closest('.code, .stage, .open-files') && one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.outerHTML.slice(0, 80))`;

describe('the code editor', needs('Chromium'), () => {
  let world: EditorWorld;
  beforeAll(async () => {
    world = await EditorWorld.start();
  });
  beforeEach(() => world.site.write(EDITED, LINES));
  afterAll(() => world.close());

  it('leads from signing in to a saved change in five clicks, and visitors see it', async () => {
    const { email, mot_de_passe } = await givePassword(world.vitrine.databaseUrl, world.site.accountId);
    const context = await world.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${world.origin}/connexion`);
    await page.getByLabel('Adresse électronique').fill(email);
    await page.getByLabel('Mot de passe').fill(mot_de_passe);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.waitForURL('**/studio');
    await page.locator(`main a[href="/studio/${world.site.slug}"]`).first().click();
    await page.getByRole('link', { name: 'Modifier le code' }).first().click();
    await page.getByRole('treeitem', { name: 'texte.liquid' }).click();
    await page.getByRole('textbox', { name: 'sections/texte.liquid' }).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('<h1>écrit ici</h1>\n');
    const preview = page.frameLocator('iframe[title="Aperçu"]');
    await preview.getByRole('heading', { name: 'écrit ici' }).waitFor();
    expect((await world.site.visit()).text).not.toContain('écrit ici');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await isSaved(page);
    await until('the site shows what was written', async () =>
      expect((await world.site.visit()).text).toContain('<h1>écrit ici</h1>'),
    );
    expect(await page.locator('.took').textContent()).toMatch(/^Aperçu en \d+ ms/);

    // A click on a part of the preview opens the file of its section.
    await openFile(page, 'layout/theme.liquid');
    const section = page.getByRole('textbox', { name: 'sections/texte.liquid' });
    // A click while the preview is drawn anew is lost.
    await until('the file of the section is open', async () => {
      await preview.getByText('cinq').click();
      expect(await section.count()).toBe(1);
    });
    expect(await page.getByRole('textbox').count()).toBe(1);
    expect(await barriersOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is used by keyboard: tree, quick open, search; files are made, renamed with their references, and kept when required', async () => {
    const context = await world.signedIn(world.site, 'dark');
    const page = await world.edit(context);
    await page.getByRole('treeitem', { name: 'texte.liquid' }).focus();
    for (const key of ['Home', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('textbox', { name: 'layout/theme.liquid' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('treeitem', { name: 'theme.liquid' }).count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: 'theme.liquid' }).waitFor();

    await page.keyboard.press('Control+p');
    await page.getByRole('combobox', { name: 'Quelques lettres de son chemin' }).fill('cartes');
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'sections/cartes.liquid' }).waitFor();

    await page.keyboard.press('Control+Shift+f');
    await page.getByRole('searchbox', { name: 'Chercher dans tous les fichiers' }).fill('quatre');
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('button', { name: '<p>quatre</p>' }).click();
    await page.getByRole('textbox', { name: 'sections/texte.liquid' }).waitFor();
    await until('the cursor is in line four', async () =>
      expect(await page.locator('.cm-activeLine').textContent()).toBe('<p>quatre</p>'),
    );
    await page.getByRole('button', { name: 'Fermer la recherche' }).click();

    await page.getByRole('button', { name: 'Nouveau fichier' }).click();
    const path = page.getByLabel('Chemin du fichier');
    await path.fill('snippets/été.liquid');
    await page.keyboard.press('Enter');
    await page.getByText('Le nom du fichier commence par une lettre').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await path.fill('snippets/neuf.liquid');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'snippets/neuf.liquid' }).click();
    await page.keyboard.insertText('neuf');

    const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await page.locator('input[type=file]').setInputFiles(logo);
    await page.getByRole('textbox', { name: 'assets/logo.svg' }).waitFor();

    await page.getByRole('treeitem', { name: 'cartes.liquid' }).focus();
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await page
      .locator('.notice', { hasText: 'cartes.liquid disparaîtra' })
      .getByRole('button', { name: 'Le garder' })
      .click();

    await page.getByRole('treeitem', { name: 'carte.liquid' }).focus();
    await page.keyboard.press('F2');
    await page.getByText('sections/cartes.liquid, ligne 2').waitFor();
    await path.fill('snippets/fiche.liquid');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'fiche.liquid' }).waitFor();
    await page.getByRole('treeitem', { name: 'theme.liquid' }).focus();
    await page.keyboard.press('Delete');
    await page.getByText('indispensable').waitFor();
    await page.keyboard.press('Escape');
    await save(page);
    await isSaved(page);
    expect(await world.stored('snippets/neuf.liquid')).toBe('neuf');
    expect(await world.stored('assets/logo.svg')).toBe('<svg/>');
    expect(await world.stored('snippets/carte.liquid')).toBe(null);
    expect(await world.stored('snippets/fiche.liquid')).toBe('<b>carte</b>');
    expect(await world.stored('sections/cartes.liquid')).toBe("{% render 'fiche' %}\n{% render 'fiche' %}\n");
    await context.close();
  });

  it('on a phone files, code and preview are tabs, and what is chosen comes to the front; elsewhere the files can be put away', async () => {
    const context = await world.signedIn();
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${world.origin}/studio/${world.site.slug}/themes/${world.site.themeId}`);
    const parts = {
      Fichiers: page.getByRole('region', { name: 'Fichiers' }),
      Code: page.getByRole('region', { name: 'Code' }),
      Aperçu: page.getByRole('region', { name: 'Aperçu du thème' }),
      Recherche: page.getByRole('region', { name: 'Recherche dans le thème' }),
    };
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const seen = new Set<string>();
    /** Only this part is there, with its tab, in the whole width of a phone and of a small one. */
    const fills = async (part: keyof typeof parts, selected: string = part) => {
      await parts[part].waitFor();
      const visible = await Promise.all(Object.values(parts).map((each) => each.isVisible()));
      const tabs = await page.getByRole('tablist').getByRole('tab', { selected: true }).allTextContents();
      expect([visible.filter(Boolean).length, tabs]).toEqual([1, [selected]]);
      if (seen.has(part)) return;
      seen.add(part);
      await expectAccessible(page);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 });
        expect([(await parts[part].boundingBox())?.width, await page.evaluate(BEYOND_THE_EDGE)]).toEqual([width, []]);
      }
    };
    await fills('Fichiers');
    await openFile(page, EDITED);
    await fills('Code');
    await page.getByRole('button', { name: /problème/ }).waitFor();
    await tab('Code').focus();
    await page.keyboard.press('ArrowRight');
    await fills('Aperçu');
    await page.keyboard.press('ArrowRight');
    await fills('Fichiers');
    await page.keyboard.press('End');
    await page.locator('[role=tab]:focus', { hasText: 'Aperçu' }).waitFor();
    await tab('Fichiers').click();
    // The open file once more; what was chosen from is hidden then, and the focus is not lost.
    await page.getByRole('treeitem', { name: 'texte.liquid' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=tab]:focus', { hasText: 'Code' }).waitFor();
    await press('Rechercher');
    await page.getByRole('searchbox').fill('trois');
    await fills('Recherche', 'Fichiers');
    await page.getByRole('button', { name: /trois/ }).first().click();
    await fills('Code');
    await page.locator('.cm-content:focus').waitFor();
    // What was found is still there.
    await tab('Fichiers').click();
    await page.getByRole('button', { name: /trois/ }).first().waitFor();
    await press('Rechercher');
    await fills('Fichiers');
    await press('Rechercher');
    await page.keyboard.press('Escape');
    await page.locator('button:focus', { hasText: 'Rechercher' }).waitFor();

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('tablist').waitFor({ state: 'detached' });
    await press('Fichiers');
    expect([await parts.Fichiers.count(), (await parts.Code.boundingBox())?.x]).toEqual([0, 0]);
    await context.close();
  });

  it('offers the settings that a section declares', async () => {
    const section = `\n{% schema %}{"settings": [{"type": "text", "id": "sous_titre"}]}{% endschema %}\n`;
    await world.site.write('sections/texte.liquid', section);
    const context = await world.signedIn();
    const page = await world.edit(context);
    await page.locator('.cm-line').first().click();
    await page.keyboard.type('{{ sec');
    await page.getByRole('option', { name: 'section' }).waitFor();
    // The list of objects gives way to that of the settings.
    await page.keyboard.type('tion.settings.so');
    await page.getByRole('option', { name: /sous_titre/ }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await until('the first line is completed', async () =>
      expect(await page.locator('.cm-line').first().textContent()).toBe('{{ section.settings.sous_titre}}'),
    );
    await context.close();
  });

  it('opens, changes, previews and saves a file as long as a file may be', async () => {
    const line = '<p>{{ section.id }} assez long pour une ligne</p>\n';
    const long = line.repeat(Math.floor(520_000 / line.length));
    await world.site.write(EDITED, long);
    const context = await world.signedIn();
    const page = await world.edit(context);
    await writeLine(page, 1, '<h1>tout en haut</h1>');
    await page.frameLocator('iframe[title="Aperçu"]').getByRole('heading', { name: 'tout en haut' }).waitFor();
    await save(page);
    await isSaved(page);
    expect(await world.stored()).toBe(`<h1>tout en haut</h1>\n${long.slice(line.length)}`);
    await context.close();
  });

  it('tells what is wrong at its place, and what a save refuses', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    await writeLine(page, 3, "{{ 'absent' | nimporte }}");
    await page.getByRole('button', { name: /problème/ }).click();
    await page.getByText('Le filtre « nimporte » n’existe pas').waitFor();
    await page.locator('.cm-lintRange-error').first().waitFor();
    await writeLine(page, 4, '{% if vrai %}');
    await save(page);
    await page.getByText('Un fichier est refusé : rien n’a été enregistré.').first().waitFor();
    const refusal = page.getByRole('button', { name: /sections\/texte\.liquid:\d+:\d+ .*syntaxe/ });
    await refusal.click();
    const line = Number(/:(\d+):/.exec((await refusal.textContent()) ?? '')?.[1]);
    const lines = page.locator('.cm-line');
    await until('the cursor is in the line of the problem', async () =>
      expect(await page.locator('.cm-activeLine').textContent()).toBe(await lines.nth(line - 1).textContent()),
    );
    expect(await barriersOn(page)).toEqual([]);
    expect(await world.stored()).toBe(LINES);
    await page.getByRole('button', { name: 'Annuler mes modifications' }).click();
    await until('the other version is shown', async () => expect(await shown(page)).toContain('trois'));
    await context.close();
  });

  it('shows the theme of a suspended site, and says why nothing can be written', async () => {
    const suspended = await createPublicSite(world.vitrine, FILES);
    await query(world.vitrine.databaseUrl, 'UPDATE sites SET suspendu = true WHERE id = $1', [suspended.siteId]);
    const context = await world.signedIn(suspended);
    const page = await world.edit(context, 'sections/texte.liquid', suspended);
    await page.getByText('les modifications sont refusées').waitFor();
    await page.locator('.cm-line').first().click();
    await page.keyboard.type('x');
    expect(await shown(page)).toContain('<h2>un</h2>');
    expect(await page.getByRole('textbox').getAttribute('aria-readonly')).toBe('true');
    expect(await page.getByRole('button', { name: 'Enregistrer' }).count()).toBe(0);
    expect(await barriersOn(page)).toEqual([]);
    await context.close();
  });
});
