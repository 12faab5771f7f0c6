import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPE_SENTENCES } from '../../../../src/studio/pages/keys/scopes.ts';
import { query } from '../../../support/database.ts';
import { htmlFaults } from '../../../support/html-faults.ts';
import { createTenant, MINIMAL_THEME, sharedProgram, type Tenant, type TestProgram } from '../../../support/program.ts';
import { type SignedIn, signIn } from '../../../support/sign-in.ts';

/** What strangers and members may write anywhere. */
const HOSTILE = '"><img src=x onerror=alert(1)><b>';
const AS_TEXT = '&quot;>&lt;img src=x onerror=alert(1)>&lt;b>';
const isText = (html: string) => html.replaceAll('&gt;', '>').includes(AS_TEXT);

let vitrine: TestProgram;
let tenant: Tenant;
let session: SignedIn;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  session = await signIn(vitrine, tenant);
});
afterAll(() => vitrine.close());

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const open = (path: string, { headers }: Pick<SignedIn, 'headers'> = session) => vitrine.ask({ path, headers });
const manage = async (method: string, path: string, body?: unknown, key = tenant.key) => {
  const answer = await vitrine.ask({ method, path, key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json();
};

describe('for who is not signed in', () => {
  it('the home says what vitrine is, with the pictures of the catalog, in valid HTML', async () => {
    const page = await vitrine.ask({ path: '/' });
    expect(page.status).toBe(200);
    for (const href of ['/catalogue', '/connexion', '/api/sante']) expect(page.text).toContain(`href="${href}"`);
    const picture = /<img src="(\/catalogue\/origo-[0-9a-f]{16}\.jpg)"/.exec(page.text)?.[1] ?? '';
    expect((await vitrine.ask({ path: picture })).headers['content-type']).toBe('image/jpeg');
    expect(await htmlFaults(page.text)).toEqual([]);
  });

  it('so it is for a cookie that is none', async () => {
    expect((await vitrine.ask({ path: '/', headers: { cookie: 'vitrine_session=x' } })).status).toBe(200);
  });

  it.each([
    '/studio',
    '/studio/site-1?avant=x',
    '/studio/site-1/demandes?avant=x',
    '/studio/cles',
    '/studio/compte',
    '/studio/nouveau',
  ])('%s asks to sign in, and to come back', async (path) => {
    const { status, headers } = await vitrine.ask({ path });
    expect([status, headers.location]).toEqual([303, `/connexion?${new URLSearchParams({ suite: path })}`]);
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('for who is signed in', () => {
  it('the home is the studio', async () => {
    const { status, headers } = await open('/');
    expect([status, headers.location, headers['cache-control']]).toEqual([303, '/studio', 'no-store']);
  });

  it('every page is valid HTML that nothing keeps', async () => {
    const site = `/studio/${tenant.slug}`;
    const paths = [
      '/studio',
      site,
      `${site}/demandes`,
      `${site}/membres`,
      `${site}/domaines`,
      `${site}/journal`,
      `${site}/ce-site`,
      '/studio/nouveau',
      '/studio/cles',
      '/studio/compte',
      '/studio/pieces',
    ];
    for (const path of paths) {
      const page = await open(path);
      expect([path, page.status, page.headers['cache-control']]).toEqual([path, 200, 'no-store']);
      expect([path, await htmlFaults(page.text)]).toEqual([path, []]);
    }
  });

  it('their script has at most 60 kB, compressed', async () => {
    const page = await open('/studio/cles');
    const path = /<script type="module" nonce="[^"]+" src="([^"]+)">/.exec(page.text)?.[1] ?? '';
    const script = await vitrine.ask({ path });
    expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(gzipSync(script.text).length).toBeLessThan(60_000);
  });

  it('the page of keys says what keys open, and that they open nothing else', async () => {
    const { text } = await open('/studio/cles');
    expect(text).toContain('Une clé ouvre les thèmes de vos sites');
    for (const said of Object.values(SCOPE_SENTENCES)) {
      expect(said).not.toMatch(/contenu|demande|page|article|menu|lit tout/i);
    }
  });

  it('no site of others has a page', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    for (const name of [other.slug, other.siteId, 'absent', '__proto__']) {
      expect([name, (await open(`/studio/${name}`)).status]).toEqual([name, 404]);
    }
    expect((await open(`/studio/${tenant.siteId}`)).status).toBe(200);
    expect((await open(`/studio/${other.slug}/demandes`)).status).toBe(404);
    const lonely = await signIn(vitrine, other);
    await run('DELETE FROM membres WHERE compte_id = $1', [other.accountId]);
    expect((await open('/studio', lonely)).text).toContain('Ce compte n’a accès à aucun site.');
  });

  it('the sites with their addresses, themes and requests of thirty days', async () => {
    const own = await createTenant(vitrine.databaseUrl);
    const signedIn = await signIn(vitrine, own);
    expect((await open('/studio', signedIn)).text).toContain('Aucun thème publié.');
    const { themeId } = await manage('POST', '/api/themes', { action: 'installer', origine: 'vela' }, own.key);
    await manage('PATCH', '/api/themes', { id: themeId, publier: true }, own.key);
    await run("INSERT INTO domaines (hote, site_id) VALUES ('www.chez-moi.fr', $1)", [own.siteId]);
    for (const days of [1, 29, 31]) {
      await run(
        "INSERT INTO demandes (site_id, page, champs, ordre, recue_le) VALUES ($1, '/', '{}', '{}', now() - make_interval(days => $2))",
        [own.siteId, days],
      );
    }
    const { text } = await open('/studio', signedIn);
    expect(text).toContain(`<a href="http://${own.slug}.localhost:${vitrine.port}/">`);
    expect(text).toContain('<a href="https://www.chez-moi.fr/">');
    expect(text).toContain('2 demandes reçues en 30 jours');
    expect(text).toMatch(/<img class="picture" src="\/catalogue\/vela-/);
    for (const path of ['', '/personnaliser']) {
      const address = `/studio/${own.slug}/themes/${themeId}${path}`;
      expect(text).toContain(`href="${address}"`);
      expect((await open(address, signedIn)).status).toBe(200);
    }
  });
});

describe('the page of a site', () => {
  const page = async () => (await open(`/studio/${tenant.slug}`)).text;
  const archive = (nom: string) => ({ format: 'theme', format_version: 1, nom, version: HOSTILE.slice(0, 20) });

  it('names and texts of others stand for what they say and not for HTML', async () => {
    const exported = await manage('POST', '/api/themes', { action: 'installer', origine: 'origo' });
    const { format } = await manage('GET', `/api/themes/${exported.themeId}/export`);
    const body = { ...archive(HOSTILE), format, fichiers: MINIMAL_THEME };
    await manage('POST', '/api/themes/importer', body);
    await run('UPDATE sites SET nom = $2 WHERE id = $1', [tenant.siteId, HOSTILE]);
    await run('INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, $2, $3, $4)', [
      tenant.siteId,
      `/${HOSTILE}`,
      JSON.stringify({ [HOSTILE]: [HOSTILE, { a: HOSTILE }] }),
      [HOSTILE],
    ]);
    await manage('PATCH', '/api/themes', { id: exported.themeId, publier: true });
    const site = `/studio/${tenant.slug}`;
    for (const path of ['/studio', site, `${site}/demandes`, '/studio/cles']) {
      const { text } = await open(path);
      expect([path, text.includes('<img src=x'), isText(text)]).toEqual([path, false, true]);
      expect([path, await htmlFaults(text)]).toEqual([path, []]);
    }
  });

  it('shows a theme’s name isolated wherever it stands, and a label where nothing of it is seen', async () => {
    const own = await createTenant(vitrine.databaseUrl);
    const signedIn = await signIn(vitrine, own);
    const [turned, unseen] = ['\u202eemèht', '\u200b\u2066'];
    const ids: Record<string, string> = {};
    for (const nom of [turned, unseen]) {
      const { themeId } = await manage('POST', '/api/themes', { action: 'installer', origine: 'origo' }, own.key);
      if (nom === turned) await manage('PATCH', '/api/themes', { id: themeId, publier: true }, own.key);
      // As an import may name a theme.
      await run('UPDATE themes SET nom = $2 WHERE id = $1', [themeId, nom]);
      ids[nom] = themeId;
    }
    const { themes } = await manage('GET', '/api/themes', undefined, own.key);
    expect(themes.map(({ nom }: { nom: string }) => nom)).toEqual([turned, unseen]);
    const site = (await open(`/studio/${own.slug}`, signedIn)).text;
    expect(site).toContain(`<h3 id="nom-${ids[turned]}"><bdi>${turned}</bdi></h3>`);
    expect(site).toContain(`<h3 id="nom-${ids[unseen]}"><bdi>Sans nom visible</bdi></h3>`);
    expect((await open('/studio', signedIn)).text).toContain(`<bdi>${turned}</bdi> est publié.`);
    for (const [nom, shown, title] of [
      [turned, turned, `\u2068${turned}\u2069`],
      [unseen, 'Sans nom visible', 'Sans nom visible'],
    ] as const) {
      for (const end of [
        '',
        '/personnaliser',
        '/versions',
        '/mise-a-jour',
        ...(nom === unseen ? ['/repetition'] : []),
      ]) {
        const { status, text } = await open(`/studio/${own.slug}/themes/${ids[nom]}${end}`, signedIn);
        expect([end, status, /<title>.*<\/title>/.exec(text)?.[0].includes(`${title} – `)]).toEqual([end, 200, true]);
        expect([end, text.includes(`<bdi>${shown}</bdi>`)]).toEqual([end, true]);
        expect([end, await htmlFaults(text)]).toEqual([end, []]);
        if (end === '/versions') expect(text).toContain('<strong>Version 1</strong>, installation du catalogue');
      }
    }
  });

  it('tells what differs from the catalog', async () => {
    const { themeId } = await manage('POST', '/api/themes', { action: 'installer', origine: 'epure' });
    const files = `/api/themes/${themeId}/fichiers`;
    const { fichiers } = await manage('GET', files);
    const same = fichiers.find(({ chemin }: { chemin: string }) => chemin.startsWith('snippets/')).chemin;
    const css = fichiers.find(({ chemin }: { chemin: string }) => chemin.endsWith('.css')).chemin;
    const detailsOf = async () =>
      new RegExp(`<details id="ecart-${themeId}".*?</details>`, 's').exec(await page())?.[0];
    expect(await detailsOf()).toBeUndefined();
    const contenu = (await manage('GET', `${files}?${new URLSearchParams({ chemin: css })}`)).fichier.contenu;
    // As long as the original, so that its length tells nothing.
    const other = contenu.replace(' ', '\t');
    await manage('PUT', files, { chemin: css, contenu: other });
    await manage('PUT', files, { chemin: 'assets/nouveau.css', contenu: 'a{}' });
    await manage('DELETE', `${files}?${new URLSearchParams({ chemin: same })}`);
    const details = await detailsOf();
    expect(details).toContain('3 fichiers');
    expect(details).toMatch(new RegExp(`Modifiés</p>\\s*<ul class="paths"><li>${css}</li></ul>`));
    expect(details).toMatch(/Ajoutés<\/p>\s*<ul class="paths"><li>assets\/nouveau\.css<\/li><\/ul>/);
    expect(details).toContain(`Retirés</p><ul class="paths"><li>${same}</li></ul>`);
  });

  it('says why controls are disabled: to a reader, and on a site that may not be written to', async () => {
    const requests = async () => (await open(`/studio/${tenant.slug}/demandes`)).text;
    const acts = async () => {
      const text = (await page()) + (await requests());
      const named = (pattern: RegExp) =>
        [...new Set([...text.matchAll(pattern)].map(([, act]) => act))].filter((act) => act !== undefined).sort();
      return {
        reason: /<p class="notice(?: calm)?" id="raison">([^<]*)/.exec(text)?.[1],
        enabled: named(/<button(?![^>]* disabled)[^>]* data-act="(\w+)/g),
      };
    };
    const all = ['brouillon', 'dupliquer', 'exporter', 'installer', 'publier', 'renommer', 'supprimer'];
    expect(await acts()).toEqual({ reason: undefined, enabled: all });
    await run("UPDATE membres SET role = 'lecteur' WHERE compte_id = $1", [tenant.accountId]);
    const reader = 'Vous êtes lecteur de ce site : vous pouvez tout y regarder, sans rien y changer.';
    expect(await acts()).toEqual({ reason: reader, enabled: ['exporter'] });
    const { themes } = await manage('GET', '/api/themes');
    const draft = themes.find(({ role }: { role: string }) => role === 'brouillon').id;
    for (const end of ['', '/personnaliser', '/versions', '/mise-a-jour', '/repetition']) {
      const { text } = await open(`/studio/${tenant.slug}/themes/${draft}${end}`);
      expect([end, text.includes(reader), text.includes('ne permet pas')]).toEqual([end, true, false]);
    }
    await run("UPDATE membres SET role = 'proprietaire' WHERE compte_id = $1", [tenant.accountId]);
    await run("UPDATE sites SET etat = 'expire' WHERE id = $1", [tenant.siteId]);
    const sentence = 'Le site est suspendu ou son essai est terminé : les modifications sont refusées.';
    expect(await acts()).toEqual({ reason: sentence, enabled: ['exporter', 'supprimer'] });
    expect((await open('/studio')).text).toContain(sentence);
    await run("UPDATE sites SET etat = 'actif' WHERE id = $1", [tenant.siteId]);
  });

  it('shows twenty requests and leads to the older ones', async () => {
    await run(
      `INSERT INTO demandes (site_id, page, champs, ordre, recue_le)
       SELECT $1, '/', jsonb_build_object('n', 'numero-' || n), '{n}', now() + n * interval '1 second' FROM generate_series(1, 25) n`,
      [tenant.siteId],
    );
    const path = `/studio/${tenant.slug}/demandes`;
    const shown = (text: string) => [...text.matchAll(/>numero-(\d+)</g)].map(([, n]) => Number(n));
    const { text } = await open(path);
    expect(shown(text)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
    const older = /href="(\/studio\/[^"]+\?avant=[^"]+)"/.exec(text)?.[1] ?? '';
    const last = (await open(older)).text;
    expect(shown(last)).toEqual([5, 4, 3, 2, 1]);
    expect(last).toContain(`href="${path}">Dernières demandes<`);
    expect(shown((await open(`${path}?avant=x`)).text)).toHaveLength(20);
  });

  it('its navigation marks the page that is open, those of a theme too, and shows what is published', async () => {
    const site = `/studio/${tenant.slug}`;
    const { themes } = await manage('GET', '/api/themes');
    const drafts = themes.filter(({ role }: { role: string }) => role === 'brouillon');
    const theme = `${site}/themes/${drafts[0].id}`;
    for (const [path, current] of [
      [site, 'Thèmes'],
      [`${site}/demandes`, 'Demandes'],
      ...['versions', 'mise-a-jour', 'repetition'].map((end) => [`${theme}/${end}`, 'Thèmes']),
    ] as const) {
      const navigation = /<nav class="site-nav".*?<\/nav>/s.exec((await open(path)).text)?.[0] ?? '';
      expect([path, /<a [^>]*aria-current="page"[^>]*>([^<]*)/.exec(navigation)?.[1]]).toEqual([path, current]);
      expect(navigation).toContain(`<a href="${site}/demandes"`);
      expect(navigation).toContain('Publié : <bdi>Origo</bdi>');
    }
  });

  it('older requests, which once stood on it, have moved', async () => {
    const { status, headers } = await open(`/studio/${tenant.slug}?avant=x%26`);
    expect([status, headers.location]).toEqual([303, `/studio/${tenant.slug}/demandes?avant=x%26`]);
  });
});
