import { domainToASCII } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import type { DnsServer, Records } from '../support/dns-server.ts';
import { startDnsmasq } from '../support/dnsmasq.ts';
import { needs } from '../support/needs.ts';
import { createTenant, startTestProgram, type TestProgram } from '../support/program.ts';
import { signInBrowser } from '../support/sign-in.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { listenToComplaints } from '../support/visitor.ts';

const SITES_DOMAIN = 'sites.vitrine-essai.fr';
const HERE = '192.0.2.10';
const NAME = 'www.café-léa.fr';
const HOST = domainToASCII(NAME);

describe('the domains of a site in a browser', needs('Chromium', 'dnsmasq'), () => {
  let dns: DnsServer;
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    dns = await startDnsmasq();
    const environment = { DNS_SERVERS: dns.address, SITES_DOMAIN };
    [vitrine, browser] = await Promise.all([startTestProgram(environment), lentBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([vitrine.close(), browser.close()]);
    await dns.end();
  });

  it('are claimed, proven, led here, made the main address and removed: by keyboard, on a telephone, without a barrier', async () => {
    const origin = `http://localhost:${vitrine.port}`;
    const { page, tenant, context, takeComplaints } = await enterStudio(vitrine, browser, { width: 390 });
    const own = `${tenant.slug}.${SITES_DOMAIN}`;
    const tell = (records: Records) => dns.tell({ ...records, addresses: [[own, HERE], ...(records.addresses ?? [])] });
    const visited = async (host: string) => {
      const { status, headers } = await vitrine.ask({ host, path: '/a?b=c' });
      return [status, headers.location];
    };
    const copied = () => page.evaluate('navigator.clipboard.readText()');
    await tell({});
    await page.goto(`${origin}/studio/${tenant.slug}`);
    await page.getByRole('navigation', { name: 'Ce site' }).getByRole('link', { name: 'Domaines' }).click();
    await page.waitForURL(`${origin}/studio/${tenant.slug}/domaines`);
    await page.getByRole('article', { name: own }).getByText('Principale', { exact: true }).waitFor();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);

    // A name that nobody can have, then one with accents.
    const field = page.getByRole('textbox', { name: 'Nom de domaine' });
    await field.fill('co.uk');
    await field.press('Enter');
    await page.getByRole('alert').getByText('cette fin n’est à aucun site').waitFor();
    await field.fill(NAME.toUpperCase());
    await field.press('Enter');
    await page.getByText('est à prouver').waitFor();
    const claim = page.getByRole('article', { name: NAME });
    await claim.getByText(`S’écrit aussi ${HOST}.`).waitFor();
    await claim.getByText(own).waitFor();
    await page.reload();
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    const [proof, way] = [claim.locator('.record').nth(0), claim.locator('.record').nth(1)];
    await proof.getByRole('button', { name: 'Copier le nom' }).press('Enter');
    await page.getByText('Copié.').waitFor();
    expect(await copied()).toBe('_vitrine.www');
    await way.getByRole('button', { name: 'Copier la valeur' }).click();
    expect(await copied()).toBe(own);
    await proof.getByRole('button', { name: 'Copier la valeur' }).click();
    const value = String(await copied());
    expect(value).toMatch(/^vitrine=[0-9a-f]{40}$/);

    // Nothing, a wrong value, and the right one.
    const check = claim.getByRole('button', { name: 'Vérifier maintenant' });
    await check.press('Enter');
    await claim.getByText('ne se voit pas encore').waitFor();
    await tell({ txt: [[`_vitrine.${HOST}`, `${value}0`]] });
    await check.press('Enter');
    await claim.getByText('sa valeur n’est pas celle').waitFor();
    expect((await visited(HOST))[0]).not.toBe(200);
    await tell({ txt: [[`_vitrine.${HOST}`, value]] });
    await check.press('Enter');
    await page.getByText('La preuve est là').waitFor();
    const domain = page.getByRole('article', { name: NAME });
    await domain.getByText('ne mène nulle part encore').waitFor();
    await domain.getByText('Ce qu’il faut entrer').click();
    await domain.getByText(own, { exact: true }).waitFor();
    await expectNoBarrier(page);

    // A name that leads elsewhere would take the visitors with it.
    await domain.getByRole('button', { name: 'En faire l’adresse principale' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Changer l’adresse principale ?' });
    const agree = question.getByRole('button', { name: 'En faire l’adresse principale' });
    await agree.press('Enter');
    await question.getByText('Faites-le mener ici d’abord').waitFor();
    await expectNoBarrier(page);
    await page.keyboard.press('Escape');
    for (const [addresses, words] of [
      [['198.51.100.7'], 'mène ailleurs : 198.51.100.7'],
      [[HERE, '2001:db8::66'], 'en partie ici, en partie ailleurs : 2001:db8::66'],
      [[HERE], 'Ce nom mène ici.'],
    ] as const) {
      await tell({ addresses: [[HOST, ...addresses]] });
      await domain.getByRole('button', { name: 'Vérifier où il mène' }).press('Enter');
      await domain.getByText(words).waitFor();
    }
    await domain.getByRole('button', { name: 'En faire l’adresse principale' }).press('Enter');
    await agree.press('Enter');
    await page.getByText('L’adresse principale est').waitFor();
    await domain.getByText('Principale', { exact: true }).waitFor();
    expect(await visited(own)).toEqual([301, `http://${HOST}:${vitrine.port}/a?b=c`]);
    await expectNoBarrier(page);

    // An editor reads, and changes nothing.
    const editor = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, "INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'editeur')", [
      ...[tenant.siteId, editor.accountId],
    ]);
    const other = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await signInBrowser(vitrine, other, editor);
    const read = await other.newPage();
    const takeEditorsComplaints = listenToComplaints(read, origin);
    await read.goto(`${origin}/studio/${tenant.slug}/domaines`);
    await read.getByRole('article', { name: NAME }).getByText('Principale', { exact: true }).waitFor();
    await read.getByText('Seul un propriétaire du site change ses noms de domaine').waitFor();
    expect(await read.locator('main button, main form').count()).toBe(0);
    await expectDrawnAlike(read);
    await expectNoBarrier(read);
    expect(takeEditorsComplaints()).toEqual([]);
    await other.close();

    await domain.getByRole('button', { name: 'Retirer ce nom' }).press('Enter');
    const removal = page.getByRole('dialog', { name: 'Retirer ce nom de domaine ?' });
    await removal.getByText('libre pour qui prouve qu’il est à lui').waitFor();
    await expectNoBarrier(page);
    await removal.getByRole('button', { name: 'Retirer ce nom' }).press('Enter');
    await page.getByText('Ce site n’a plus le nom').waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    expect((await visited(own))[0]).not.toBe(301);
    // What refusals answer is told by the browser as a failed request.
    expect(takeComplaints().filter((words) => !/\b(?:400|409)\b/.test(words))).toEqual([]);
    await context.close();
  });
});
