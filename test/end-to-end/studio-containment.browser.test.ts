import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EditorWorld, FILES } from '../support/code-editor.ts';
import { needs } from '../support/needs.ts';
import { createPublicSite } from '../support/public-site.ts';
import { until } from '../support/until.ts';

describe('the preview of a hostile theme', needs('Chromium'), () => {
  let world: EditorWorld;
  beforeAll(async () => {
    world = await EditorWorld.start();
  });
  afterAll(() => world.close());

  it('shows a hostile theme without letting it reach anything', async () => {
    const hostile = await createPublicSite(world.vitrine, {
      ...FILES,
      'sections/texte.liquid': hostileSection(world.vitrine.port),
    });
    const context = await world.signedIn(hostile);
    const page = await context.newPage();
    const events: string[] = [];
    page.on('dialog', (dialog) => {
      events.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('response', (response) => {
      if (/vole/.test(response.url())) events.push(`reached ${response.url()}`);
    });
    context.on('page', (opened) => opened !== page && events.push(`opened ${opened.url()}`));
    await page.goto(`${world.origin}/studio/${hostile.slug}/themes/${hostile.themeId}`);
    const address = page.url();
    const results = page.frameLocator('iframe[title="Aperçu"]').locator('#resultats');
    await until('the attacks have ended', async () => expect(await results.getAttribute('data-fini')).toBe('oui'));
    const done = JSON.parse((await results.textContent()) ?? '{}');
    // It did run; and nothing of it went through.
    expect(done).toMatchObject({ calcul: 2 });
    expect(Object.entries(done).filter(([name, result]) => name !== 'calcul' && result !== 'refusé')).toEqual([]);
    expect(Object.keys(done).length).toBeGreaterThan(10);
    // Its messages opened no file and showed no other page.
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.getByLabel('Page montrée').inputValue()).toBe('/');
    await page.getByRole('treeitem', { name: 'theme.liquid' }).click();
    await page.getByRole('textbox', { name: 'layout/theme.liquid' }).waitFor();
    expect([events, page.url()]).toEqual([[], address]);
    await context.close();
  });
});

/** A section whose script tries what it must not be able to do, and writes down how it went. */
const hostileSection = (port: number): string => `<p id="resultats"></p>
<script nonce="{{ nonce }}">
(async () => {
  const host = 'http://localhost:${port}';
  const results = {};
  const attempt = async (name, act) => {
    try { results[name] = (await act()) ?? 'refusé'; } catch { results[name] = 'refusé'; }
  };
  const loaded = (element, address) => new Promise((resolve, reject) => {
    element.onload = () => resolve('chargé'); element.onerror = reject;
    setTimeout(() => resolve(undefined), 1500);
    element.src = address;
  });
  await attempt('calcul', () => 1 + 1);
  await attempt('cookies', () => document.cookie || undefined);
  await attempt('stockage', () => localStorage.length);
  await attempt('session', () => sessionStorage.length);
  await attempt('base', () => indexedDB.databases());
  await attempt('page', () => parent.document.title);
  await attempt('jeton', () => parent.document.querySelector('script').nonce);
  await attempt('api', async () => (await fetch(host + '/api/themes?vole', { credentials: 'include' })).status);
  await attempt('api sans réponse', async () => (await fetch(host + '/api/themes?vole', { mode: 'no-cors', credentials: 'include' })).type);
  await attempt('ecriture', async () => (await fetch(host + '/api/themes?vole', { method: 'POST', body: '{}', mode: 'no-cors' })).type);
  await attempt('xhr', () => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.onload = () => resolve(request.status); request.onerror = reject;
    request.open('GET', host + '/api/themes?vole'); request.send();
  }));
  await attempt('prise', () => new Promise((resolve, reject) => {
    const socket = new WebSocket('ws://localhost:${port}/vole');
    socket.onopen = () => resolve('ouverte'); socket.onerror = reject;
  }));
  await attempt('cadre', () => new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.src = host + '/vole-cadre';
    document.body.append(frame);
    setTimeout(() => resolve(undefined), 500);
  }));
  await attempt('script', () => { const script = document.createElement('script'); document.head.append(script); return loaded(script, host + '/vole.js'); });
  const works = (address, message, options) => new Promise((resolve, reject) => {
    const worker = new Worker(address, options);
    worker.onmessage = () => resolve('tourne'); worker.onerror = reject;
    worker.postMessage(message);
    setTimeout(() => resolve(undefined), 1500);
  });
  await attempt('travailleur', () => works(URL.createObjectURL(new Blob(['postMessage(1)']))));
  await attempt('travailleur en données', () => works('data:text/javascript,postMessage(1)'));
  await attempt('travailleur du studio', () => works(host + '/studio/scripts/language.js', { kind: 'question', id: 1, asked: 'symbols', given: [] }, { type: 'module' }));
  await attempt('fenetre', () => (open(host + '/vole-fenetre') ? 'ouverte' : undefined));
  await attempt('dialogue', () => { alert('vole'); return undefined; });
  await attempt('haut', () => { top.location = host + '/vole-haut'; });
  await attempt('haut par lien', () => { const link = document.createElement('a'); link.href = host + '/vole-lien'; link.target = '_top'; document.body.append(link); link.click(); });
  await attempt('formulaire', () => { const form = document.createElement('form'); form.action = host + '/vole-formulaire'; form.method = 'post'; form.target = '_top'; document.body.append(form); form.submit(); });
  for (const message of [{ vitrine: 'naviguer', adresse: '//ailleurs.exemple/' }, { vitrine: 'naviguer', adresse: 'javascript:alert(1)' },
    { vitrine: 'section', type: '../layout/theme', cle: 'a' }, { vitrine: 'section', type: { toString: 1 }, cle: [] },
    { vitrine: 'enregistrer' }, { vitrine: 'pret', html: '<script>' }, null, 'pret', { vitrine: 'defilement', y: 'x' }]) parent.postMessage(message, '*');
  const shown = document.getElementById('resultats');
  shown.textContent = JSON.stringify(results);
  shown.dataset.fini = 'oui';
})();
</script>`;
