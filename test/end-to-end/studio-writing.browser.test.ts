import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { type MediasProgram, startMedias } from '../support/medias.ts';
import { needs } from '../support/needs.ts';
import { png } from '../support/png.ts';
import { expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';
import { writer } from '../support/writer.ts';

/** What a browser loads to open the page, as brotli, at most. */
const PAGE_BYTES = 300_000;

describe('a text that is written in the studio', needs('Chromium'), () => {
  let program: MediasProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [program, browser] = await Promise.all([startMedias(), lentBrowser()]);
  });
  afterAll(() => Promise.all([program.close(), browser.close()]));
  const { own, open } = writer(() => ({ vitrine: program.vitrine, browser }));

  it('an article with a picture is published from the page of the site, in eight clicks at most', async () => {
    const { context, studio, visit, api } = await own();
    await context.addInitScript(`addEventListener('click', ({ isTrusted, detail }) => {
      if (isTrusted && detail > 0) sessionStorage.clics = Number(sessionStorage.clics ?? 0) + 1;
    }, true)`);
    const { page, title, text, address, state, press, preview, takeComplaints } = await open(context, studio);
    await page.getByRole('link', { name: 'Contenu', exact: true }).click();
    await page.getByRole('link', { name: 'Nouvel article' }).click();
    await page.waitForURL(/\/contenu\/articles\/[0-9a-f-]{36}\?nouveau$/);
    await title.waitFor();
    expect(
      await title.evaluate(
        (field: unknown) => field === (globalThis as { document?: { activeElement: unknown } }).document?.activeElement,
      ),
    ).toBe(true);
    await page.keyboard.type('Fermé le 8 décembre');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Nous sommes à Lyon ce jour-là.');
    await press('Choisir une image');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByText('Importer', { exact: false }).first().click(),
    ]);
    await chooser.setFiles({ name: 'four.png', mimeType: 'image/png', buffer: png(700, 500, '#aa3311') });
    await page.locator('.image-field img').waitFor();
    expect(await address.inputValue()).toBe('ferme-le-8-decembre');
    await page.getByText('/blog/actualites/ferme-le-8-decembre').first().waitFor();
    await preview.getByRole('heading', { name: 'Fermé le 8 décembre' }).waitFor();
    await preview.getByText('Nous sommes à Lyon').waitFor();
    await expectNoBarrier(page);

    await press('Publier');
    await page.getByText('Publié : les visiteurs voient maintenant ce texte.').waitFor();
    expect(Number(await page.evaluate('sessionStorage.clics'))).toBeLessThanOrEqual(8);
    expect(await state.textContent()).toBe('Publié');
    const seen = await visit('/blog/actualites/ferme-le-8-decembre');
    expect(seen.status).toBe(200);
    expect(seen.text).toContain('<h1>Fermé le 8 décembre</h1>');
    expect(seen.text).toMatch(/<img src="\/medias\/[^"]+"/);
    expect(seen.text).toContain('<p>Nous sommes à Lyon ce jour-là.</p>');
    const link = page.getByRole('link', { name: /^Voir sur le site/ });
    expect(await link.getAttribute('href')).toMatch(/\/blog\/actualites\/ferme-le-8-decembre$/);
    expect(new URL(page.url()).search).toBe('');
    expect((await api('GET', '/api/blogs')).blogs).toMatchObject([{ slug: 'actualites', titre: 'Actualités' }]);
    await page.reload();
    await text.getByText('Nous sommes à Lyon').waitFor();
    await expectNoBarrier(page);

    // Its date is changed by itself: what is written meanwhile stays unsaved.
    await text.click();
    await page.keyboard.type('Bientôt. ');
    const [day, hour] = [page.getByLabel('Jour'), page.getByLabel('Heure')];
    await day.fill('2020-02-01');
    await hour.fill('08:30');
    await page.getByText('La date change aussitôt sur le site.').waitFor();
    await expectNoBarrier(page);
    await press('Changer la date');
    await page.getByText('La date est changée : samedi 1er février 2020 à 8 h 30, heure de Paris.').waitFor();
    const [{ id }] = (await api('GET', '/api/articles')).articles;
    const stored = async () => (await api('GET', `/api/articles?id=${id}`)).article;
    expect(await stored()).toMatchObject({ publie: true, publie_le: '2020-02-01T07:30:00.000000Z', travail: null });
    await page.getByText('Non enregistré').waitFor();
    await day.fill('2999-12-08');
    await page.getByText('Ce moment est à venir : jusque-là, les visiteurs ne verront plus cet article.').waitFor();
    await press('Changer la date');
    await state.getByText('Prévu pour le dimanche 8 décembre 2999 à 8 h 30, heure de Paris').waitFor();
    expect((await visit('/blog/actualites/ferme-le-8-decembre')).status).toBe(404);
    await day.fill('2020-02-03');
    await page.getByText('Ce moment est passé : les visiteurs verront cet article aussitôt.').waitFor();
    await press('Changer la date');
    await state.getByText('Publié', { exact: true }).waitFor();
    expect((await visit('/blog/actualites/ferme-le-8-decembre')).status).toBe(200);
    await text.getByText('Bientôt.').waitFor();
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });

  it('work in progress is kept and seen by nobody until it is published; a refusal stands beside its field, and nothing is lost', async () => {
    const { context, studio, visit, api } = await own();
    await api('POST', '/api/pages', { slug: 'tarifs', titre: 'Tarifs', contenu: '<p>Pain : 2 €</p>', publiee: true });
    const { id } = (await api('GET', '/api/pages')).pages.find(({ slug }: { slug: string }) => slug === 'tarifs');
    const { page, title, text, address, state, saved, press, choose } = await open(
      context,
      `${studio}/contenu/pages/${id}`,
    );
    await text.getByText('Pain : 2 €').waitFor();
    expect(await state.textContent()).toBe('Publiée');
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' et demi');
    await page.keyboard.press('Control+s');
    await saved.waitFor();
    expect(await state.textContent()).toBe('PubliéeModifications non publiées');
    expect((await visit('/tarifs')).text).not.toContain('demi');
    await page.reload();
    await text.getByText('Pain : 2 € et demi').waitFor();

    await choose('Montrer ces changements plus tard…');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    const menu = page.getByRole('button', { name: 'Plus d’actions' });
    await until('the focus is back at the menu', async () =>
      expect(await menu.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true),
    );
    await choose('Montrer ces changements plus tard…');
    await page.getByLabel('Jour').fill('2999-12-08');
    await page.getByLabel('Heure').fill('09:00');
    await press('Prévoir le changement');
    await state.getByText('Changement prévu le dimanche 8 décembre 2999 à 9 h, heure de Paris').waitFor();
    expect((await visit('/tarifs')).text).not.toContain('demi');
    await expectNoBarrier(page);
    await choose('Annuler le changement prévu');
    await state.getByText('Modifications non publiées').waitFor();
    await press('Publier');
    await page.getByText('Publiée : les visiteurs voient maintenant ce texte.').waitFor();
    expect((await visit('/tarifs')).text).toContain('Pain : 2 € et demi');

    await title.fill('');
    await press('Publier');
    await page.getByText('Il faut un titre pour publier.').waitFor();
    await title.fill('Nos tarifs');
    await api('POST', '/api/pages', { slug: 'prix', titre: 'Prix', publiee: true });
    await address.fill('prix');
    // The page says so before anything is published, and the publication does.
    await page.getByText('Cette adresse est déjà prise.').waitFor();
    await page.getByRole('button', { name: 'Prendre « prix-2 »' }).waitFor();
    await press('Publier');
    await until('the refusal has the focus', async () =>
      expect(await page.locator('[aria-invalid=true]').getAttribute('id')).toBe('slug'),
    );
    expect(await title.inputValue()).toBe('Nos tarifs');
    await expectNoBarrier(page);
    await press('Prendre « prix-2 »');
    await press('Publier');
    await until('the page is found at its new address', async () => expect((await visit('/prix-2')).status).toBe(200));

    await choose('Retirer maintenant');
    await state.getByText('Retirée', { exact: true }).waitFor();
    expect((await visit('/prix-2')).status).toBe(404);
    await choose('Publier plus tard…');
    await page.getByLabel('Jour').fill('2999-12-08');
    await page.getByLabel('Heure').fill('09:00');
    await press('Prévoir la publication');
    await state.getByText('Prévue pour le dimanche 8 décembre 2999 à 9 h, heure de Paris').waitFor();
    expect((await visit('/prix-2')).status).toBe(404);

    await choose('Supprimer');
    await expectNoBarrier(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await page.waitForURL(/\/contenu$/);
    expect((await api('GET', '/api/pages')).pages.map(({ slug }: { slug: string }) => slug)).toEqual(['prix']);
    await context.close();
  });

  it('is read and not changed by who may not write to the site; its page weighs no more than it may', async () => {
    const { vitrine } = program;
    const { context, studio, siteId } = await own({ state: 'expire' });
    const { rows } = await query(
      vitrine.databaseUrl,
      "INSERT INTO pages (site_id, slug, titre, gabarit, contenu, publiee) VALUES ($1, 'a', 'A', 'page', '<p>un</p>', true) RETURNING id",
      [siteId],
    );
    const { page, title, text } = await open(context, `${studio}/contenu/pages/${rows[0].id}`);
    await page.locator('.text-area').getByText('un', { exact: true }).waitFor();
    expect(await title.getAttribute('readonly')).not.toBeNull();
    expect(await text.getAttribute('contenteditable')).toBe('false');
    for (const name of ['Enregistrer', 'Publier', 'Choisir une image']) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    }
    await expectNoBarrier(page);
    await context.close();

    const { status, headers } = await vitrine.ask({
      path: '/studio/scripts/writing.js',
      headers: { 'accept-encoding': 'br' },
    });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    expect(Number(headers['content-length'])).toBeLessThanOrEqual(PAGE_BYTES);
  });
});
