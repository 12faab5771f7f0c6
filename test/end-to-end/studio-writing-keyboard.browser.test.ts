import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { type MediasProgram, mediasApi, startMedias } from '../support/medias.ts';
import { needs } from '../support/needs.ts';
import { png } from '../support/png.ts';
import { until } from '../support/until.ts';
import { writer } from '../support/writer.ts';

/** More stops than any page has: who has not come to a place then never does. */
const STOPS = 150;

/** Where the keyboard is, and whether a person sees that. */
const PLACE = `(() => {
  const element = document.activeElement;
  const isLooked = (one) => {
    const { outlineStyle, boxShadow } = getComputedStyle(one);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  };
  const { top, bottom } = element.getBoundingClientRect();
  return {
    words: element.outerHTML.slice(0, 120),
    // Of a date or a time the browser marks the part that has the keyboard.
    isSeen: element === document.body || element.localName === 'iframe' || ['date', 'time'].includes(element.type)
      || (element.matches(':focus-visible') && bottom > 0 && top < innerHeight && [element, element.closest('.text-body')].some((one) => one && isLooked(one))),
    isInText: element.closest('.text-area') !== null,
  };
})()`;

interface Place {
  readonly words: string;
  readonly isSeen: boolean;
  readonly isInText: boolean;
}

/** A person without a mouse before a page. */
function keyboardOf(page: Page) {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      // The browser tells the page of a moved caret between two keys.
      await page.evaluate('new Promise((told) => requestAnimationFrame(() => setTimeout(told)))');
    }
  };
  const place = () => page.evaluate<Place>(PLACE);
  const isAt = (wanted: Locator) => wanted.evaluate((element) => element === element.ownerDocument.activeElement);
  const comesTo = (what: string, wanted: Locator) => until(what, async () => expect(await isAt(wanted)).toBe(true));
  /** Moves to a place by the tab key alone; out of the text as its help says. */
  const go = async (wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await wanted.waitFor();
    for (let stops = 0; stops < STOPS; stops++) {
      if (await isAt(wanted)) return;
      const { isInText } = await place();
      await press(...(isInText ? ['Escape'] : []), key);
      const { words, isSeen } = await place();
      expect(isSeen, words).toBe(true);
    }
    throw new Error(`the tab key does not come to ${wanted}`);
  };
  /** Follows the link that has the keyboard. */
  const follow = (to: RegExp) => Promise.all([page.waitForURL(to), page.keyboard.press('Enter')]);
  return { press, follow, type: (words: string) => page.keyboard.type(words), place, isAt, comesTo, go };
}

describe('an article that is written without a mouse', needs('Chromium'), () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));
  const { own, open } = writer(() => ({ vitrine: program.vitrine, browser }));

  it('from the page of the site to the published article and back to the list; the focus is always seen, and nothing holds it', async () => {
    const owner = await own();
    await mediasApi(program.vitrine, owner).add('four.png', png(700, 500, '#aa3311'));
    const { page, title, text, state } = await open(owner.context, owner.studio);
    const { press, follow, type, place, isAt, comesTo, go } = keyboardOf(page);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

    await go(page.getByRole('link', { name: 'Contenu', exact: true }));
    await follow(/\/contenu$/);
    await go(page.getByRole('link', { name: 'Nouvel article' }));
    await follow(/\/contenu\/articles\//);
    await comesTo('the title has the keyboard', title);
    await type('Fermé le 8 décembre');
    await press('Enter');
    await comesTo('the text has the keyboard', text);
    await type('## Ce jour-là');
    await press('Enter');
    await type('- fermé');
    await press('Enter');
    await type('de retour le 9');
    await press('Enter', 'Enter');
    await type('À lire : ');
    await press('Control+k');
    const link = page.getByRole('dialog', { name: 'Lien' });
    await go(link.getByLabel(/^Adresse/));
    await type('/tarifs');
    await go(link.getByLabel(/^Mots du lien/));
    await type('nos tarifs');
    await press('Enter');
    await comesTo('the text has the keyboard after the link', text);

    /** By the tools, which the help names. */
    const tool = async (name: string) => {
      await press('Alt+F10', 'Home');
      for (let stops = 0; stops < STOPS && !(await isAt(button(name))); stops++) await press('ArrowRight');
      await press('Enter');
    };
    await tool('Image');
    await go(page.getByRole('dialog', { name: 'Bibliothèque' }).getByRole('button', { name: /^four\.png/ }));
    await press('Enter');
    await page.locator('.text-area figure').waitFor();
    await comesTo('the text has the keyboard after the picture', text);
    await press('Tab');
    await comesTo('the description has the keyboard', page.getByLabel('Description pour qui ne voit pas l’image'));
    await type('Le four à bois');
    await press('Escape');
    await comesTo('the text has the keyboard after the description', text);
    await press('Enter');
    await tool('Tableau');
    await comesTo('the text has the keyboard after the table', text);
    await type('Lundi');
    await press('Tab');
    await type('fermé');
    await press('Tab');
    await type('une erreur');
    await press('Control+z');
    expect(await page.locator('.text-area table').textContent()).toBe('Lundifermé');
    await tool('Lien');
    await link.waitFor();
    await press('Escape');
    await comesTo('the focus is back at the tool whose dialog was left', button('Lien'));
    await press('Tab');
    await comesTo('the text has the keyboard after the tools', text);
    // Tab goes from cell to cell; after Escape it leaves the text, in both directions.
    await press('Escape', 'Tab');
    expect((await place()).isInText).toBe(false);
    await press('Shift+Tab');
    expect((await place()).isInText).toBe(true);
    await press('Escape', 'Shift+Tab');
    expect((await place()).isInText).toBe(false);
    // Through the settings and the preview the way leads round to the beginning.
    const back = page.getByRole('navigation', { name: 'Article' }).getByRole('link', { name: 'Contenu' });
    await go(back);

    await press('Control+s');
    await page.getByText('Tout est enregistré').waitFor();
    await go(button('Publier'));
    await press('Enter');
    await page.getByText('Publié : les visiteurs voient maintenant ce texte.').waitFor();
    const shown = (await owner.visit('/blog/actualites/ferme-le-8-decembre')).text.replace(/\s*\n\s*/g, '');
    expect(shown).toContain('<h2>Ce jour-là</h2><ul><li>fermé</li><li>de retour le 9</li></ul>');
    expect(shown).toContain('<p>À lire : <a href="/tarifs">nos tarifs</a></p>');
    expect(shown).toMatch(/<img [^>]*alt="Le four à bois"/);
    expect(shown).toContain('<td>Lundi</td><td>fermé</td>');

    await go(title);
    await press('End');
    await type(' !');
    const menu = button('Plus d’actions');
    await go(menu, 'Shift+Tab');
    await press('Enter');
    await go(button('Montrer ces changements plus tard…'));
    await press('Enter');
    const question = page.getByRole('dialog', { name: 'Montrer ces changements plus tard' });
    await go(question.getByLabel('Jour'));
    await type('12082999');
    await go(question.getByLabel('Heure'));
    await type('0900AM');
    await go(question.getByRole('button', { name: 'Prévoir le changement' }));
    await press('Enter');
    await state.getByText('Changement prévu le dimanche 8 décembre 2999 à 9 h, heure de Paris').waitFor();
    await comesTo('the focus is back at the menu', menu);

    const versions = button('Versions');
    await go(versions, 'Shift+Tab');
    await press('Enter');
    const list = page.getByRole('dialog', { name: 'Versions' });
    await go(list.getByRole('listitem').first().getByRole('button').first());
    await press('Enter');
    await list.getByText('Le texte est comme cette version.').waitFor();
    await press('Escape');
    await comesTo('the focus is back at the versions', versions);
    await go(back, 'Shift+Tab');
    await follow(/\/contenu\?genre=articles$/);
    // What is planned is not shown yet.
    await page.getByRole('article', { name: 'Fermé le 8 décembre', exact: true }).waitFor();
    await owner.context.close();
  });
});
