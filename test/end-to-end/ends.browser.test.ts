import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { createPublicSite } from '../support/public-site.ts';
import { PASSWORD, signInBrowser } from '../support/sign-in.ts';
import { expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { listenToComplaints } from '../support/visitor.ts';

describe('the end of a site and of an account in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ends-'));
    [vitrine, browser] = await Promise.all([startTestProgram({ DATA_DIR: folder }), lentBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([vitrine.close(), browser.close()]);
    await rm(folder, { recursive: true });
  });

  it('an owner takes the site off and brings it back, deletes it and keeps it, then leaves, on a telephone and by keyboard', async () => {
    const site = await createPublicSite(vitrine);
    const [row] = (await query(vitrine.databaseUrl, 'SELECT nom FROM sites WHERE id = $1', [site.siteId])).rows;
    const origin = `http://localhost:${vitrine.port}`;
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await signInBrowser(vitrine, context, site);
    const page = await context.newPage();
    const takeComplaints = listenToComplaints(page, origin);
    const status = async () => (await site.visit('/')).status;
    const button = (label: string) => page.getByRole('button', { name: label, exact: true });
    const question = page.getByRole('dialog');

    await page.goto(`${origin}/studio/${site.slug}/ce-site`);
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    await button('Mettre hors ligne').focus();
    await page.keyboard.press('Enter');
    await expectNoBarrier(page);
    await question.getByLabel('Pourquoi').fill('Congés d’été');
    await page.keyboard.press('Enter');
    await page.getByText('Motif donné par un propriétaire : Congés d’été.').waitFor();
    expect(await status()).toBe(503);
    await expectNoBarrier(page);
    await button('Remettre en ligne').click();
    await page.getByText('Le site est de nouveau en ligne.').waitFor();
    expect(await status()).toBe(200);

    await button('Supprimer ce site').click();
    const downloaded = page.waitForEvent('download');
    await question.getByRole('button', { name: 'Télécharger l’archive' }).click();
    expect((await downloaded).suggestedFilename()).toMatch(/^site-.*\.zip$/);
    await question.getByText('Archive enregistrée').waitFor();
    await question.getByLabel('Nom du site').fill('un autre nom');
    await question.getByRole('button', { name: 'Supprimer le site' }).click();
    await question.getByText('Le nom tapé n’est pas celui du site').waitFor();
    await expectNoBarrier(page);
    await question.getByLabel('Nom du site').fill(row.nom);
    await page.keyboard.press('Enter');
    await page.getByText('Ce site est supprimé').waitFor();
    // The site is off already.
    expect(await button('Mettre hors ligne').count()).toBe(0);
    await expectNoBarrier(page);
    expect(await status()).toBe(503);

    await page.goto(`${origin}/studio`);
    await page.getByRole('heading', { name: 'Sites supprimés' }).waitFor();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    await button('Garder ce site').click();
    await page.getByText('est gardé').waitFor();
    expect(await page.getByRole('heading', { name: 'Sites supprimés' }).count()).toBe(0);
    expect(await status()).toBe(200);

    await page.goto(`${origin}/studio/compte`);
    await expectDrawnAlike(page);
    await button('Supprimer ce compte').click();
    await expectNoBarrier(page);
    await question.getByLabel('Supprimer aussi').check();
    await question.getByLabel('Mot de passe du compte').fill('un autre mot de passe');
    await page.keyboard.press('Enter');
    await question.getByText('Le mot de passe est incorrect.').waitFor();
    await question.getByLabel('Mot de passe du compte').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/`);
    const waiting = () =>
      query(vitrine.databaseUrl, 'SELECT efface_le IS NOT NULL AS waits FROM comptes WHERE id = $1', [site.accountId]);
    expect((await waiting()).rows).toEqual([{ waits: true }]);
    expect(await status()).toBe(503);
    await page.goto(`${origin}/studio`);
    await page.waitForURL(/\/connexion/);

    await signInBrowser(vitrine, context, site);
    await page.goto(`${origin}/studio/compte`);
    await page.getByText('Ce compte s’efface le').waitFor();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    expect(await button('Supprimer ce compte').count()).toBe(0);
    await button('Garder mon compte').click();
    await page.getByText('Votre compte est gardé.').waitFor();
    expect(await button('Garder mon compte').count()).toBe(0);
    expect((await waiting()).rows).toEqual([{ waits: false }]);
    expect(await status()).toBe(200);
    // The browser itself tells of the two refusals.
    expect(takeComplaints().filter((complaint) => !/status of 40[03]/.test(complaint))).toEqual([]);
    await context.close();
  });
});
