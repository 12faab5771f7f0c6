import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { MINIMAL_THEME, startTestProgram, type TestProgram } from '../support/program.ts';
import { publishTheme } from '../support/published-theme.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

const HOSTILE = '"><img src=x onerror=alert(1)> \u202eesrever';

/** Writes pictures of the page into a folder for who looks at them. */
const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/l-${name}.png`, fullPage: true });
};

describe('the texts of a site in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  /** A site with a theme, pages, and a blog with more articles than a page of the list shows. */
  async function enter(width: number) {
    const member = await enterStudio(vitrine, browser, { width });
    const { tenant, page } = member;
    const origin = `http://localhost:${vitrine.port}`;
    await publishTheme(vitrine, tenant.siteId, {
      ...MINIMAL_THEME,
      'templates/404.json': '{"sections":{"a":{"type":"texte"}},"order":["a"]}',
    });
    const run = (text: string, ...values: unknown[]) => query(vitrine.databaseUrl, text, [tenant.siteId, ...values]);
    await run(`DELETE FROM pages WHERE site_id = $1`);
    await run(
      `INSERT INTO pages (site_id, slug, titre, publiee, publie_le) VALUES ($1, '', 'Accueil', true, NULL),
         ($1, 'tarifs', 'Tarifs', true, NULL), ($1, 'equipe', $2, false, NULL), ($1, 'noel', 'Noël', true, '2099-12-08T08:00Z')`,
      HOSTILE,
    );
    await run(
      `UPDATE pages SET travail = '{"titre":"Tarifs 2027"}', retire_le = '2099-01-01' WHERE site_id = $1 AND slug = 'tarifs'`,
    );
    const { rows } = await run(
      "INSERT INTO blogs (site_id, slug, titre, description) VALUES ($1, 'actualites', 'Actualités', 'Ce qui se passe ici.') RETURNING id",
    );
    await run(
      `INSERT INTO articles (site_id, blog_id, slug, titre, publie, publie_le)
       SELECT $1, $2, 'a-' || n, 'Article ' || n, n % 3 > 0, now() - make_interval(days => n) FROM generate_series(1, 60) n`,
      rows[0].id,
    );
    await run(
      `UPDATE pages SET contenu = '<a href="/blog/actualites/a-12">Lire</a>' WHERE site_id = $1 AND slug = 'noel'`,
    );
    await run(
      `UPDATE articles SET contenu = '<a href="/blog/actualites/a-18">Lire</a>' WHERE site_id = $1 AND slug = 'a-15'`,
    );
    await run(
      `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, auteur) VALUES ($1, gen_random_uuid(), 'page', $2, '{}', 'lea@exemple.fr')`,
      HOSTILE,
    );
    await page.goto(`${origin}/studio/${tenant.slug}`);
    await page.getByRole('navigation', { name: 'Ce site' }).getByRole('link', { name: 'Contenu' }).click();
    await page.waitForURL(`${origin}/studio/${tenant.slug}/contenu`);
    const card = (name: string) => page.getByRole('article', { name, exact: true });
    return { ...member, origin, run, card, path: `${origin}/studio/${tenant.slug}/contenu` };
  }

  it('are found, published, hidden and deleted, several at once, without a barrier', async () => {
    const { page, context, card, run, takeComplaints } = await enter(1440);
    await expectDrawnAlike(page);
    await expectNoBarrier(page);
    await shoot(page, 'pages');
    for (const name of ['Nouvelle page', 'Nouvel article']) await page.getByRole('link', { name }).waitFor();
    await card('Tarifs 2027').getByText('Modifications non publiées').waitFor();
    await card('Noël')
      .getByText(/^Prévue pour le mardi 8 décembre 2099 à 9.h, heure de Paris$/)
      .waitFor();
    for (const name of ['Accueil', 'Page introuvable (404)']) {
      expect(await card(name).getByRole('link').first().getAttribute('href')).toMatch(
        /\/personnaliser(\?gabarit=404)?$/,
      );
      expect(await card(name).getByRole('checkbox').count()).toBe(0);
    }

    // A copy is a draft.
    await card('Tarifs 2027').getByRole('button', { name: 'Dupliquer' }).click();
    await card('Tarifs 2027 (copie)').getByText('Brouillon').waitFor();

    // By keyboard: choose, publish.
    await card('Tarifs 2027 (copie)').getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await card('Tarifs 2027').getByRole('checkbox').check();
    await page.getByText('2 textes choisis').waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'chosen');
    await page.getByRole('button', { name: 'Publier' }).press('Enter');
    await page.getByRole('heading', { name: 'Publier 2 textes ?' }).waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'question');
    // Somebody else changes one of them meanwhile.
    await run("UPDATE pages SET maj_le = now() + interval '1 second' WHERE site_id = $1 AND slug = 'tarifs'");
    await page.getByRole('dialog').getByRole('button', { name: 'Publier' }).click();
    await page.getByText('1 page publiée. 1 refus').waitFor();
    await page.getByText('a été modifié ailleurs entre-temps').waitFor();
    await card('Tarifs 2027 (copie)').getByText('Publiée', { exact: true }).waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'refused');
    expect(await page.getByRole('checkbox', { name: 'Tout choisir' }).evaluate((one) => one.matches(':focus'))).toBe(
      true,
    );

    // Articles: search, filter, the rest of the list, all of a page at once.
    await page.getByRole('link', { name: 'Articles', exact: true }).click();
    await page.getByRole('list', { name: 'Articles' }).waitFor();
    await expectDrawnAlike(page);
    await page.getByRole('link', { name: 'Suite de la liste' }).click();
    await until('the rest of the list', async () => (await page.getByRole('article').count()) === 10);
    await page.getByRole('link', { name: 'Début de la liste' }).click();
    await page.getByLabel('Rechercher un texte').fill('/a-1');
    await until('what was searched', async () => (await page.getByRole('article').count()) === 11);
    await page.getByLabel('État').selectOption('brouillons');
    await until('the drafts', async () => (await page.getByRole('article').count()) === 3);
    expect(page.url()).toContain('q=%2Fa-1&etat=brouillons');
    await page.getByLabel('Tout choisir').check();
    await page.getByRole('button', { name: 'Supprimer' }).first().click();
    await page.getByRole('heading', { name: 'Supprimer 3 textes ?' }).waitFor();
    await page.getByRole('dialog').getByText('L’adresse de Article 12 est nommée ici').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Noël' }).waitFor();
    // What is deleted along is no place that would lead nowhere.
    expect(await page.getByRole('dialog').getByText('est nommée ici').count()).toBe(1);
    await expectNoBarrier(page);
    await shoot(page, 'delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('3 articles supprimés.').waitFor();
    await page.getByText('Aucun texte ne correspond.').waitFor();
    await expectNoBarrier(page);
    await page.getByRole('link', { name: 'Tout montrer' }).click();
    await page.getByLabel('Tout choisir').check();
    await page.getByRole('button', { name: 'Retirer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await page.getByText(/^\d+ articles retirés\.$/).waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'articles');
    expect(takeComplaints()).toEqual([expect.stringContaining('409')]);
    await context.close();
  });

  it('blogs are added, changed and deleted; what was deleted comes back', async () => {
    const { page, context, card, path, takeComplaints } = await enter(1440);
    await page.goto(`${path}?genre=articles&q=article+12`);
    await card('Article 12').getByRole('button', { name: 'Supprimer' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Noël' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('« Article 12 » est supprimé').waitFor();
    await page.goto(`${path}?genre=blogs`);
    await expectDrawnAlike(page);
    await page.getByRole('button', { name: 'Ajouter un blog' }).click();
    await page.getByLabel('Titre').fill('Recettes d’été');
    expect(await page.getByLabel('Adresse').inputValue()).toBe('recettes-d-ete');
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await card('Recettes d’été').getByRole('button', { name: 'Modifier' }).click();
    await page.getByLabel('Titre').fill('Recettes');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await card('Recettes').getByText('/blog/recettes-d-ete').waitFor();
    await card('Actualités').getByRole('button', { name: 'Supprimer' }).click();
    await page.getByText('sera supprimé avec ses 59 articles').waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'blogs');
    await page.keyboard.press('Escape');

    await page.goto(`${path}?genre=supprimes`);
    await expectDrawnAlike(page);
    await page.getByText('lea@exemple.fr').waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'deleted');
    await card('Article 12').getByRole('button', { name: 'Récupérer' }).click();
    await page.getByText('« Article 12 » est de retour parmi les articles, sans être publié.').waitFor();
    expect(await card('Article 12').count()).toBe(0);
    await page.goto(`${path}?genre=articles&q=article+12`);
    await card('Article 12').getByText('Brouillon').waitFor();
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });

  it('the home page has its words for search engines in the editor; the page of wrong addresses opens in « Personnaliser »', async () => {
    const { page, context, card, path, run, takeComplaints } = await enter(1440);
    await card('Page introuvable (404)').getByRole('link').first().click();
    await until('the page of wrong addresses is shown', async () =>
      expect(await page.getByLabel('Page montrée').inputValue()).toBe('404'),
    );
    await page.getByText('/cette-page-n-existe-pas').waitFor();
    await page.goto(path);
    await card('Accueil').getByRole('link', { name: 'Titre et description pour les moteurs' }).click();
    const words = page.getByLabel('Intitulé du résultat');
    await until('the field has the keyboard', async () =>
      expect(await words.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true),
    );
    await page.keyboard.type('Boulangerie à Lyon');
    await expectNoBarrier(page);
    await shoot(page, 'home');
    await page.getByRole('button', { name: 'Publier', exact: true }).click();
    await page.getByText('Publiée : les visiteurs voient maintenant ce texte.').waitFor();
    const home = await run("SELECT seo_titre, slug, titre FROM pages WHERE site_id = $1 AND slug = ''");
    expect(home.rows).toEqual([{ seo_titre: 'Boulangerie à Lyon', slug: '', titre: 'Accueil' }]);
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });

  it('are read on a telephone, also by who may not change them', async () => {
    const { page, context, path, run, takeComplaints } = await enter(390);
    await expectNoBarrier(page);
    await shoot(page, 'narrow');
    await page.getByRole('checkbox').nth(1).check();
    await expectNoBarrier(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot(page, 'narrow-dark');
    await run("UPDATE membres SET role = 'lecteur' WHERE site_id = $1");
    for (const genre of ['pages', 'articles', 'blogs', 'supprimes']) {
      await page.goto(`${path}?genre=${genre}`);
      await expectDrawnAlike(page);
      await expectNoBarrier(page);
      await shoot(page, `reader-${genre}`);
      expect(await page.getByRole('checkbox').count()).toBe(0);
      const acts = page
        .getByRole('main')
        .getByRole('button')
        .or(page.getByRole('link', { name: /Nouve/ }));
      expect((await acts.allTextContents()).filter((words) => words !== 'Rechercher')).toEqual([]);
    }
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });
});
