import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EDITED, EditorWorld, writeLine } from '../support/code-editor.ts';
import { needs } from '../support/needs.ts';
import { until } from '../support/until.ts';
import { barriersOn } from '../support/visitor.ts';
import { whenIdle } from '../support/when-idle.ts';

/** The loop takes most of the time; its body calls a snippet. */
const SECTION = [
  '<h2>{{ page.titre | upcase }}</h2>',
  '{% for n in (1..3000) %}',
  "{% render 'carte', n: n %}",
  '{% endfor %}',
  '',
].join('\n');

// Profiles take idle processors only: beside other tests they may wait for long.
describe('the profile of a page in the studio', { timeout: 600_000, ...needs('Chromium') }, () => {
  let world: EditorWorld;
  beforeAll(async () => {
    world = await EditorWorld.start();
    await world.site.write(EDITED, SECTION);
    await world.site.write('snippets/carte.liquid', "<b>{{ n | append: '.' | upcase }}</b>");
  });
  afterAll(() => world.close());

  it('is a graph that leads to the line, by mouse and by keyboard, and a table that does too', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    const profile = page.getByRole('dialog', { name: 'Profil de /' });
    const line = () => page.locator('.cm-activeLine').textContent();
    await measure(page);
    await byObjects(page);
    await profile
      .getByRole('button', { name: /^\{% render 'carte', n: n %\} – sections\/texte\.liquid:3 · 3/ })
      .click();
    await until('the costly line is chosen', async () => expect(await line()).toBe("{% render 'carte', n: n %}"));
    await until('the editor has the focus', async () =>
      expect(await page.evaluate('document.activeElement.className')).toContain('cm-content'),
    );

    // From the page down to the filters of the snippet: section, loop, tag, snippet, output.
    await measure(page);
    expect(await barriersOn(page)).toEqual([]);
    await byObjects(page);
    await profile.locator('.flame button[tabindex="0"]').focus();
    for (let steps = 0; steps < 5; steps++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    expect(await profile.locator('.profile-told').textContent()).toContain("{{ n | append: '.' | upcase }}");
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'snippets/carte.liquid' }).waitFor();
    await until('the next costly line is chosen', async () => expect(await line()).toContain('upcase'));

    await measure(page);
    await byObjects(page);
    const cells = await profile.locator('tbody td:nth-child(4)').allTextContents();
    const own = cells.map((text) => Number(text.replaceAll(/\s/g, '')));
    expect(own).toEqual(own.toSorted((a, b) => b - a));
    // Of texts with their point, 13,893 and 13,893 characters are made.
    expect(own).toContain(27_786);
    await profile.getByRole('button', { name: 'layout layout/theme.liquid:1' }).click();
    await page.getByRole('textbox', { name: 'layout/theme.liquid' }).waitFor();
    await context.close();
  });

  it('goes into one frame and back, in the dark too, and says what it does not measure', async () => {
    const context = await world.signedIn(world.site, 'dark');
    const page = await world.edit(context);
    await writeLine(page, 1, 'pas enregistré');
    await measure(page);
    const profile = page.getByRole('dialog');
    await profile.getByText('C’est le thème enregistré qui est mesuré').waitFor();
    await byObjects(page);
    const layout = profile.locator('.flame .of-layout');
    expect(await layout.count()).toBe(1);
    await profile.locator('.flame button.of-section').focus();
    await page.keyboard.press('+');
    await until('the profile is hidden', async () => expect(await layout.count()).toBe(0));
    expect(await barriersOn(page)).toEqual([]);
    await profile.getByRole('button', { name: 'Toute la page' }).click();
    await until('the profile is shown again', async () => expect(await layout.count()).toBe(1));
    await page.keyboard.press('Escape');
    await until('the profile is gone', async () => expect(await profile.count()).toBe(0));
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Profil');
    await context.close();
  });
});

/** Opens the profile of the page that is shown, and measures it until the machine was not too busy for that. */
async function measure(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profil' }).click();
  const dialog = page.getByRole('dialog');
  const ended = dialog.getByRole('status').filter({ hasNotText: 'La page est mesurée' });
  const ask = async () => {
    const told = (await ended.textContent({ timeout: 100_000 })) ?? '';
    if (wasHindered(told)) await dialog.getByRole('button', { name: 'Mesurer de nouveau' }).click();
    return told;
  };
  await whenIdle(ask, wasHindered);
}

/** Shows objects, which are the same each time: of time any part may take too little to be drawn. */
const byObjects = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Objets', exact: true }).click();

/** Whether a profile is missing, or of a part of the page. @param told above the profile */
const wasHindered = (told: string): boolean => !/^[\d,\s]+ms, [\d\s]+ objets\.$/.test(told);
