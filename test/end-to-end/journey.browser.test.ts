/** The shortest way through the studio: what is changed without code is seen on the site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { freshDatabase } from '../support/database.ts';
import { makeTestDemo, type TestDemo } from '../support/demo.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { logIn } from '../support/studio-member.ts';
import { welcomeVisitor } from '../support/visitor.ts';

describe('the owner of a demo site, in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  let demo: TestDemo;
  beforeAll(async () => {
    const url = await freshDatabase();
    demo = await makeTestDemo(url);
    [vitrine, browser] = await Promise.all([
      startTestProgram({ DATA_DIR: demo.dataDir }, { databaseUrl: url }),
      lentBrowser(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([vitrine.close(), browser.close()]);
    await demo.remove();
  });

  it('opens the site, signs in, changes a setting, and sees the change on the site', async () => {
    const { page, open, expectNoComplaint, leave } = await welcomeVisitor(
      browser,
      `http://origo.localhost:${vitrine.port}`,
    );
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    expect(await open('/')).toBe(200);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const before = await background();
    await expectNoComplaint();

    const studio = await page.context().newPage();
    await logIn(studio, `http://localhost:${vitrine.port}`, {
      email: String(demo.access?.email),
      mot_de_passe: String(demo.access?.password),
    });
    await studio
      .getByRole('article', { name: 'Atelier de l’Orme' })
      .getByRole('link', { name: 'Personnaliser' })
      .click();
    await studio.getByRole('button', { name: 'Couleurs', exact: true }).click();
    await studio.getByLabel('Couleur claire', { exact: true }).fill('#dde8f7');
    await studio.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await studio.getByText('Tout est enregistré').waitFor();

    await open('/');
    expect(await page.content()).toContain('#dde8f7');
    expect(await background()).not.toBe(before);
    await leave();
  });
});
