import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { type MediasProgram, startMedias } from '../support/medias.ts';
import { needs } from '../support/needs.ts';
import { expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';
import { writer } from '../support/writer.ts';

const TEXT = '<p>un</p>\n<p>deux</p>\n<p>trois</p>\n';

describe('a text that is written in several places', needs('Chromium'), () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));
  const { own, open, enter } = writer(() => ({ vitrine: program.vitrine, browser }));

  async function withPage() {
    const owner = await own();
    const { id } = await owner.api('POST', '/api/pages', {
      slug: 'horaires',
      titre: 'Horaires',
      contenu: TEXT,
      publiee: true,
    });
    const path = `${owner.studio}/contenu/pages/${id}`;
    const stored = async () => (await owner.api('GET', `/api/pages?id=${id}`)).page.travail?.contenu;
    return { ...owner, id, path, stored };
  }

  it('two tabs merge what they write, and ask where both have changed one passage; an ended session loses nothing', async () => {
    const { context, path, stored, ...tenant } = await withPage();
    const [one, other] = [await open(context, path), await open(context, path)];
    const write = async ({ page, text }: typeof one, passage: string, words: string) => {
      await page.bringToFront();
      await text.getByText(passage, { exact: true }).click();
      await page.keyboard.press('End');
      await page.keyboard.type(words);
    };
    await write(one, 'un', ' ici');
    await write(other, 'trois', ' là');
    await one.press('Enregistrer');
    await one.saved.waitFor();
    await other.press('Enregistrer');
    await other.saved.waitFor();
    expect(await stored()).toBe(TEXT.replace('un', 'un ici').replace('trois', 'trois là'));
    await one.page.bringToFront();
    await one.text.getByText('trois là').waitFor();

    await write(one, 'deux', ' A');
    await write(other, 'deux', ' B');
    await one.press('Enregistrer');
    await one.saved.waitFor();
    await other.press('Enregistrer');
    const dialog = other.page.getByRole('dialog', { name: 'Écrit deux fois' });
    await dialog.getByText('deux B').waitFor();
    await dialog.getByText('deux A').waitFor();
    expect(await dialog.getByText('trois').count()).toBe(0);
    await expectNoBarrier(other.page);
    await dialog.getByLabel('Ce que vous avez écrit ici').check();
    await dialog.getByRole('button', { name: 'Réunir et enregistrer' }).click();
    await other.saved.waitFor();
    expect(await stored()).toContain('<p>deux B</p>');

    await context.clearCookies();
    await write(other, 'un ici', ' !');
    await other.press('Enregistrer');
    await other.page.getByText('Votre session est terminée. Rien n’est perdu').waitFor();
    await enter(context, tenant);
    await other.press('Réessayer');
    await other.saved.waitFor();
    expect(await stored()).toContain('<p>un ici !</p>');
    await context.close();
  });

  it('unsaved text is there again after a reload; of a deleted text it becomes a new one', async () => {
    const { context, path, api, id } = await withPage();
    const { page, text, press, title } = await open(context, path);
    await text.getByText('trois').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' fois rien');
    await title.fill('Ouverture');
    await page.reload();
    await page.getByText('Vos changements non enregistrés ont été repris.').waitFor();
    await text.getByText('trois fois rien').waitFor();
    expect(await title.inputValue()).toBe('Ouverture');
    await press('Les abandonner');
    await text.getByText('trois', { exact: true }).waitFor();
    await press('Les reprendre');
    await text.getByText('trois fois rien').waitFor();

    await api('DELETE', `/api/pages?id=${id}`);
    await press('Enregistrer');
    await page.getByText('Ce texte n’existe plus : il a été supprimé ailleurs.').waitFor();
    await expectNoBarrier(page);
    await press('Garder comme nouveau texte');
    await page.waitForURL((address) => address.pathname.includes('/contenu/pages/') && !address.pathname.endsWith(id));
    await text.getByText('trois fois rien').waitFor();
    expect(await title.inputValue()).toBe('Ouverture');
    await page.getByText('Tout est enregistré').waitFor();

    // The text itself can be had back, also where its page was left meanwhile.
    await text.getByText('un', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' peu');
    const copy = page.url().replace(/^.*\//, '');
    await api('DELETE', `/api/pages?id=${copy}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Cette page est supprimée' }).waitFor();
    await expectNoBarrier(page);
    await press('Récupérer');
    await text.getByText('un peu').waitFor();
    await press('Enregistrer');
    await page.getByText('Tout est enregistré').waitFor();
    await text.getByText('un peu').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' plus');
    await api('DELETE', `/api/pages?id=${copy}`);
    await press('Enregistrer');
    await press('Récupérer le texte');
    await page.getByText('Le texte est récupéré.').waitFor();
    await press('Enregistrer');
    await page.getByText('Tout est enregistré').waitFor();
    expect((await api('GET', `/api/pages?id=${copy}`)).page.travail.contenu).toContain('<p>un peu plus</p>');
    await context.close();
  });

  it('versions are compared and returned to, undoably; on a phone the parts take turns', async () => {
    const { context, path, api, id, visit } = await withPage();
    await api('PATCH', '/api/pages', { id, contenu: TEXT.replace('deux', 'deux et demi') });
    const { page, text, press, preview, saved } = await open(context, path);
    await text.getByText('deux et demi').waitFor();
    await press('Versions');
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    await dialog.getByRole('listitem').last().getByRole('button').click();
    await dialog.locator('ins').getByText('et demi').waitFor();
    await expectNoBarrier(page);
    await press('Revenir à cette version');
    await text.getByText('deux', { exact: true }).waitFor();
    await page.getByText('Non enregistré').waitFor();
    await press('Annuler ce retour');
    await text.getByText('deux et demi').waitFor();
    await saved.waitFor();
    await preview.getByText('deux et demi').waitFor();
    expect((await visit('/horaires')).text).toContain('deux et demi');

    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Réglages' }).click();
    await page.getByLabel('Adresse', { exact: true }).waitFor();
    expect(await text.isVisible()).toBe(false);
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Aperçu' }).click();
    await preview.getByText('deux et demi').waitFor();
    await expectNoBarrier(page);
    await until('nothing else is shown', async () => expect(await text.isVisible()).toBe(false));
    await context.close();
  });
});
