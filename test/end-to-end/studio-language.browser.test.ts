import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EDITED, EditorWorld, isSaved, LINES, openFile, save, shown, writeLine } from '../support/code-editor.ts';
import { needs } from '../support/needs.ts';
import { until } from '../support/until.ts';
import { barriersOn } from '../support/visitor.ts';

const SECTION = `<h2>{{ section.settings.sous_titre }}</h2>
{% render 'carte' %}
<p>trois</p>
{% schema %}
{ "name": "Texte", "settings": [{ "type": "text", "id": "sous_titre", "label": "Sous-titre" }] }
{% endschema %}
`;

/** What a browser loads to open the code editor with its thread, as brotli, at most: what the editor was when it had no thread and knew no language, the words for filters of images, and those for what a house says of itself. */
const EDITOR_BYTES = 237_200;

/** Puts the cursor behind a text of the open file. */
async function goBehind(page: Page, line: number, text: string): Promise<void> {
  const lines = page.locator('.cm-line');
  await lines.nth(line - 1).click();
  await page.keyboard.press('Home');
  const at = ((await lines.nth(line - 1).textContent()) ?? '').indexOf(text);
  for (let moved = 0; moved < at + text.length; moved++) await page.keyboard.press('ArrowRight');
}

const lineOf = (page: Page, line: number) => page.locator('.cm-line').nth(line - 1);

describe('what the code editor knows of the language', needs('Chromium'), () => {
  let world: EditorWorld;
  beforeAll(async () => {
    world = await EditorWorld.start();
  });
  beforeEach(() => world.site.write(EDITED, LINES));
  afterAll(() => world.close());

  it('weighs, with its thread, what the editor weighed without', async () => {
    const bytesOf = async (script: string) => {
      const path = `/studio/scripts/${script}.js`;
      const { status, headers } = await world.vitrine.ask({ path, headers: { 'accept-encoding': 'br' } });
      expect([script, status, headers['content-encoding']]).toEqual([script, 200, 'br']);
      return Number(headers['content-length']);
    };
    const [editor, language] = [await bytesOf('editor'), await bytesOf('language')];
    expect([editor, language, editor + language <= EDITOR_BYTES]).toEqual([editor, language, true]);
  });

  it('tells problems while one types, without the server, and corrects them by keyboard', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await writeLine(page, 3, "<p>{{ 'trois' | upcasse }}</p>");
    const mark = page.locator('.cm-lintRange-error');
    await mark.waitFor();
    expect(await mark.textContent()).toContain('upcasse');
    expect(asked.filter((url) => /diagnostics/.test(url))).toEqual([]);

    await page.keyboard.press('Control+.');
    const menu = page.getByRole('menu', { name: 'Corrections' });
    await menu.getByRole('menuitem').first().waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await menu.count()).toBe(0);
    await page.keyboard.press('Control+.');
    await menu.getByRole('menuitem', { name: /upcase/ }).waitFor();
    await page.keyboard.press('Enter');
    await until('the filter is corrected', async () =>
      expect(await lineOf(page, 3).textContent()).toBe("<p>{{ 'trois' | upcase }}</p>"),
    );
    await until('no problem is left in the file', async () => expect(await mark.count()).toBe(0));
    await context.close();
  });

  it('turns a check off from the tooltip of its problem', async () => {
    const context = await world.signedIn(world.site, 'dark');
    const page = await world.edit(context);
    await writeLine(page, 3, "{{ 'trois' | nimporte }}");
    await page.locator('.cm-lintRange-error').hover();
    const action = page.locator('.cm-tooltip').getByRole('button', {
      name: 'Ne plus le signaler dans ce fichier',
      exact: true,
    });
    await action.waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await action.click();
    await until('the file says so', async () =>
      expect(await lineOf(page, 1).textContent()).toBe('{% # vitrine-ignorer filtre_inconnu -%}'),
    );
    await context.close();
  });

  it('leads to where a name is declared, and lists where it is used', async () => {
    await world.site.write(EDITED, SECTION);
    const context = await world.signedIn();
    const page = await world.edit(context);
    await goBehind(page, 1, 'section.settings.sous');
    await page.keyboard.press('F12');
    await until('the cursor is at the setting', async () =>
      expect(await page.locator('.cm-activeLine').textContent()).toContain('"id": "sous_titre"'),
    );
    await lineOf(page, 2)
      .locator('span', { hasText: 'carte' })
      .last()
      .click({ modifiers: ['Control'] });
    await page.getByRole('textbox', { name: 'snippets/carte.liquid' }).waitFor();

    await openFile(page, 'sections/cartes.liquid');
    await goBehind(page, 1, "'car");
    await page.keyboard.press('Shift+F12');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'sections/texte.liquid, ligne 2' }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'sections/texte.liquid, ligne 2' }).click();
    await page.getByRole('textbox', { name: EDITED }).waitFor();
    await context.close();
  });

  it('gives a snippet and a setting another name, wherever they are named', async () => {
    await world.site.write(EDITED, SECTION);
    const context = await world.signedIn();
    const page = await world.edit(context);
    await goBehind(page, 1, 'section.settings.sous');
    await page.keyboard.press('F2');
    const name = page.getByLabel('Nouveau nom');
    await name.fill('deux mots');
    await page.keyboard.press('Enter');
    await page.locator('#refus-nom', { hasText: /./ }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await name.fill('surtitre');
    await page.keyboard.press('Enter');
    await until('the setting has its new name', async () => {
      const text = await shown(page);
      expect([text.includes('sous_titre'), text.split('surtitre').length]).toEqual([false, 3]);
    });

    await goBehind(page, 2, "'car");
    await page.keyboard.press('F2');
    await name.fill('fiche');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'fiche.liquid' }).waitFor();
    await save(page);
    await isSaved(page);
    expect(await world.stored('snippets/carte.liquid')).toBe(null);
    expect(await world.stored('sections/cartes.liquid')).toBe("{% render 'fiche' %}\n{% render 'fiche' %}\n");
    expect(await world.stored()).toContain("{% render 'fiche' %}");
    await world.site.write('snippets/carte.liquid', '<b>carte</b>');
    await context.close();
  });

  it('explains what is written, to the pointer and by keyboard', async () => {
    await world.site.write(EDITED, "{{ 'deux' | upcase }}\n");
    const context = await world.signedIn();
    const page = await world.edit(context);
    await lineOf(page, 1).locator('span', { hasText: 'upcase' }).last().hover();
    await page.locator('.cm-words', { hasText: 'upcase' }).waitFor();
    await page.mouse.move(0, 0);
    await goBehind(page, 1, 'up');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+i');
    await page.locator('.cm-words', { hasText: 'upcase' }).waitFor();
    expect(await page.locator('.cm-announced').textContent()).toContain('upcase');
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await until('the words are gone', async () => expect(await page.locator('.cm-words').count()).toBe(0));
    await context.close();
  });

  it('completes keys and names in a template, and styles by what the browser knows', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context, 'templates/index.json');
    await goBehind(page, 2, '"type": "');
    await page.keyboard.type('t');
    await page.getByRole('option', { name: 'texte' }).first().waitFor();
    await page.keyboard.press('Escape');

    // Of styles the browser itself says which properties and words there are.
    await openFile(page, EDITED);
    await writeLine(page, 1, '<style>a { colo');
    await page.keyboard.type('r-sch');
    await page.getByRole('option', { name: 'color-scheme' }).click();
    await page.keyboard.type('lig');
    await page.getByRole('option', { name: 'light', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await context.close();
  });

  it('goes on where its thread fails: a new one takes its place, and after some it says so once', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    const isTold = (line: string) => page.locator('.cm-lintRange-error', { hasText: line }).waitFor();
    await writeLine(page, 3, "{{ 'un' | nimporte }}");
    await isTold('nimporte');
    const fail = async () => {
      const [thread] = page.workers();
      const closed = new Promise((resolve) => thread?.once('close', resolve));
      await thread?.evaluate('setTimeout(() => { throw new Error("failed by a test"); })');
      await closed;
    };
    await fail();
    await writeLine(page, 4, "{{ 'deux' | autrement }}");
    await isTold('autrement');
    for (let failures = 0; failures < 3; failures++) {
      await until('another thread is there', async () => expect(page.workers()).toHaveLength(1));
      await fail();
    }
    const notice = page.locator('.notice', { hasText: 'L’aide à l’écriture' });
    await notice.waitFor();
    expect(await notice.count()).toBe(1);
    expect(await barriersOn(page)).toEqual([]);
    await writeLine(page, 5, '<p>toujours là</p>');
    await save(page);
    await isSaved(page);
    expect(await world.stored()).toContain('toujours là');
    await notice.getByRole('button', { name: 'Les relancer' }).click();
    await isTold('autrement');
    await context.close();
  });

  it('ends a thread that hangs', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    await until('the thread is there', async () => expect(page.workers()).toHaveLength(1));
    await page.workers()[0]?.evaluate('setTimeout(() => { for (;;); })');
    await writeLine(page, 3, "{{ 'un' | nimporte }}");
    await page.locator('.cm-lintRange-error', { hasText: 'nimporte' }).waitFor();
    await context.close();
  });
});
