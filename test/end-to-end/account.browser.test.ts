import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { startExim } from '../support/exim.ts';
import { codeIn, linkIn } from '../support/mail-message.ts';
import type { TestMailServer } from '../support/mail-server.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { expectDrawnAlike, expectNoBarrier, fillLogin } from '../support/studio-member.ts';
import { until } from '../support/until.ts';
import { listenToComplaints } from '../support/visitor.ts';

const EMAIL = 'lea@exemple.fr';
/** Longer than a line of a telephone. */
const OTHER = 'lea.martin.de.la.rochefoucauld.menuiserie@exemple.fr';
const PASSWORD = 'une phrase de passe';
const NEXT_PASSWORD = 'une phrase toute neuve';

describe('an account of one’s own in a browser', needs('Chromium', 'exim4'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  let mail: TestMailServer;
  beforeAll(async () => {
    // The port of the program is not known before its start; only the paths of links are followed.
    mail = await startExim('http://localhost');
    const environment = { ...mail.environment, INSCRIPTION: 'ouverte' };
    [vitrine, browser] = await Promise.all([startTestProgram(environment), lentBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([vitrine.close(), browser.close()]);
    await mail.close();
  });

  const origin = () => `http://localhost:${vitrine.port}`;

  /** Where the link of a message leads, which comes to an address. */
  const mailed = async (email: string, subject: string, path: string): Promise<string> =>
    origin() + linkIn(await mail.messageTo(email, subject), path);

  async function arrive(width: number): Promise<{ page: Page; takeComplaints: () => string[] }> {
    const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    return { page, takeComplaints: listenToComplaints(page, origin()) };
  }

  it('is made, confirmed, given a new password and another address, on a telephone and by keyboard, without a barrier', async () => {
    const { page, takeComplaints } = await arrive(390);

    await page.goto(`${origin()}/connexion`);
    await page.getByRole('link', { name: 'Créer un compte' }).click();
    await expectNoBarrier(page);
    await page.locator('#email').fill('personne');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.locator('#email').fill(EMAIL);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin()}/studio/nouveau`);

    await page.goto(`${origin()}/studio/compte`);
    await page.getByText('n’est pas encore confirmée').waitFor();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Renvoyer le message' }).click();
    await page.getByText(`Un nouveau message est parti à ${EMAIL}.`).waitFor();

    await page.goto(await mailed(EMAIL, 'Confirmez votre adresse', '/confirmation'));
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Confirmer l’adresse' }).click();
    await page.waitForURL(`${origin()}/studio/compte`);
    await page.getByText('Elle est confirmée.').waitFor();
    expect(await page.getByText('n’est pas encore confirmée').count()).toBe(0);
    await page.getByRole('button', { name: 'Se déconnecter de ce navigateur' }).click();

    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    await expectNoBarrier(page);
    await page.locator('#email').fill(EMAIL);
    await page.getByRole('button', { name: 'Recevoir un lien' }).click();
    await page.getByText('Si un compte a cette adresse, un message y est parti').waitFor();
    await page.goto(await mailed(EMAIL, 'Un autre mot de passe', '/mot-de-passe'));
    await expectNoBarrier(page);
    await page.getByLabel('Nouveau mot de passe').fill(NEXT_PASSWORD);
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
    expect(await page.getByLabel('Nouveau mot de passe').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await page.getByText('Votre mot de passe est changé.').waitFor();
    await expectNoBarrier(page);
    await fillLogin(page, { email: EMAIL, mot_de_passe: NEXT_PASSWORD });
    await page.waitForURL(`${origin()}/studio`);

    await page.goto(`${origin()}/studio/compte`);
    await page.getByLabel('Nouvelle adresse').fill(OTHER);
    await page.getByLabel('Mot de passe du compte').fill(NEXT_PASSWORD);
    await page.getByRole('button', { name: 'Changer d’adresse' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' });
    await proof.getByText(`un code à 8 chiffres à ${EMAIL}`).waitFor();
    await expectNoBarrier(page);
    await proof.getByLabel('Code reçu par courriel').fill(codeIn(await mail.messageTo(EMAIL, 'Votre code')));
    await proof.getByRole('button', { name: 'Confirmer', exact: true }).click();
    await page.getByText('il contient le lien qui change l’adresse').waitFor();
    await page.goto(await mailed(OTHER, 'Confirmez votre nouvelle adresse', '/nouvelle-adresse'));
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Changer l’adresse' }).click();
    await page.waitForURL(`${origin()}/studio/compte`);
    await page.getByText(`Ce compte a l’adresse ${OTHER}.`).waitFor();

    // As if the password alone had changed the address: what a code has proven stays.
    await query(vitrine.databaseUrl, 'UPDATE comptes SET appui_le = NULL WHERE email = $1', [OTHER]);
    await page.goto(await mailed(EMAIL, 'L’adresse de votre compte a changé', '/ancienne-adresse'));
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Reprendre mon compte' }).click();
    await page.getByLabel('Nouveau mot de passe').fill(PASSWORD);
    await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
    await fillLogin(page, { email: EMAIL, mot_de_passe: PASSWORD });
    await page.waitForURL(`${origin()}/studio`);
    expect(takeComplaints().filter((text) => !text.includes('status of 403'))).toEqual([]);
    const subjects = async () => (await mail.messagesTo()).map((message) => message.header('subject'));
    await until('both passwords are told', async () => {
      expect((await subjects()).filter((subject) => subject === 'Votre mot de passe a changé')).toHaveLength(2);
    });
    // No browser was unknown: each had signed up, or had chosen the password.
    expect(await subjects()).not.toContain('Connexion depuis un autre navigateur');
    await page.context().close();
  });
});
