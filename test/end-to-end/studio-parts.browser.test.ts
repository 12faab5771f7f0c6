import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { sharedProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier, fillLogin } from '../support/studio-member.ts';

describe('the parts that pages of the studio are made of', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([sharedProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it('are without barrier at every width, and questions keep what they were answered with', async () => {
    const entered = await enterStudio(vitrine, browser, { path: '/studio/pieces' });
    const { page, credentials, context, takeComplaints } = entered;
    const origin = `http://localhost:${vitrine.port}`;
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/studio', '/studio/compte', '/studio/pieces']) {
        await page.goto(origin + path);
        await expectNoBarrier(page);
        await expectDrawnAlike(page);
      }
    }
    // The reader is three hours from Paris.
    expect(await page.getByRole('definition').first().textContent()).toMatch(/24 novembre 2026 à 22\sh\s45/);
    const leading = page.getByRole('list', { name: 'Adresses' }).getByRole('link');
    expect(await leading.allTextContents()).toEqual(['https://exemple.fr/', 'mailto:a@exemple.fr', '//exemple.fr']);

    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const focused = () => page.locator(':focus').textContent();
    const acts = page.getByRole('region', { name: 'Questions et actes' });
    const said = page.getByRole('status');
    const dialog = page.getByRole('dialog');

    // What was typed and where the focus is outlive a refresh.
    await page.getByLabel('Nom', { exact: true }).fill('tapé');
    await Promise.all([page.waitForResponse('**/studio/pieces'), press('Relire')]);
    await page.locator('button:not([aria-busy])', { hasText: 'Relire' }).waitFor();
    expect(await page.getByLabel('Nom', { exact: true }).inputValue()).toBe('tapé');
    expect(await focused()).toBe('Relire');
    // The service is away; a newer release answers.
    for (const answer of [{ status: 503 }, { body: '<script id="donnees">{"build":"autre"}</script>' }]) {
      await page.route('**/studio/pieces', (route) => route.fulfill(answer), { times: 1 });
      await press('Relire');
      await said.getByText('La page n’a pas pu être relue').waitFor();
      await press('Dire');
      await said.getByText('C’est dit.').waitFor();
    }
    await press('Être refusé');
    await acts.getByRole('alert').getByText('sections/<b>.liquid, ligne 3 : Le fichier contient').waitFor();
    await press('Ne rien trouver');
    await said.getByText('Ceci n’existe plus.').waitFor();
    expect(await acts.getByRole('alert').count()).toBe(0);

    await press('Demander');
    await expectNoBarrier(page);
    expect(await page.locator(':focus').getAttribute('name')).toBe('question-nom');
    await page.keyboard.press('Escape');
    expect([await dialog.count(), await focused()]).toEqual([0, 'Demander']);
    await press('Demander');
    await dialog.getByLabel('Son nom').fill('Vela');
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await dialog.getByRole('alert').getByText('« Vela » n’est pas son nom.').waitFor();
    expect(await focused()).toBe('Supprimer');
    await dialog.getByRole('button', { name: 'Télécharger l’archive' }).click();
    await dialog.getByRole('status').getByText('Archive enregistrée').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    expect([await dialog.count(), await focused()]).toEqual([0, 'Demander']);

    // A moment, in the zone that its page names and not in the reader's.
    const moment = (name: string) => page.getByRole('group', { name, exact: true });
    const words = async (name: string) =>
      (await moment(name).getByRole('status').innerText()).replaceAll('\u00a0', ' ');
    expect(await words('Début')).toBe('Sans date, tout de suite. Heure de Paris.');
    expect(await words('Fin')).toBe('mardi 24 novembre 2026 à 22 h 45, heure de La Réunion.');
    expect(await moment('Fin').getByLabel('Heure').inputValue()).toBe('22:45');
    expect(await moment('Heure double').getByLabel('La seconde fois').isChecked()).toBe(true);
    await moment('Fin').getByLabel('Jour').fill('2024-02-29');
    expect(await words('Fin')).toMatch(/^Ce moment est passé : jeudi 29 février 2024 à 22 h 45/);
    await press('Prévoir');
    const plan = dialog.getByRole('button', { name: 'Prévoir' });
    await moment('Moment').getByLabel('Jour').fill('2099-03-29');
    expect(await words('Moment')).toBe('Donnez aussi l’heure.');
    await plan.click();
    expect(await page.locator(':focus').getAttribute('name')).toBe('question-moment-heure');
    await moment('Moment').getByLabel('Heure').fill('02:30');
    expect(await words('Moment')).toMatch(
      /les horloges avancent : 2 h 30 n’existe pas\. .* dimanche 29 mars 2099 à 3 h\.$/,
    );
    await plan.click();
    await expectNoBarrier(page);
    await moment('Moment').getByRole('button', { name: 'Prendre' }).click();
    expect(await words('Moment')).toBe('dimanche 29 mars 2099 à 3 h, heure de Paris.');
    await moment('Moment').getByLabel('Jour').fill('2099-10-25');
    await moment('Moment').getByLabel('Heure').fill('02:30');
    expect(await words('Moment')).toMatch(/les horloges reculent, et cette heure vient deux fois/);
    await expectNoBarrier(page);
    await plan.click();
    await moment('Moment').getByLabel('La première fois').check();
    await plan.click();
    await said.getByText('ce n’était qu’un exemple, pour 2099-10-25T00:30:00.000Z.').waitFor();
    expect(await dialog.count()).toBe(0);

    // The session has ended: after the sign-in the question is there again, answered.
    await press('Demander');
    await dialog.getByLabel('Son nom').fill('sortir');
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await context.clearCookies();
    await dialog.getByRole('link', { name: 'Se reconnecter et continuer' }).click();
    await fillLogin(page, credentials);
    expect(await dialog.getByLabel('Son nom').inputValue()).toBe('sortir');
    await dialog.getByLabel('Son nom').fill('Origo');
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await said.getByText('ce n’était qu’un exemple').waitFor();
    expect([await dialog.count(), await focused()]).toEqual([0, 'Demander']);
    await page.reload();
    expect(await dialog.count()).toBe(0);

    await context.clearCookies();
    await press('Relire');
    await said.getByRole('link', { name: 'Se reconnecter' }).waitFor();
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });
});
