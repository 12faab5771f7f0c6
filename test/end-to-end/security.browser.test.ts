import { readFile } from 'node:fs/promises';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { freePorts } from '../support/free-ports.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier, fillLogin, logIn } from '../support/studio-member.ts';
import { addAuthenticator } from '../support/virtual-authenticator.ts';

describe('what protects an account, in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    // Passkeys are of one address, which the program has to know before.
    const [port] = await freePorts(1);
    const environment = { PORT: String(port), BASE_URL: `http://localhost:${port}` };
    [vitrine, browser] = await Promise.all([startTestProgram(environment), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  const origin = () => `http://localhost:${vitrine.port}`;
  const dialog = (page: Page) => page.getByRole('dialog');
  /** Half an hour passes for what an account has proven. */
  const letProofsAge = (accountId: string) =>
    query(
      vitrine.databaseUrl,
      `UPDATE sessions SET cree_le = cree_le - interval '30 minutes', prouve_le = prouve_le - interval '30 minutes',
         second_facteur_le = second_facteur_le - interval '30 minutes', preuve_forte_le = preuve_forte_le - interval '30 minutes'
       WHERE compte_id = $1`,
      [accountId],
    );
  /** Ends the session that the page « Sécurité » shows as this one. */
  const press = (page: Page) =>
    page.getByRole('article').filter({ hasText: 'Ce navigateur' }).getByRole('button').click();
  const leave = async (page: Page) => {
    await press(page);
    await page.waitForURL(`${origin()}/connexion`);
  };
  /** The codes that the window shows, and that the window goes. */
  const takeCodes = async (page: Page): Promise<string[]> => {
    await dialog(page).getByRole('heading', { name: 'Vos codes de secours' }).waitFor();
    const codes = String(await dialog(page).locator('.secret code').textContent()).split('\n');
    expect(new Set(codes).size).toBe(10);
    return codes;
  };
  const closeCodes = async (page: Page) => {
    await page.getByRole('button', { name: 'J’ai gardé les codes' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  };

  it('a passkey is added, signs in by its button and in the field, confirms changes, and a recovery code opens the account whose device is lost', async () => {
    const { page, context, tenant, credentials, takeComplaints } = await enterStudio(vitrine, browser, { width: 390 });
    const device = await addAuthenticator(page);
    await page.goto(`${origin()}/studio/compte`);
    await expectNoBarrier(page);
    await page.getByRole('link', { name: 'Sécurité' }).press('Enter');
    await page.waitForURL(`${origin()}/studio/securite`);
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    await page.getByText('s’ouvre avec son mot de passe seul').waitFor();

    // By keyboard, with a name of which nothing may run.
    const name = '<img src=x onerror=alert(1)> Téléphone';
    await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).press('Enter');
    await dialog(page).getByLabel('Nom').fill(name);
    await expectNoBarrier(page);
    await dialog(page).getByLabel('Nom').press('Enter');
    const [first = ''] = await takeCodes(page);
    await expectNoBarrier(page);
    await dialog(page).getByRole('button', { name: 'Copier les codes' }).click();
    await dialog(page).getByText('Copié.').waitFor();
    expect(String(await page.evaluate('navigator.clipboard.readText()')).split('\n')).toContain(first);
    const saved = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Enregistrer dans un fichier' }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file).toContain(first);
    expect(file).toContain(credentials.email);
    await closeCodes(page);
    const passkey = page.getByRole('article', { name });
    await passkey.getByText('Jamais').waitFor();
    await page.getByText('Il reste 10 codes').waitFor();
    // What was announced goes with the page.
    await page.reload();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);

    // A change later on wants a proof: a wrong code, then the passkey.
    await letProofsAge(tenant.accountId);
    await page.getByRole('button', { name: 'De nouveaux codes' }).click();
    await dialog(page).getByRole('button', { name: 'Faire dix codes' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' });
    await proof.getByLabel('Code de secours').fill('faux');
    await expectNoBarrier(page);
    await proof.getByRole('button', { name: 'Confirmer', exact: true }).click();
    await proof.getByRole('alert').getByText('n’a pas été accepté').waitFor();
    await proof.getByRole('button', { name: 'Confirmer avec une clé d’accès' }).click();
    const [second = ''] = await takeCodes(page);
    await closeCodes(page);

    // The button of the sign-in: the field waits for somebody who is not there yet.
    await device.setPresence(false);
    await leave(page);
    expect(await page.locator('#email').getAttribute('autocomplete')).toBe('username webauthn');
    const button = page.getByRole('button', { name: 'Utiliser une clé d’accès' });
    await button.waitFor();
    await expectNoBarrier(page);
    await device.setPresence(true);
    await button.press('Enter');
    await page.waitForURL(`${origin()}/studio`);

    // In the field, where the person is there at once.
    await page.goto(`${origin()}/studio/securite`);
    await press(page);
    await page.waitForURL(`${origin()}/studio`);

    // The password alone opens nothing, neither before the codes nor with one that is replaced.
    const other = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    const elsewhere = await other.newPage();
    await logIn(elsewhere, origin(), credentials);
    await elsewhere.waitForURL(`${origin()}/connexion/second`);
    await expectNoBarrier(elsewhere);
    await elsewhere.getByRole('button', { name: 'Confirmer avec une clé d’accès' }).waitFor();
    await elsewhere.goto(`${origin()}/studio`);
    await elsewhere.waitForURL(`${origin()}/connexion?suite=%2Fstudio`);
    await fillLogin(elsewhere, credentials);
    await elsewhere.waitForURL(`${origin()}/connexion/second?suite=%2Fstudio`);
    const recover = async (code: string) => {
      const field = elsewhere.getByLabel('Code de secours', { exact: true });
      if (!(await field.isVisible())) await elsewhere.getByText('Utiliser un code de secours').click();
      await field.fill(code);
      await field.press('Enter');
    };
    await recover(first);
    await elsewhere.getByRole('alert').getByText('code').waitFor();
    await expectNoBarrier(elsewhere);
    await recover(second);
    await elsewhere.waitForURL(`${origin()}/studio`);

    // The device is lost: its passkey is removed from there, and the password is enough again.
    await elsewhere.goto(`${origin()}/studio/securite`);
    await elsewhere.getByText('Il reste 9 codes').waitFor();
    await elsewhere.getByRole('article', { name }).getByRole('button', { name: 'Retirer' }).click();
    await expectNoBarrier(elsewhere);
    await dialog(elsewhere).getByRole('button', { name: 'Retirer' }).click();
    await elsewhere.getByText('Aucune clé d’accès.').waitFor();
    await page.goto(`${origin()}/studio/securite`);
    await page.getByText('s’ouvre avec son mot de passe seul').waitFor();
    await device.setPresence(false);
    await leave(page);
    await device.setPresence(true);
    await page.getByRole('button', { name: 'Utiliser une clé d’accès' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /clé d’accès/ })
      .waitFor();
    await expectNoBarrier(page);
    await fillLogin(page, credentials);
    await page.waitForURL(`${origin()}/studio`);
    expect(await device.count()).toBe(1);
    expect(takeComplaints().filter((text) => !/status of (401|403)/.test(text))).toEqual([]);
    await Promise.all([context.close(), other.close()]);
  });

  it('an application shows the codes of the second step, with its script and without', async () => {
    const { page, context, tenant, credentials } = await enterStudio(vitrine, browser, { width: 390 });
    await page.goto(`${origin()}/studio/securite`);
    await page.getByRole('button', { name: 'Configurer une application' }).press('Enter');
    const picture = dialog(page).getByRole('img');
    await picture.waitFor();
    expect(
      await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0);
    await expectNoBarrier(page);
    const secret = String(await dialog(page).locator('.secret code').textContent()).replaceAll(' ', '');
    const codes = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' });
    /** A code of the present; codes of the past may be given again. */
    const code = async () => {
      await query(vitrine.databaseUrl, 'UPDATE generateurs SET dernier_pas = 0 WHERE compte_id = $1', [
        tenant.accountId,
      ]);
      return codes.generate();
    };
    const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const field = dialog(page).getByLabel('Le code que l’application montre maintenant');
    await field.fill(wrong(await code()));
    await field.press('Enter');
    await dialog(page).getByRole('alert').getByText('n’est pas juste').waitFor();
    await expectNoBarrier(page);
    await field.fill(await code());
    await field.press('Enter');
    const [recovery = ''] = await takeCodes(page);
    await closeCodes(page);
    await page.getByText('Une application montre les codes').waitFor();
    // What was announced goes with the page.
    await page.reload();
    await expectDrawnAlike(page);
    await leave(page);

    await fillLogin(page, credentials);
    await page.waitForURL(`${origin()}/connexion/second`);
    await expectNoBarrier(page);
    const step = page.getByLabel('Code de votre application');
    const used = await code();
    await step.fill(wrong(used));
    await step.press('Enter');
    await page.getByRole('alert').getByText('code').waitFor();
    await step.fill(used);
    await step.press('Enter');
    await page.waitForURL(`${origin()}/studio`);

    // A session elsewhere, without a script: the code that was used opens nothing, a recovery code does, once.
    const other = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    const plain = await other.newPage();
    const signIn = async () => {
      await logIn(plain, origin(), credentials);
      await plain.waitForURL(`${origin()}/connexion/second`);
    };
    const recover = async () => {
      await plain.getByText('Utiliser un code de secours').click();
      await plain.getByLabel('Code de secours', { exact: true }).fill(recovery);
      await plain.getByRole('button', { name: 'Continuer avec ce code' }).click();
    };
    await signIn();
    await plain.getByLabel('Code de votre application').fill(used);
    await plain.getByRole('button', { name: 'Continuer', exact: true }).click();
    await plain.getByRole('alert').getByText('code').waitFor();
    await recover();
    await plain.waitForURL(`${origin()}/studio`);
    await plain.context().clearCookies();
    await signIn();
    await recover();
    await plain.getByRole('alert').getByText('code').waitFor();

    // The session elsewhere is seen and ended.
    await page.goto(`${origin()}/studio/securite`);
    const sessions = page.getByRole('list', { name: 'Sessions de ce compte' }).getByRole('article');
    expect(await sessions.count()).toBe(2);
    await expectNoBarrier(page);
    await sessions.filter({ hasNotText: 'Ce navigateur' }).getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByText('Ce navigateur est déconnecté.').waitFor();
    expect(await sessions.count()).toBe(1);
    expect(await sessions.textContent()).toMatch(/sous Linux.*réseau local/);

    // The application goes, after a proof by its own code.
    await letProofsAge(tenant.accountId);
    await page.getByRole('button', { name: 'Retirer l’application' }).click();
    await dialog(page).getByRole('button', { name: 'Retirer' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' });
    await proof.getByLabel('Code de votre application, ou code de secours').fill(await code());
    await proof.getByRole('button', { name: 'Confirmer', exact: true }).click();
    await page.getByRole('button', { name: 'Configurer une application' }).waitFor();
    await page.getByText('s’ouvre avec son mot de passe seul').waitFor();
    await Promise.all([context.close(), other.close()]);
  });

  it('where an operator asks for a second factor an account is led to add one; without an address for passkeys none is offered', async () => {
    const strict = await startTestProgram({ REQUIRE_SECOND_FACTOR: 'tous' }, { databaseUrl: vitrine.databaseUrl });
    const here = `http://localhost:${strict.port}`;
    const { page, context, tenant } = await enterStudio(strict, browser, { width: 390 });
    await page.goto(`${here}/studio/${tenant.slug}`);
    await page.waitForURL(`${here}/studio/securite`);
    await page.getByText('demande une deuxième confirmation à la connexion').waitFor();
    await page.getByText('n’a pas d’adresse à laquelle les navigateurs').waitFor();
    expect(await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).count()).toBe(0);
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Configurer une application' }).click();
    const secret = String(await dialog(page).locator('.secret code').textContent()).replaceAll(' ', '');
    const codes = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' });
    await dialog(page).getByLabel('Le code que l’application montre maintenant').fill(codes.generate());
    await dialog(page).getByRole('button', { name: 'Vérifier le code' }).click();
    await takeCodes(page);
    await closeCodes(page);
    await page.goto(`${here}/studio/${tenant.slug}`);
    await page.waitForURL(`${here}/studio/${tenant.slug}`);
    await page.goto(`${here}/studio/securite`);
    expect(await page.getByText('demande une deuxième confirmation à la connexion').count()).toBe(0);
    await page.getByRole('button', { name: 'Se déconnecter', exact: true }).first().click();
    await page.getByLabel('Mot de passe').waitFor();
    expect(await page.getByRole('button', { name: 'Utiliser une clé d’accès' }).count()).toBe(0);
    expect(await page.locator('#email').getAttribute('autocomplete')).toBe('username');
    await context.close();
    await strict.close();
  });
});
