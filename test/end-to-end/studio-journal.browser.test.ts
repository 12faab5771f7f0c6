import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { HOSTILE_TEXTS, MARKER, MARKER_ATTRIBUTE } from '../support/hostile-texts.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

describe('the record of a site', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  const SHOTS = process.env.SHOTS;

  it('is read, filtered and turned with the keyboard, exported, and shows names as text', async () => {
    const { tenant, credentials, page, context, takeComplaints } = await enterStudio(vitrine, browser);
    const write = (acte: string, minutes: number, details: object, moyen = 'compte') =>
      query(
        vitrine.databaseUrl,
        `INSERT INTO journal (site_id, acte, moyen, compte_id, auteur, details, fait_le)
         VALUES ($1, $2, $3, $4, $5, $6, timestamptz '2026-03-02 10:00Z' - make_interval(mins => $7))`,
        [
          ...[tenant.siteId, acte, moyen, moyen === 'exploitant' ? null : tenant.accountId],
          ...[moyen === 'exploitant' ? null : credentials.email, JSON.stringify(details), minutes],
        ],
      );
    await write('theme_publie', 0, { nom: 'Été 2026' });
    await write('membre_role', 1, { compte: tenant.accountId, role: 'editeur' });
    await write('site_suspendu', 2, {}, 'exploitant');
    await write('site_supprime', 3, { efface_le: '2026-04-01T10:00:00Z' });
    for (const [n, titre] of HOSTILE_TEXTS.slice(0, 60).entries()) await write('blog_ajoute', 4 + n, { titre });

    await page.goto(`http://localhost:${vitrine.port}/studio/${tenant.slug}`);
    await page.getByRole('navigation', { name: 'Ce site' }).getByRole('link', { name: 'Journal' }).click();
    const list = page.getByRole('list', { name: 'Journal' });
    const rows = () => list.getByRole('listitem').allTextContents();
    await expectDrawnAlike(page);
    expect((await rows()).slice(0, 4)).toEqual([
      `lundi 2 mars 2026 à 11\u00a0h${credentials.email} a publié le thème «\u00a0Été 2026\u00a0»`,
      expect.stringContaining(`a donné à ${credentials.email} le rôle éditeur`),
      expect.stringContaining('L’équipe de ce service a suspendu le site'),
      expect.stringContaining('a supprimé le site, qui s’en va le mercredi 1er avril 2026 à 12\u00a0h'),
    ]);
    expect(await rows()).toHaveLength(50);
    await expectNoBarrier(page);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/j-journal-1280.png` });

    // What hostile people called a blog is text.
    for (const titre of HOSTILE_TEXTS.slice(0, 20)) await list.getByText(titre, { exact: true }).first().waitFor();
    expect(await page.locator(`[${MARKER_ATTRIBUTE}]`).count()).toBe(0);
    expect(await page.evaluate(`typeof ${MARKER}`)).toBe('undefined');

    await page.getByRole('link', { name: 'Actes plus anciens' }).focus();
    await page.keyboard.press('Enter');
    await until('the older acts are there', async () => expect(await rows()).toHaveLength(14));
    await page.getByRole('link', { name: 'Derniers actes' }).click();
    await until('the last acts are there', async () => expect(await rows()).toHaveLength(50));

    await page.getByLabel('Personne').selectOption('L’équipe de ce service');
    await until('acts of operators alone are there', async () => expect(await rows()).toHaveLength(1));
    expect(new URL(page.url()).search).toBe('?compte=exploitant');
    await page.getByLabel('Genre d’actes').selectOption('Publications');
    await page.getByText('Rien ne correspond.').waitFor();
    await page.getByRole('link', { name: 'Tout montrer' }).click();
    await page.getByLabel('Genre d’actes').selectOption('Membres et invitations');
    await until('acts on members alone are there', async () => expect(await rows()).toHaveLength(1));
    await page.getByLabel('Du', { exact: true }).fill('2026-03-03');
    await page.getByText('Rien ne correspond.').waitFor();
    await page.getByLabel('Du', { exact: true }).fill('2026-03-02');
    await until('the day counts', async () => expect(await rows()).toHaveLength(1));
    await page.reload();
    expect(await rows()).toHaveLength(1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^journal-.*\.csv$/);
    expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`http://localhost:${vitrine.port}/studio/${tenant.slug}/journal`);
    expect((await rows())[0]).toContain('a pris le tableau du journal');
    await expectNoBarrier(page);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/j-journal-390-dark.png` });
    await query(vitrine.databaseUrl, "UPDATE membres SET role = 'lecteur' WHERE site_id = $1", [tenant.siteId]);
    await page.reload();
    await page.getByText('Le journal d’un site n’est montré qu’à ses propriétaires.').waitFor();
    await expectNoBarrier(page);
    expect(takeComplaints()).toEqual([]);
    await context.close();
  });
});
