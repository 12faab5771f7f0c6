import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../support/program.ts';
import { publishTheme } from '../support/published-theme.ts';
import { enterStudio, expectDrawnAlike, expectNoBarrier } from '../support/studio-member.ts';
import { until } from '../support/until.ts';

const THEME = {
  ...MINIMAL_THEME,
  'templates/index.json': JSON.stringify({ sections: { a: { type: 'maison' } }, order: ['a'] }),
  'sections/maison.liquid':
    '<p>Tél. {{ site.telephone }}</p>{% for jour in site.horaires %}<p>{{ jour.jour }} : {{ jour.texte }}</p>{% endfor %}',
};

/** All that this browser keeps for the pages of an origin, as text. */
const KEPT = `(async () => {
  const all = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve, reject) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    for (const store of db.objectStoreNames)
      all.push(JSON.stringify(await new Promise((resolve) => {
        const asked = db.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => resolve(asked.result);
      })));
    db.close();
  }
  return all.join('\\n');
})()`;

describe('the settings of a site in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([sharedProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  /** The settings of a new site, whose home page shows them. */
  async function enterSettings(width?: number) {
    const member = await enterStudio(vitrine, browser, width === undefined ? {} : { width });
    const { tenant } = member;
    const manage = async (method: string, path: string, body?: object) => {
      const answer = await vitrine.ask({ method, path, key: tenant.key, besideSession: true, ...(body && { body }) });
      expect(answer.status, answer.text).toBe(200);
      return answer.json();
    };
    await publishTheme(vitrine, tenant.siteId, THEME);
    const studio = `http://localhost:${vitrine.port}/studio/${tenant.slug}`;
    const home = async () => (await vitrine.ask({ host: `${tenant.slug}.localhost`, path: '/' })).text;
    const stored = async (tab: string) => (await manage('GET', `/api/parametres/${tab}`)).valeurs;
    const write = (tab: string, valeurs: object) => manage('PATCH', `/api/parametres/${tab}`, { valeurs });
    /** The opened page once its fields may be used. */
    const open = async (page: Page, end: string) => {
      await page.goto(`${studio}/reglages${end}`);
      await page.locator('.settings input:enabled, .settings textarea:enabled').first().waitFor();
    };
    return { ...member, studio, home, stored, write, open };
  }
  const saved = (page: Page) => page.getByText('Tout est enregistré. Les visiteurs').waitFor();

  it('telephone and hours are changed in four clicks from the page of the site, and visitors see them at once', async () => {
    const { page, studio, home, write, takeComplaints } = await enterSettings();
    await write('contact', { telephone: '01 00', horaires: { lundi: [{ de: '09:00', a: '18:00' }] }, propre: 1 });
    let clicks = 0;
    const click = async (target: ReturnType<Page['locator']>) => {
      await target.click();
      clicks++;
    };
    await page.goto(studio);
    await click(page.getByRole('link', { name: 'Réglages' }));
    await click(page.getByRole('link', { name: 'Contact', exact: true }));
    await click(page.getByLabel('Téléphone'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('04 67 00 00 01');
    await page.getByText('Pas encore enregistré').waitFor();
    await click(page.getByRole('button', { name: 'Enregistrer' }));
    await saved(page);
    expect(await home()).toContain('Tél. 04 67 00 00 01');
    expect(clicks).toBe(4);

    clicks = 0;
    await page.goto(studio);
    await click(page.getByRole('link', { name: 'Réglages' }));
    await click(page.getByRole('link', { name: 'Contact', exact: true }));
    // The browser has a field for each part of an hour: the click goes to the first.
    const end = page.getByLabel('Fermeture, lundi, plage 1');
    await end.click({ position: { x: 12, y: 12 } });
    clicks++;
    await page.keyboard.type('0730PM');
    await click(page.getByRole('button', { name: 'Enregistrer' }));
    await saved(page);
    expect((await home()).replaceAll('\u00a0', ' ')).toContain('Lundi : 9 h – 19 h 30');
    expect(clicks).toBe(4);
    expect(takeComplaints()).toEqual([]);
  });

  it('of two windows are merged value by value, and asked about where both have changed one; what is wrong is told first', async () => {
    const { page, context, home, stored, write, open, takeComplaints } = await enterSettings();
    await write('contact', { telephone: '01 00', horaires: { lundi: [], mardi: [] }, propre: { a: 1 } });
    const other = await context.newPage();
    for (const one of [page, other]) await open(one, '/contact');
    await page.getByLabel('Fermé le lundi').uncheck();
    await page.getByRole('button', { name: 'Ajouter des heures, lundi' }).click();
    await page.getByRole('button', { name: 'Copier aux autres jours les horaires du lundi' }).click();
    await page.getByRole('button', { name: 'Annuler la copie' }).click();
    await page.getByLabel('Ville').fill('  Sète ');
    await page.keyboard.press('Control+s');
    await saved(page);
    await other.getByRole('button', { name: 'Ajouter des heures, mercredi' }).click();
    await other.getByRole('button', { name: 'Ajouter une période' }).click();
    await other.getByLabel('Nom', { exact: true }).fill('Noël');
    await other.getByLabel('Du', { exact: true }).fill('2031-12-25');
    await other.getByLabel('Courriel montré aux visiteurs').fill('pas une adresse');
    await other.keyboard.press('Control+s');
    const wrong = other.getByText('Une adresse de courriel s’écrit comme');
    await wrong.waitFor();
    expect(await other.evaluate('document.activeElement.id')).toBe('courriel_public');
    expect((await stored('contact')).exceptions).toBe(undefined);
    await other.getByLabel('Courriel montré aux visiteurs').fill('bonjour@exemple.fr');
    await other.keyboard.press('Control+s');
    await saved(other);
    const day = [{ de: '09:00', a: '18:00' }];
    expect(await stored('contact')).toEqual({
      ...{ telephone: '01 00', propre: { a: 1 }, adresse_postale: { ville: 'Sète' } },
      ...{ horaires: { lundi: day, mardi: [], mercredi: day }, courriel_public: 'bonjour@exemple.fr' },
      exceptions: [{ du: '2031-12-25', au: '2031-12-25', libelle: 'Noël', plages: [] }],
    });
    await page.getByLabel('Fermeture, mercredi, plage 1').waitFor();

    await page.getByLabel('Téléphone').fill('02 00 00');
    await other.getByLabel('Téléphone').fill('03 00 00');
    await page.keyboard.press('Control+s');
    await saved(page);
    await other.keyboard.press('Control+s');
    const dialog = other.getByRole('dialog', { name: 'Changé deux fois' });
    await dialog.getByText('02 00 00').waitFor();
    await expectNoBarrier(other);
    await dialog.getByLabel('Ce que vous avez écrit ici').check();
    await dialog.getByRole('button', { name: 'Réunir et enregistrer' }).click();
    await saved(other);
    expect(await home()).toContain('Tél. 03 00 00');
    expect(takeComplaints()).toEqual([]);
  });

  it('of one tab wait unsaved while another is open, without a barrier, by keyboard and on a telephone', async () => {
    const { page, stored, open, takeComplaints } = await enterSettings(390);
    await open(page, '');
    await page.getByLabel('Présentation').fill('Pain au levain');
    await page.getByLabel('Activité').selectOption('Bakery');
    await page.getByLabel('Fuseau horaire du site').selectOption('Indian/Reunion');
    await expectNoBarrier(page);
    await page.getByRole('link', { name: 'Réseaux' }).press('Enter');
    await page.getByLabel('Instagram').fill('http://instagram.example/levain');
    await page.keyboard.press('Enter');
    await page.getByText('L’adresse commence par « https:// »').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('instagram');
    await page.getByLabel('Instagram').fill('https://instagram.example/levain');
    await expectNoBarrier(page);
    await page.keyboard.press('Enter');
    await saved(page);
    expect(await stored('reseaux')).toEqual({ instagram: 'https://instagram.example/levain' });
    expect(await stored('general')).toEqual({});
    await page.getByRole('link', { name: 'Recherche et partage' }).press('Enter');
    await page.getByLabel('Description', { exact: true }).fill('Pain au levain, à Sète');
    await page.getByText('22 caractères : les moteurs montrent tout.').waitFor();
    await page.getByLabel('Cacher le site').check();
    await page.getByText('Le site n’y paraît pas.').waitFor();
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await saved(page);
    expect(await stored('seo')).toEqual({ description: 'Pain au levain, à Sète', masque: true });
    await page.getByRole('link', { name: 'Contact', exact: true }).press('Enter');
    await page.getByLabel('Fermé le lundi').check();
    await expectNoBarrier(page);
    await page.getByRole('link', { name: 'Général' }).press('Enter');
    await page.getByText('Vos changements non enregistrés ont été repris.').waitFor();
    expect(await page.getByLabel('Présentation').inputValue()).toBe('Pain au levain');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await stored('general')).toEqual({
      ...{ description: 'Pain au levain', activite: 'Bakery', fuseau: 'Indian/Reunion' },
    });
    expect(takeComplaints()).toEqual([]);
  });

  it('the code for visitors is set, changed and taken off, is never shown, and the browser keeps it nowhere', async () => {
    const { page, studio, tenant, stored, write, takeComplaints } = await enterSettings(390);
    await write('acces', { propre: 1 });
    const isAsked = async () => (await vitrine.ask({ host: `${tenant.slug}.localhost`, path: '/' })).status;
    await page.goto(`${studio}/reglages/acces`);
    await expectDrawnAlike(page);
    await page.getByLabel('Code', { exact: true }).fill('sesame-7531');
    // A page that is left keeps what is not saved: of a code nothing.
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    await page.getByLabel('Téléphone').fill('01 02 03');
    await until('the browser keeps the draft of the telephone', async () =>
      String(await page.evaluate(KEPT)).includes('01 02 03'),
    );
    expect(await page.evaluate(KEPT)).not.toContain('sesame');
    await page.getByRole('link', { name: 'Accès', exact: true }).click();
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Code', { exact: true }).fill('sesame-7531');
    await page.keyboard.press('Enter');
    await page.getByText('Un code est demandé aux visiteurs. Il n’est montré').waitFor();
    expect(await isAsked()).not.toBe(200);
    expect(await page.content()).not.toContain('sesame');
    await expectNoBarrier(page);
    await page.getByLabel('Nouveau code').fill('sesame-8642');
    await page.getByRole('button', { name: 'Changer le code' }).press('Enter');
    await page.getByText('Le code est changé').waitFor();
    expect(await page.evaluate(KEPT)).not.toContain('sesame');
    expect(await stored('acces')).toEqual({ propre: 1, protege: true });
    await page.getByRole('button', { name: 'Ne plus demander de code' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Ouvrir le site à tous' }).press('Enter');
    await page.getByText('Le site est ouvert à tous.').waitFor();
    expect([await isAsked(), await stored('acces')]).toEqual([200, { propre: 1, protege: false }]);
    expect(takeComplaints()).toEqual([]);
  });
});
