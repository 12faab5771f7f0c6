import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { listenToComplaints } from '../support/visitor.ts';

const GUEST = 'camille@exemple.fr';

describe('the members of a site in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram({ INSCRIPTION: 'fermee' }), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it('are invited by a link, come with an account of their own, get another role, and leave: on a telephone, without a barrier', async () => {
    const origin = `http://localhost:${vitrine.port}`;
    const { page, tenant, context, takeComplaints } = await enterStudio(vitrine, browser, { width: 390 });
    await page.goto(`${origin}/studio/${tenant.slug}`);
    await page.getByRole('navigation', { name: 'Ce site' }).getByRole('link', { name: 'Membres' }).click();
    await page.waitForURL(`${origin}/studio/${tenant.slug}/membres`);
    await expectDrawnAlike(page);
    await expectNoBarrier(page);

    // The last owner cannot leave.
    await page.getByRole('button', { name: 'Quitter ce site' }).click();
    await page.getByRole('button', { name: 'Quitter', exact: true }).click();
    await page.getByText('Un site garde au moins un propriétaire').waitFor();
    await page.keyboard.press('Escape');

    // By keyboard.
    await page.getByRole('button', { name: 'Inviter' }).press('Enter');
    await page.getByLabel('Adresse électronique').waitFor();
    await expectNoBarrier(page);
    await page.getByLabel('Adresse électronique').focus();
    await page.keyboard.type(GUEST);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Lien de l’invitation' }).waitFor();
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Copier le lien' }).click();
    await page.getByText('Copié.').waitFor();
    const first = String(await page.evaluate('navigator.clipboard.readText()'));
    await page.getByRole('button', { name: 'J’ai gardé le lien' }).click();
    await page.getByText('En attente').waitFor();
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Nouveau lien' }).click();
    const link = String(await page.locator('dialog .secret code').textContent());
    expect(link).not.toBe(first);
    await page.getByRole('button', { name: 'J’ai gardé le lien' }).click();

    const other = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    const guest = await other.newPage();
    const takeGuestComplaints = listenToComplaints(guest, origin);
    expect((await guest.request.get(first)).status()).toBe(404);
    await guest.goto(link);
    await expectNoBarrier(guest);
    await guest.getByRole('link', { name: 'Créer un compte' }).click();
    await guest.locator('#mot_de_passe').fill('une phrase de passe');
    await guest.getByRole('button', { name: 'Créer le compte' }).click();
    await guest.getByText(`Vous êtes connecté avec le compte ${GUEST}`).waitFor();
    await expectNoBarrier(guest);
    await guest.getByRole('button', { name: 'Rejoindre' }).click();
    await guest.waitForURL(`${origin}/studio/${tenant.siteId}`);

    await page.reload();
    const card = page.getByRole('article', { name: GUEST });
    await card.getByText('Éditeur', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Changer le rôle' }).click();
    await page.getByLabel('Lecteur :').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Changer le rôle' }).click();
    await card.getByText('Lecteur', { exact: true }).waitFor();

    await guest.goto(`${origin}/studio/${tenant.slug}/membres`);
    await expectDrawnAlike(guest);
    await expectNoBarrier(guest);
    expect(await guest.getByRole('button', { name: /Inviter|rôle|Transmettre|Retirer/ }).count()).toBe(0);
    const still = await other.newPage();
    await still.goto(`${origin}/studio/${tenant.slug}/membres`);
    await guest.getByRole('button', { name: 'Quitter ce site' }).click();
    await guest.getByRole('button', { name: 'Quitter', exact: true }).click();
    await guest.waitForURL(`${origin}/studio`);
    await still.getByRole('button', { name: 'Quitter ce site' }).click();
    await still.getByRole('button', { name: 'Quitter', exact: true }).click();
    await still.getByText('votre compte n’y a plus accès').waitFor();

    // The page that is open still says so.
    await card.getByRole('button', { name: 'Retirer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await page.getByText('n’est plus membre de ce site.').waitFor();
    expect(await card.count()).toBe(0);
    expect([takeComplaints(), takeGuestComplaints()]).toEqual([
      [expect.stringContaining('409'), expect.stringContaining('404')],
      [],
    ]);
    await Promise.all([context.close(), other.close()]);
  });
});
