import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  EDITED,
  EditorWorld,
  isSaved,
  LINES,
  lookAgain,
  save,
  shown,
  told,
  writeLine,
} from '../support/code-editor.ts';
import { sha256 } from '../support/login.ts';
import { needs } from '../support/needs.ts';
import type { PublicSite } from '../support/public-site.ts';
import { until } from '../support/until.ts';
import { barriersOn } from '../support/visitor.ts';

describe('what is written in the code editor', needs('Chromium'), () => {
  let world: EditorWorld;
  beforeAll(async () => {
    world = await EditorWorld.start();
  });
  beforeEach(() => world.site.write(EDITED, LINES));
  afterAll(() => world.close());

  /** Saves again and again: a change made elsewhere may come between. */
  const becomesStored = (page: Page, text: string) =>
    until('the text is stored', async () => {
      await save(page);
      expect(await world.stored()).toBe(text);
    });

  it('keeps both texts when two tabs edit one file: merged where they do not touch, by choice where they do', async () => {
    const context = await world.signedIn();
    const [one, other] = [await world.edit(context), await world.edit(context)];
    await writeLine(one, 1, '<h2>de la première</h2>');
    await writeLine(other, 5, '<p>de la seconde</p>');
    await save(one);
    await isSaved(one);
    await save(other);
    await until('the other window says that it has merged', async () =>
      expect(await told(other)).toContain('Fusionné'),
    );
    expect(await shown(other)).toContain('de la première');
    await save(other);
    await isSaved(other);
    const both = LINES.replace('un', 'de la première').replace('cinq', 'de la seconde');
    expect(await world.stored()).toBe(both);
    // A tab without edits follows.
    await lookAgain(one);
    await until('the text of the other window is shown', async () =>
      expect(await shown(one)).toContain('de la seconde'),
    );

    await writeLine(one, 3, '<p>A</p>');
    await writeLine(other, 3, '<p>B</p>');
    await save(one);
    await isSaved(one);
    await lookAgain(other);
    await other.getByText('a été modifié ailleurs pendant').waitFor();
    await save(other);
    await other.getByRole('button', { name: 'Les deux', exact: true }).click();
    expect(await barriersOn(other)).toEqual([]);
    await other.getByRole('button', { name: 'Utiliser ce résultat' }).click();
    await save(other);
    await isSaved(other);
    // What was written last stands first: "mine" is the tab that chooses.
    expect(await world.stored()).toBe(both.replace('<p>trois</p>', '<p>B</p>\n<p>A</p>'));
    await context.close();
  });

  it('takes back by undo what was typed, and not what was merged from elsewhere', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    await writeLine(page, 1, '<h2>de moi</h2>');
    const elsewhere = LINES.replace('cinq', 'changé ailleurs');
    await world.site.write(EDITED, elsewhere);
    await save(page);
    await until('the text is merged', async () => expect(await shown(page)).toContain('changé ailleurs'));
    await page.keyboard.press('Control+z');
    await until('what was typed is gone', async () => expect(await shown(page)).not.toContain('de moi'));
    expect(await shown(page)).toContain('changé ailleurs');
    await page.keyboard.press('Control+Shift+z');
    await becomesStored(page, elsewhere.replace('un', 'de moi'));
    await context.close();
  });

  it('brings unsaved text back after a reload and after a crash, merged when the file has changed meanwhile', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    await writeLine(page, 1, '<h2>pas encore enregistré</h2>');
    await page.reload();
    await page.locator('.notice', { hasText: 'Texte non enregistré retrouvé : sections/texte.liquid' }).waitFor();
    await page.getByRole('textbox', { name: 'sections/texte.liquid' }).waitFor();
    expect(await shown(page)).toContain('pas encore enregistré');
    // Written to the browser's database once more, by the page that took it over.
    await writeLine(page, 2, '<p>ni cela</p>');
    await until('the text is kept', async () => expect(await keptTexts(page)).toContain('ni cela'));
    const crashed = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();

    // A colleague who signs in on this browser does not see it.
    await world.signIn(context, { ...world.site, ...(await world.colleague()) });
    const theirs = await world.edit(context);
    expect(await shown(theirs)).toContain('<h2>un</h2>');
    await theirs.close();
    await world.signIn(context);

    await world.site.write('sections/texte.liquid', LINES.replace('cinq', 'changé ailleurs'));
    const next = await world.edit(context);
    expect(await shown(next)).toContain('pas encore enregistré');
    expect(await shown(next)).toContain('changé ailleurs');
    await save(next);
    await isSaved(next);
    expect(await world.stored()).toBe(
      LINES.replace('un', 'pas encore enregistré').replace('deux', 'ni cela').replace('cinq', 'changé ailleurs'),
    );
    await until('nothing is kept any more', async () => expect(await keptTexts(next)).toBe(''));
    await context.close();
  });

  it('loses nothing when the session ends, the answer to a save is lost, or the server stops', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    await context.clearCookies();
    await writeLine(page, 1, '<h2>sans session</h2>');
    await save(page);
    const again = page.getByRole('link', { name: 'Se reconnecter' }).first();
    await again.waitFor();
    expect([await again.getAttribute('href'), await again.getAttribute('target')]).toEqual(['/connexion', '_blank']);
    await world.signIn(context);
    await save(page);
    await isSaved(page);
    expect(await world.stored()).toContain('sans session');

    const back = await losesNextAnswer(page);
    await writeLine(page, 2, '<p>réponse perdue</p>');
    await save(page);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    back();
    // A look for changes may find out first that the text is stored.
    await until('the page knows the text as saved', async () =>
      expect(await told(page)).toMatch(/^(Enregistré|Tout est déjà enregistré\.)$/),
    );
    expect(await world.stored()).toContain('réponse perdue');

    await writeLine(page, 3, '<p>serveur arrêté</p>');
    await world.restart(async () => {
      await save(page);
      await page.locator('.notice', { hasText: 'n’est perdu' }).waitFor();
      expect(await shown(page)).toContain('serveur arrêté');
    });
    await save(page);
    await isSaved(page);
    expect(await world.stored()).toContain('serveur arrêté');
    await context.close();
  });

  it('keeps every key in its place while the file is changed elsewhere and saved again and again', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    let typed = '';
    let changes = 0;
    await page.locator('.cm-line').nth(4).click();
    await page.keyboard.press('End');
    const changeElsewhere = async () => {
      const now = (await world.stored()) ?? '';
      const contenu = now.replace(/^.*/, `<h2>${changes + 1}</h2>`);
      // Refused when a save came between: then it is tried with the next key.
      const body = { chemin: 'sections/texte.liquid', contenu, siEmpreinte: sha256(now) };
      const path = `/api/themes/${world.site.themeId}/fichiers`;
      if ((await world.vitrine.ask({ method: 'PUT', path, key: world.site.key, body })).status === 200) changes++;
      await lookAgain(page);
    };
    for (let n = 0; n < 40; n++) {
      const key = 'abcdefghij'[n % 10] ?? '';
      typed += key;
      const change = n % 4 === 0 ? changeElsewhere() : null;
      await page.keyboard.press(key);
      if (n % 7 === 0) await save(page);
      await change;
    }
    const whole = LINES.replace('<h2>un</h2>', `<h2>${changes}</h2>`).replace('cinq</p>', `cinq</p>${typed}`);
    await becomesStored(page, whole);
    expect(changes).toBeGreaterThan(3);
    expect(await shown(page)).toContain(`cinq</p>${typed}`);
    await context.close();
  });

  it('says that a text is saved when it finds out after the answer was lost', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    const back = await losesNextAnswer(page);
    await writeLine(page, 2, '<p>réponse perdue</p>');
    await save(page);
    const notice = page.locator('.notice', { hasText: 'n’est perdu' });
    await notice.waitFor();
    back();
    await lookAgain(page);
    await isSaved(page);
    expect(await notice.count()).toBe(0);
    expect(await page.locator('.unsaved').textContent()).toBe('');
    await context.close();
  });

  it.each([
    'succeeds',
    'is refused',
  ])('saves once more when that was asked for while a save was under way, which %s', async (end) => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    await writeLine(page, 1, '<h2>premier</h2>');
    let answered = 0;
    const released = Promise.withResolvers<void>();
    let saves = 0;
    await page.route('**/fichiers', async (route) => {
      // A look for changes would find out first that the session has ended.
      if (route.request().method() !== 'PUT') await released.promise;
      if (route.request().method() !== 'PUT' || saves++ > 0) return route.fallback();
      const answer = await route.fetch();
      answered = answer.status();
      await released.promise;
      await route.fulfill({ response: answer });
    });
    if (end === 'is refused') await context.clearCookies();
    await save(page);
    await until('the request is answered', () => expect(answered).toBe(end === 'succeeds' ? 200 : 401));
    if (end === 'is refused') await world.signIn(context);
    await writeLine(page, 2, '<p>second</p>');
    await save(page);
    released.resolve();
    await until('the file is stored', async () =>
      expect(await world.stored()).toBe(LINES.replace('un', 'premier').replace('deux', 'second')),
    );
    await isSaved(page);
    await context.close();
  });

  it('saves on when somebody has written between a save and its answer, and typing went on meanwhile', async () => {
    const context = await world.signedIn();
    const page = await world.edit(context);
    await writeLine(page, 1, '<h2>enregistré</h2>');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    let saves = 0;
    await page.route('**/fichiers', async (route) => {
      if (route.request().method() !== 'PUT' || saves++ > 0) return route.fallback();
      const answer = await route.fetch();
      await world.site.write(EDITED, LINES.replace('un', 'enregistré').replace('quatre', 'ailleurs'));
      await writeLine(page, 2, '<p>tapé entre-temps</p>');
      await route.fulfill({ response: answer });
    });
    await save(page);
    // The keys of a save would come between those of the typing.
    await answered;
    const whole = LINES.replace('un', 'enregistré').replace('deux', 'tapé entre-temps').replace('quatre', 'ailleurs');
    await becomesStored(page, whole);
    expect(await shown(page)).toContain('ailleurs');
    await context.close();
  });

  it.each([
    'when the theme was published meanwhile',
    'when a look for changes finds that out while the save is under way',
  ])('asks before a save changes the public site, %s', async (when) => {
    const draft = await copied();
    const context = await world.signedIn();
    const page = await world.edit(context, EDITED, draft);
    await writeLine(page, 1, '<h2>pour le brouillon</h2>');
    await publish(draft);
    if (when.includes('look')) await looksDuringNextSave(page);
    await save(page);
    const question = page.getByRole('dialog', { name: 'Changer le site public ?' });
    await question.waitFor();
    expect(await barriersOn(page)).toEqual([]);
    expect(await world.stored(EDITED, draft)).toBe(LINES);
    await question.getByRole('button', { name: 'Enregistrer sur le site public' }).click();
    await isSaved(page);
    await until('the site shows the draft’s text', async () =>
      expect((await world.site.visit()).text).toContain('pour le brouillon'),
    );
    await publish(world.site);
    await context.close();
  });

  it('can be taken away when the theme was deleted elsewhere, and the page says that it is gone', async () => {
    const draft = await copied();
    const context = await world.signedIn();
    const page = await world.edit(context, EDITED, draft);
    await writeLine(page, 1, '<h2>sauvé</h2>');
    await world.site.manage('DELETE', `/api/themes?id=${draft.themeId}`);
    await save(page);
    const notice = page.locator('.notice', { hasText: 'Ce thème n’existe plus : il a été supprimé ailleurs' });
    await notice.waitFor();
    expect(await shown(page)).toContain('sauvé');
    expect(await barriersOn(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      notice.getByRole('button', { name: 'Télécharger mon texte' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('texte.liquid');
    expect(await readFile(await download.path(), 'utf8')).toBe(LINES.replace('un', 'sauvé'));
    await context.close();
  });

  it('asks before the next save, when the theme was published right after one', async () => {
    const draft = await copied();
    const context = await world.signedIn();
    const page = await world.edit(context, EDITED, draft);
    await page.route('**/fichiers', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      const answer = await route.fetch();
      await publish(draft);
      await route.fulfill({ response: answer });
    });
    await writeLine(page, 1, '<h2>pour le brouillon</h2>');
    await save(page);
    await isSaved(page);
    await writeLine(page, 2, '<p>pas pour les visiteurs</p>');
    await save(page);
    await page.getByRole('dialog', { name: 'Changer le site public ?' }).waitFor();
    expect(await world.stored(EDITED, draft)).toBe(LINES.replace('un', 'pour le brouillon'));
    await publish(world.site);
    await context.close();
  });

  /** The site with a draft that is a copy of its theme. */
  async function copied(): Promise<PublicSite> {
    const body = { action: 'dupliquer', id: world.site.themeId };
    const { themeId } = (await world.site.manage('POST', '/api/themes', body)).json();
    return { ...world.site, themeId };
  }

  const publish = ({ themeId }: PublicSite) =>
    world.site.manage('PATCH', '/api/themes', { id: themeId, publier: true });
});

/** Begins a look for changes elsewhere whose answer comes when the next save is under way, and before that is answered. */
async function looksDuringNextSave(page: Page): Promise<void> {
  const looked = Promise.withResolvers<void>();
  const saving = Promise.withResolvers<void>();
  await page.route('**/fichiers', async (route) => {
    if (route.request().method() === 'PUT') {
      saving.resolve();
      await page.locator('.badge.live').waitFor();
      return route.fallback();
    }
    const answer = await route.fetch();
    looked.resolve();
    await saving.promise;
    await route.fulfill({ response: answer });
  });
  await lookAgain(page);
  await looked.promise;
}

/** A connection that is cut with the answer to the next save; nothing else is answered until it is back. @returns brings it back */
async function losesNextAnswer(page: Page): Promise<() => void> {
  const back = Promise.withResolvers<void>();
  let saves = 0;
  await page.route('**/fichiers', async (route) => {
    if (route.request().method() === 'PUT' && saves++ === 0) {
      await route.fetch();
      return route.abort();
    }
    await back.promise;
    return route.fallback();
  });
  return back.resolve;
}

/** What the browser keeps of unsaved texts. */
const keptTexts = (page: Page): Promise<string> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const { compte } = JSON.parse(document.getElementById('donnees')?.textContent ?? '').props;
    const opening = indexedDB.open('vitrine-editeur-' + compte);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('textes').objectStore('textes').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result.map(({ text }) => text).join());
      };
    };
  })`);
