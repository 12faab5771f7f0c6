import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { type MovingCatalog, movingCatalog } from '../support/moving-catalog.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { enterStudio, expectNoBarrier } from '../support/studio-member.ts';

const AVIS = 'snippets/avis.liquid';
const FOOTER = 'sections/footer.liquid';

describe('a catalog upgrade in the studio', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let catalog: MovingCatalog;
  let browser: TestBrowser;
  beforeAll(async () => {
    catalog = await movingCatalog();
    [vitrine, browser] = await Promise.all([startTestProgram({}, { catalog: catalog.url }), lentBrowser()]);
  });
  afterAll(async () => {
    await Promise.all([vitrine.close(), browser.close()]);
    await catalog.remove();
  });

  it('is told on the site’s page, shows what both have changed, and goes to the draft as it was chosen', async () => {
    const { tenant, page, manage, takeComplaints } = await enterStudio(vitrine, browser);
    const { themeId } = (await manage('POST', '/api/themes', { action: 'installer', origine: 'origo' })).json();
    await manage('PATCH', '/api/themes', { id: themeId, publier: true });
    const contentOf = async (id: string, path: string): Promise<string> =>
      (await manage('GET', `/api/themes/${id}/fichiers?${new URLSearchParams({ chemin: path })}`)).json().fichier
        ?.contenu;
    const put = (chemin: string, contenu: string) =>
      manage('PUT', `/api/themes/${themeId}/fichiers`, { chemin, contenu });
    const hostile = '<img src=x onerror=alert(1)>';
    await put(AVIS, (await contentOf(themeId, AVIS)).replace('Merci&nbsp;!', hostile));
    await put(FOOTER, (await contentOf(themeId, FOOTER)).replace('"name": "', '"name": "Mon '));
    await put('snippets/mien.liquid', 'à moi');

    await page.goto(`http://localhost:${vitrine.port}/studio/${tenant.slug}`);
    const card = page.getByRole('article', { name: 'Origo', exact: true });
    await card.waitFor();
    expect(await page.getByText('Mise à jour disponible').count()).toBe(0);
    await catalog.edit(AVIS, 'Merci&nbsp;!', 'Merci beaucoup !');
    await catalog.edit(FOOTER, '"name": "', '"name": "Le ');
    await catalog.set('snippets/neuf.liquid', 'neuf');
    await page.reload();
    await expectNoBarrier(page);
    await card.getByRole('link', { name: 'Mise à jour disponible' }).click();

    await page.getByRole('heading', { name: 'À choisir' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'À choisir',
      'Ce que le catalogue a changé',
      'Ce que vous avez changé, et qui reste',
    ]);
    const conflict = (path: string) => page.getByRole('group', { name: path });
    expect(await conflict(AVIS).textContent()).toContain(hostile);
    expect(await conflict(FOOTER).getByRole('heading', { level: 3 }).textContent()).toBe('schema › name');
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoBarrier(page);
    }
    await conflict(FOOTER).getByRole('radio', { name: 'Garder ce qui est à vous' }).focus();
    await page.keyboard.press('ArrowDown');
    expect((await manage('GET', '/api/themes')).json().themes).toHaveLength(1);
    await page.getByRole('button', { name: 'Appliquer au brouillon' }).click();
    await page.getByRole('heading', { name: 'C’est fait' }).waitFor();
    await expectNoBarrier(page);

    const [, draft] = (await manage('GET', '/api/themes')).json().themes;
    expect(await contentOf(draft.id, AVIS)).toContain(hostile);
    expect(await contentOf(draft.id, FOOTER)).toContain('"name": "Le ');
    expect(await contentOf(draft.id, 'snippets/neuf.liquid')).toBe('neuf');
    expect(await contentOf(themeId, FOOTER)).toContain('"name": "Mon ');
    await page.getByRole('link', { name: 'Modifier le code' }).click();
    await page.waitForURL(new RegExp(`/themes/${draft.id}$`));
    await page.goto(`http://localhost:${vitrine.port}/studio/${tenant.slug}/themes/${themeId}/mise-a-jour`);
    await page.getByRole('heading', { name: 'À jour', exact: true }).waitFor();
    expect(takeComplaints()).toEqual([]);
  });
});
