import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { sharedProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectNoBarrier } from '../support/studio-member.ts';

/** Writes pictures of the page into a folder for who looks at them. */
const shoot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/u-${name}.png` });
};

describe('an address that changes, in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([sharedProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it('leads to the new one unless a person declines, of pages and blogs; after a deletion the way to redirect is shown', async () => {
    const { page, tenant, context, takeComplaints } = await enterStudio(vitrine, browser);
    const run = (text: string, ...values: unknown[]) => query(vitrine.databaseUrl, text, [tenant.siteId, ...values]);
    await run('DELETE FROM pages WHERE site_id = $1');
    const { rows } = await run(
      `INSERT INTO pages (site_id, slug, titre, contenu) VALUES ($1, 'tarifs', 'Tarifs', ''),
         ($1, 'accueil', 'Bienvenue', '<p><a href="/tarifs">tarifs</a></p>') RETURNING id, slug`,
    );
    await run("INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'nouvelles', 'Nouvelles')");
    const id = rows.find(({ slug }) => slug === 'tarifs')?.id;
    const contents = `http://localhost:${vitrine.port}/studio/${tenant.slug}/contenu`;
    /** Does something, and gives the body of the change that is sent then. @param name of a field of the body */
    const sent = async (name: string, work: () => Promise<unknown>) => {
      const isIt = (method: string, body: string | null) => method === 'PATCH' && body?.includes(`"${name}":`);
      const [request] = await Promise.all([
        page.waitForRequest((one) => Boolean(isIt(one.method(), one.postData()))),
        work(),
      ]);
      await request.response();
      return request.postDataJSON();
    };
    const publish = () => page.getByRole('button', { name: 'Publier', exact: true }).press('Enter');

    await page.goto(`${contents}/pages/${id}`);
    const address = page.getByLabel('Adresse', { exact: true });
    const box = page.getByRole('checkbox', { name: 'Rediriger l’ancienne adresse' });
    await address.waitFor();
    expect(await box.count()).toBe(0);
    await address.fill('nos-tarifs');
    await page.getByText(/Dès la publication, \/tarifs mènera ici.: aucun lien ne se brise\./).waitFor();
    expect(await box.isChecked()).toBe(true);
    const places = page.getByText('1 endroit du site y mène');
    await places.press('Enter');
    await page.getByRole('link', { name: 'Bienvenue' }).waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'moved');
    const led = await sent('publier', publish);
    expect(led).not.toHaveProperty('redirection');
    await box.waitFor({ state: 'detached' });

    await address.fill('tarifs-2027');
    await box.press('Space');
    await page.getByText('Dès la publication, /nos-tarifs ne mènera plus à rien.').waitFor();
    expect(await sent('publier', publish)).toMatchObject({ publier: true, redirection: false });
    await box.waitFor({ state: 'detached' });
    expect((await run("SELECT slug FROM pages WHERE site_id = $1 AND titre = 'Tarifs'")).rows).toEqual([
      { slug: 'tarifs-2027' },
    ]);

    // A blog: the question says so once another address is typed.
    await page.goto(`${contents}?genre=blogs`);
    const blog = page.getByRole('article', { name: 'Nouvelles' });
    const dialog = page.getByRole('dialog');
    await blog.getByRole('button', { name: 'Modifier' }).click();
    expect(await box.count()).toBe(0);
    await dialog.getByLabel('Adresse').fill('actualites-bis');
    await dialog.getByText('/blog/nouvelles mènera ici, avec ses articles').waitFor();
    await expectNoBarrier(page);
    await shoot(page, 'moved-blog');
    await box.uncheck();
    const declined = await sent('description', () => dialog.getByRole('button', { name: 'Enregistrer' }).click());
    expect(declined).toMatchObject({ slug: 'actualites-bis', redirection: false });
    await dialog.waitFor({ state: 'detached' });

    // A page that is deleted.
    await page.goto(contents);
    const card = page.getByRole('article', { name: 'Tarifs', exact: true });
    await card.getByRole('button', { name: 'Supprimer' }).click();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await page.getByRole('link', { name: 'Rediriger son adresse' }).click();
    await page.waitForURL(/redirections\?de=%2Ftarifs-2027$/);
    expect(await page.getByLabel('Ancienne adresse').inputValue()).toBe('/tarifs-2027');
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });
});
