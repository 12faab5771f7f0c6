import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { customiser, holdableLooks } from '../support/customiser.ts';
import { query } from '../support/database.ts';
import { sha256 } from '../support/login.ts';
import { needs } from '../support/needs.ts';
import { createTenant, startTestProgram, type TestProgram } from '../support/program.ts';
import { SETTINGS_THEME } from '../support/settings-theme.ts';
import { until } from '../support/until.ts';
import { expectAccessible } from '../support/visitor.ts';

describe('saving what was changed of a theme without code, in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  const { own, enter, open } = customiser(() => ({ vitrine, browser }));
  it('two tabs change different settings, then one: both are kept, and one chooses', async () => {
    const { context, path, read, themeId, key } = await own();
    const looksOnlyWhenSaving = await holdableLooks(context);
    const [one, other] = [await open(context, path), await open(context, path)];
    for (const { page, press } of [one, other]) {
      // A page behind another draws nothing, and every act waits a second for it.
      await page.bringToFront();
      await press('Couleurs');
    }
    await one.page.getByLabel('Fond', { exact: true }).fill('#eeeeee');
    await other.page.getByLabel('Texte', { exact: true }).fill('#111111');
    await looksOnlyWhenSaving(other.page);
    for (const { page, press, saved } of [one, other]) {
      await page.bringToFront();
      await press('Enregistrer');
      await saved.waitFor();
      await looksOnlyWhenSaving(one.page);
    }
    await other.page.getByText('ont été réunis avec les vôtres').waitFor();
    expect(JSON.parse(await read('config/settings_data.json')).current).toMatchObject({
      fond: '#eeeeee',
      texte: '#111111',
    });

    await one.page.bringToFront();
    await one.page.getByLabel('Texte', { exact: true }).fill('#333333');
    await one.press('Enregistrer');
    const dialog = one.page.getByRole('dialog', { name: 'Réglés deux fois' });
    await dialog.getByRole('group', { name: 'Couleurs › Texte' }).getByLabel('La vôtre').check();
    await expectAccessible(one.page);
    await dialog.getByRole('button', { name: 'Réunir et enregistrer' }).click();
    await one.saved.waitFor();
    expect(JSON.parse(await read('config/settings_data.json')).current.texte).toBe('#333333');

    const file = 'config/settings_data.json';
    await looksOnlyWhenSaving(one.page);
    await vitrine.ask({ method: 'DELETE', path: `/api/themes/${themeId}/fichiers?chemin=${file}`, key });
    await one.page.getByLabel('Fond', { exact: true }).fill('#cccccc');
    await one.press('Enregistrer');
    await dialog.getByRole('group', { name: file }).getByLabel('Le garder').check();
    await expectAccessible(one.page);
    await dialog.getByRole('button', { name: 'Réunir et enregistrer' }).click();
    await one.saved.waitFor();
    expect(JSON.parse(await read(file)).current).toMatchObject({ fond: '#cccccc', texte: '#333333' });
    expect([...one.errors, ...other.errors]).toEqual([]);
    await context.close();
  });

  it('what is not saved survives a reload, a closed tab and the end of the session', async () => {
    const owner = await own();
    const { context, path, read } = owner;
    const { page, press } = await open(context, path);
    await press('Couleurs');
    await page.getByLabel('Fond', { exact: true }).fill('#fafafa');
    await page.reload();
    await page.getByText('Vos changements non enregistrés ont été repris.').waitFor();
    await page.close();

    const next = await open(context, path);
    await next.page.getByText('Vos changements non enregistrés ont été repris.').waitFor();
    await context.clearCookies();
    await next.press('Enregistrer');
    await next.page.getByRole('link', { name: 'Se reconnecter' }).waitFor();
    await expectAccessible(next.page);
    await enter(context, owner);
    await next.press('Enregistrer');
    await next.saved.waitFor();
    expect(JSON.parse(await read('config/settings_data.json')).current.fond).toBe('#fafafa');

    const last = await open(context, path);
    expect(await last.page.getByText('ont été repris').count()).toBe(0);
    await context.close();
  });

  it('what earlier releases have kept in the browser is found: of this page, and of the code editor what forms can show', async () => {
    const { context, path, read, themeId, accountId } = await own();
    const base = async (file: string) => ({ text: await read(file), empreinte: sha256(await read(file)) });
    const [data, index] = [await base('config/settings_data.json'), await base('templates/index.json')];
    const ofEditor = { theme: themeId, page: 'abc', at: 1, base: data };
    const kept = [
      { ...ofEditor, path: 'config/settings_data.json', text: data.text.replace('#222222', '#123456') },
      { ...ofEditor, path: 'config/settings_schema.json', text: 'pas du JSON' },
      { ...ofEditor, path: 'sections/note.liquid', text: 'code' },
    ];
    const fichiers = { 'templates/index.json': { base: index, text: index.text.replace('Deuxième', 'Gardée') } };
    const page = await context.newPage();
    await page.goto(`http://localhost:${vitrine.port}/studio`);
    await page.evaluate(`new Promise((resolve, reject) => {
      const name = ${JSON.stringify(`vitrine-personnaliser:${accountId}:${themeId}:1-2`)};
      localStorage.setItem(name, JSON.stringify(${JSON.stringify({ le: 2, fichiers })}));
      const opening = indexedDB.open('vitrine-editeur-${accountId}', 1);
      opening.onupgradeneeded = () =>
        opening.result.createObjectStore('textes', { keyPath: ['theme', 'path', 'page'] });
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const writing = opening.result.transaction('textes', 'readwrite');
        for (const draft of ${JSON.stringify(kept)}) writing.objectStore('textes').put(draft);
        writing.oncomplete = () => resolve(opening.result.close());
      };
    })`);
    await page.close();

    const next = await open(context, path);
    await next.page.getByText('Vos changements non enregistrés ont été repris.').waitFor();
    await until('the preview shows both', async () =>
      expect(await next.preview.locator('aside').allTextContents()).toEqual(['Gardée']),
    );
    await next.press('Enregistrer');
    await next.saved.waitFor();
    expect(JSON.parse(await read('config/settings_data.json')).current.texte).toBe('#123456');
    expect(await read('templates/index.json')).toContain('Gardée');
    expect(await read('sections/note.liquid')).not.toBe('code');
    await next.page.close();
    const code = await context.newPage();
    await code.goto(`http://localhost:${vitrine.port}${path.replace('/personnaliser', '')}`);
    await code.getByText('config/settings_schema.json, sections/note.liquid').waitFor();
    await context.close();
  });

  it('a browser that refuses every storage shows and saves all the same, and says that it keeps nothing', async () => {
    const { context, path, read } = await own();
    await context.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
      IDBFactory.prototype.open = () => { throw new DOMException('refused', 'SecurityError'); };`);
    const { page, press, saved } = await open(context, path);
    await press('Couleurs');
    await page.getByLabel('Fond', { exact: true }).fill('#fafafa');
    await page.getByText('Ce navigateur ne garde pas les textes non enregistrés').waitFor();
    await press('Enregistrer');
    await saved.waitFor();
    expect(JSON.parse(await read('config/settings_data.json')).current.fond).toBe('#fafafa');
    // The address names no file.
    await page.goto(`http://localhost:${vitrine.port}${path.replace('/personnaliser', '')}#%`);
    await page.getByRole('treeitem', { name: 'note.liquid', exact: true }).click();
    await page.getByRole('textbox', { name: 'sections/note.liquid' }).waitFor();
    await context.close();
  });

  it('a theme that is no longer published is told of, and asked about once it is published again', async () => {
    const { context, path, read, themeId, key } = await own();
    const { page, press, saved } = await open(context, path);
    const manage = (method: string, body: unknown) => vitrine.ask({ method, path: '/api/themes', key, body });
    const other = (await manage('POST', { action: 'dupliquer', id: themeId })).json();
    const lookAgain = () => page.evaluate('dispatchEvent(new Event("focus"))');
    await press('Couleurs');
    await page.getByLabel('Fond', { exact: true }).fill('#fafafa');
    await manage('PATCH', { id: other.themeId, publier: true });
    await lookAgain();
    await page.getByText('Ce thème n’est plus publié').waitFor();
    await manage('PATCH', { id: themeId, publier: true });
    await press('Enregistrer');
    const question = page.getByRole('dialog', { name: 'Changer le site public ?' });
    await question.waitFor();
    await expectAccessible(page);
    expect(await read('config/settings_data.json')).not.toContain('#fafafa');
    await question.getByRole('button', { name: 'Enregistrer sur le site public' }).click();
    await saved.waitFor();
    expect(await read('config/settings_data.json')).toContain('#fafafa');
    await context.close();
  });

  it.each([
    ['from the start', 'indexedDB.open'],
    ['once its storage is full', 'IDBObjectStore.prototype.put'],
  ])('a browser that keeps nothing %s says so, and asks before the page ends with what is not saved', async (_when, fails) => {
    const { context, path } = await own();
    await context.addInitScript(`${fails} = () => { throw new Error('refused'); }`);
    const { page, press } = await open(context, path);
    await press('Couleurs');
    await page.getByLabel('Fond', { exact: true }).fill('#fafafa');
    await page.getByText('Ce navigateur ne garde pas les textes non enregistrés').waitFor();
    const asked = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await context.close();
  });

  it('what is left of a theme that was deleted elsewhere can be had as an archive, which can be imported', async () => {
    const { context, path, themeId, key } = await own();
    const { page, press } = await open(context, path);
    await press('Couleurs');
    await page.getByLabel('Fond', { exact: true }).fill('#fafafa');
    const manage = (method: string, route: string, body?: unknown) => vitrine.ask({ method, path: route, key, body });
    const other = (await manage('POST', '/api/themes', { action: 'installer', origine: 'vela' })).json();
    await manage('PATCH', '/api/themes', { id: other.themeId, publier: true });
    await manage('DELETE', `/api/themes?id=${themeId}`);
    await press('Enregistrer');
    await page.getByText('Ce thème n’existe plus : il a été supprimé ailleurs').first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), press('Télécharger l’archive')]);
    const archive = JSON.parse(await readFile(await download.path(), 'utf8'));
    const { themeId: again } = (await manage('POST', '/api/themes/importer', archive)).json();
    const files = `/api/themes/${again}/fichiers?chemin=config/settings_data.json`;
    const data = JSON.parse((await manage('GET', files)).json().fichier.contenu);
    expect(data.current.fond).toBe('#fafafa');
    await context.close();
  });

  it('a theme from elsewhere loses its comments only when one says so, and shows what was disabled', async () => {
    const head = '/*\n * écrit par un autre programme\n */\n';
    const sections = { liste: { type: 'liste', disabled: true }, note: { type: 'note' } };
    const presets = { Default: { texte: '#222222', sections: { tete: { disabled: true } } } };
    const { context, path, read, visit } = await own('actif', {
      ...SETTINGS_THEME,
      'templates/index.json': JSON.stringify({ sections, order: ['liste', 'note'] }),
      'config/settings_data.json': head + JSON.stringify({ current: 'Default', presets }, null, 2),
    });
    expect(await visit()).not.toMatch(/<header>|Une liste/);
    const { page, press, errors, saved } = await open(context, path);
    await press('Couleurs');
    await page.getByLabel('Fond', { exact: true }).fill('#eeeeee');
    await press('Enregistrer');
    await page.getByText('config/settings_data.json perdra les siens').waitFor();
    await expectAccessible(page);
    expect(await read('config/settings_data.json')).toContain(head);
    await press('Enregistrer sans commentaires');
    await saved.waitFor();
    expect(JSON.parse(await read('config/settings_data.json'))).toMatchObject({
      current: 'Default',
      presets: { Default: { fond: '#eeeeee', texte: '#222222' } },
    });
    await press('Retour à la liste');
    await press(/^En-tête/);
    await expectAccessible(page);
    await press('Montrer');
    await press('Retour à la liste');
    await press('Montrer Liste');
    await press('Enregistrer');
    await saved.waitFor();
    expect(await visit()).toMatch(/<header>.*Une liste/s);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('what one account has not saved, another that signs in in the same browser does not get to see', async () => {
    const owner = await own();
    const { context, path, siteId } = owner;
    const { page, press } = await open(context, path);
    await press('Couleurs');
    await page.getByLabel('Fond', { exact: true }).fill('#fafafa');
    await page.close();
    const colleague = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, "INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'editeur')", [
      siteId,
      colleague.accountId,
    ]);
    await enter(context, colleague);
    const theirs = await open(context, path);
    expect(await theirs.page.getByText('ont été repris').count()).toBe(0);
    await theirs.page.close();
    await enter(context, owner);
    const again = await open(context, path);
    await again.page.getByText('Vos changements non enregistrés ont été repris.').waitFor();
    await context.close();
  });

  it('a site that may not be written to shows its settings, and why they cannot be changed', async () => {
    const { context, path } = await own('expire');
    const { page, press, errors } = await open(context, path);
    await page.getByText('les modifications sont refusées').waitFor();
    await press('Couleurs');
    expect(await page.getByLabel('Fond', { exact: true }).isEditable()).toBe(false);
    expect(await page.getByRole('button', { name: 'Enregistrer' }).count()).toBe(0);
    await expectAccessible(page);
    await press('Retour à la liste');
    expect(await page.getByRole('button', { name: /^(Déplacer|Masquer|Ajouter)/ }).count()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  });
});
