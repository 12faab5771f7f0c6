import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { sharedProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';

describe('the name and the address of a site in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([sharedProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it('are changed by keyboard, on a telephone, without a barrier; the page moves with its site, and so does one that is open elsewhere', async () => {
    const origin = `http://localhost:${vitrine.port}`;
    const { page, tenant, context, takeComplaints } = await enterStudio(vitrine, browser, { width: 390 });
    const address = (slug: string) => `${origin}/studio/${slug}/ce-site`;
    const elsewhere = await context.newPage();
    for (const open of [page, elsewhere]) await open.goto(address(tenant.slug));
    await expectDrawnAlike(page);
    await expectNoBarrier(page);

    await page.getByLabel('Nom du site').fill('Café « Léa »');
    await page.keyboard.press('Enter');
    await page.getByText('Le site est renommé.').waitFor();
    await page.getByRole('navigation', { name: 'Ce site' }).waitFor();
    await page.locator('.head').getByText('Café « Léa »').waitFor();

    const field = page.getByLabel('Adresse du site', { exact: true });
    const change = page.getByRole('button', { name: 'Changer l’adresse' });
    expect(await change.isDisabled()).toBe(true);
    await field.fill('www');
    await page.getByText('Cette adresse est prise ou réservée').waitFor();
    expect(await change.isDisabled()).toBe(true);
    await field.fill('café');
    await page.getByText('Une adresse est faite de lettres sans accent').waitFor();
    const next = `${tenant.slug}-bis`;
    await field.fill(next);
    await page.getByText('Cette adresse est libre.').waitFor();
    await expectNoBarrier(page);
    await field.press('Enter');
    const question = page.getByRole('dialog', { name: 'Changer l’adresse du site ?' });
    await question.getByText('aucun autre site ne peut la prendre').waitFor();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(page.url()).toBe(address(tenant.slug));
    await field.press('Enter');
    await question.getByRole('button', { name: 'Changer l’adresse' }).press('Enter');
    await page.getByText('L’adresse du site est changée.').waitFor();
    expect(page.url()).toBe(address(next));
    await page.getByRole('list', { name: 'Anciennes adresses' }).getByText(`${tenant.slug}.localhost`).waitFor();
    await expectNoBarrier(page);

    // The page that is open elsewhere goes on, with the name that it shows, and moves.
    await elsewhere.getByLabel('Nom du site').fill('Chez Léa');
    await elsewhere.keyboard.press('Enter');
    await elsewhere.getByText('Le site est renommé.').waitFor();
    expect(elsewhere.url()).toBe(address(next));
    await elsewhere.goto(`${origin}/studio/${tenant.slug}/demandes`);
    expect(elsewhere.url()).toBe(`${origin}/studio/${next}/demandes`);
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });
});
