import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { codeIn, linkIn } from '../support/mail-message.ts';
import { startMailServer } from '../support/mail-server.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';
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
    // The site is proposed to the guest, and the wish is taken back, before the guest answers.
    const propose = async () => {
      await card.getByRole('button', { name: 'Transmettre le site' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Proposer le site' }).click();
      await page.getByText(`En attente de l’accord de ${GUEST}`).waitFor();
    };
    await propose();
    await expectNoBarrier(page);
    expect(await card.getByRole('button', { name: 'Transmettre' }).count()).toBe(0);
    await guest.reload();
    await guest.getByText('veut vous transmettre ce site').waitFor();
    await expectDrawnAlike(guest);
    await expectNoBarrier(guest);
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await card.getByRole('button', { name: 'Transmettre' }).waitFor();
    await guest.getByRole('button', { name: 'Accepter' }).click();
    await guest.getByText('Cette proposition n’attend plus.').waitFor();
    expect(await guest.getByRole('button', { name: 'Accepter' }).count()).toBe(0);
    await propose();
    await guest.reload();
    await guest.getByRole('button', { name: 'Refuser' }).click();
    await guest.getByText('La proposition est refusée.').waitFor();

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
      [expect.stringContaining('404')],
    ]);
    await Promise.all([context.close(), other.close()]);
  });

  it('an owner confirms by a code that comes by mail; then acts as typed are done, and the mail of a hand-over leads to where its reader accepts', async () => {
    const mail = await startMailServer('http://localhost');
    const mailing = await startTestProgram(mail.environment, { databaseUrl: vitrine.databaseUrl });
    const origin = `http://localhost:${mailing.port}`;
    const { page, tenant, credentials, context, takeComplaints } = await enterStudio(mailing, browser, { width: 390 });
    const receiver = await enterStudio(mailing, browser, { width: 390 });
    await query(mailing.databaseUrl, "INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'editeur')", [
      ...[tenant.siteId, receiver.tenant.accountId],
    ]);
    const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' });
    const confirm = async (code: string) => {
      await proof.getByLabel('Code reçu par courriel').fill(code);
      await proof.getByLabel('Code reçu par courriel').press('Enter');
    };
    const codeOf = async () => codeIn(await mail.messageTo(credentials.email, 'Votre code'));

    // A key: whoever closes the window has what was typed.
    await page.goto(`${origin}/studio/cles`);
    await page.getByRole('button', { name: 'Nouvelle clé' }).click();
    const key = page.getByRole('dialog', { name: 'Nouvelle clé' });
    await key.getByLabel('Nom').fill('Portable');
    await key.getByRole('button', { name: 'Créer la clé' }).click();
    await proof.getByText(`un code à 8 chiffres à ${credentials.email}`).waitFor();
    await expectNoBarrier(page);
    await proof.getByRole('button', { name: 'Annuler' }).click();
    await key.getByRole('alert').getByText('Rien n’est fait').waitFor();
    const first = await codeOf();
    await key.getByRole('button', { name: 'Créer la clé' }).click();
    await until('another code is sent', async () => expect(await codeOf()).not.toBe(first));
    await confirm(first);
    await proof.getByRole('alert').getByText('n’est pas le dernier que nous avons envoyé').waitFor();
    await expectNoBarrier(page);
    await confirm(await codeOf());
    await page.getByRole('button', { name: 'J’ai gardé la clé' }).click();
    await page.getByRole('article', { name: 'Portable' }).waitFor();

    // Ten minutes later, an owner is invited: another code, and the address stands as typed. Within ten minutes nothing is asked.
    await query(
      mailing.databaseUrl,
      "UPDATE sessions SET preuve_forte_le = preuve_forte_le - interval '11 minutes' WHERE compte_id = $1",
      [tenant.accountId],
    );
    await page.goto(`${origin}/studio/${tenant.slug}/membres`);
    await page.getByRole('button', { name: 'Inviter' }).click();
    await page.getByLabel('Adresse électronique').fill(GUEST);
    await page.getByLabel('Propriétaire :').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Inviter' }).click();
    const second = await codeOf();
    await proof.getByRole('button', { name: 'Renvoyer le code' }).click();
    await proof.getByText('Un autre code est parti').waitFor();
    await until('another code is sent', async () => expect(await codeOf()).not.toBe(second));
    await confirm(await codeOf());
    await page.getByRole('article', { name: GUEST }).getByText('Propriétaire').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const card = page.getByRole('article', { name: receiver.credentials.email });
    await card.getByRole('button', { name: 'Transmettre le site' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Proposer le site' }).click();
    await page.getByText(`En attente de l’accord de ${receiver.credentials.email}`).waitFor();

    const told = await mail.messageTo(receiver.credentials.email, 'peut devenir le vôtre');
    await receiver.page.goto(origin + linkIn(told, `/studio/${tenant.slug}/membres`));
    await receiver.page.getByRole('button', { name: 'Accepter' }).click();
    await receiver.page.getByText('Vous êtes propriétaire de ce site.').waitFor();
    await receiver.page
      .getByRole('article', { name: credentials.email })
      .getByText('Éditeur', { exact: true })
      .waitFor();
    expect(receiver.takeComplaints()).toEqual([]);
    expect(takeComplaints().filter((text) => !text.includes('status of 403'))).toEqual([]);
    await Promise.all([context.close(), receiver.context.close()]);
    await mailing.close();
    await mail.close();
  });
});
