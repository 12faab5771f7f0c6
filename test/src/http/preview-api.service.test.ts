import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewId } from '../../../src/sites/preview-versions.ts';
import { query } from '../../support/database.ts';
import { createTenant, MINIMAL_THEME, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { FLOOD } from '../../support/public-site.ts';
import { publishTheme } from '../../support/published-theme.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';

const NONCE = 'bm9uY2UgZGUgbOKAmWFwZXJjdQ==';
const LOOP =
  '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}';
/** A tenth of a second or two, so that previews are under way together. */
const WORK = '{% for a in (1..1000) %}{% for b in (1..9000) %}{% endfor %}{% endfor %}';

let vitrine: TestProgram;
let site: Tenant & { readonly themeId: string };
let author: SignedIn;

beforeAll(async () => {
  vitrine = await sharedProgram();
  const tenant = await createTenant(vitrine.databaseUrl);
  const themeId = await publishTheme(vitrine, tenant.siteId, {
    ...MINIMAL_THEME,
    'layout/theme.liquid':
      '<link href="{{ \'a.css\' | asset_url }}"><i nonce="{{ nonce }}">{{ content_for_layout }}</i>',
    'templates/page.json': '{"sections":{"p":{"type":"page"}},"order":["p"]}',
    'templates/404.json': '{"sections":{"p":{"type":"perdu"}},"order":["p"]}',
    'sections/page.liquid': '{{ page.titre }} {{ page.demande }}',
    'sections/perdu.liquid': 'perdu',
  });
  site = { ...tenant, themeId };
  author = await signIn(vitrine, site);
  await query(vitrine.databaseUrl, "INSERT INTO pages (site_id, slug, titre) VALUES ($1, 'contact', 'Écrire')", [
    site.siteId,
  ]);
  await query(
    vitrine.databaseUrl,
    `WITH a AS (INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'journal', 'Journal'))
     INSERT INTO pages (site_id, slug, titre, gabarit) VALUES ($1, 'essai', 'Essai', 'essai')`,
    [site.siteId],
  );
});
afterAll(() => vitrine.close());

interface Asked {
  readonly who?: SignedIn;
  readonly themeId?: string;
  readonly route?: string;
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const ask = ({ who = author, themeId = site.themeId, route = 'apercu', method = 'POST', ...more }: Asked) => {
  const { headers = {}, key, body } = more;
  const path = `/api/themes/${themeId}/${route}`;
  return vitrine.ask({ path, method, headers: { ...who.headers, ...headers }, ...(key && { key }), body });
};
const preview = (body: object, more: Asked = {}) => ask({ ...more, body: { adresse: '/', nonce: NONCE, ...body } });
const shown = async (body: object, more?: Asked) => (await preview(body, more)).json();
const refusal = async (asked: Promise<Awaited<ReturnType<typeof ask>>>) => {
  const answer = await asked;
  return [answer.status, answer.json().error];
};
const visit = () => vitrine.ask({ host: `${site.slug}.localhost` });
/** Themes that are in quarantine now. */
const quarantined = async () =>
  [
    ...(await vitrine.ask({ path: '/metrics' })).text.matchAll(/^vitrine_quarantined_seconds\{.*?theme="([^"]+)"/gm),
  ].map(([, theme]) => theme);

describe('a preview of a text that is not saved', () => {
  const files = {
    'sections/page.liquid':
      '[{{ page.titre }}|{{ page.slug }}|{{ page.contenu }}|{{ page.seo_titre }}|{{ page.description }}|{{ page.image }}]',
    'templates/article.json': '{"sections":{"a":{"type":"article"}},"order":["a"]}',
    'sections/article.liquid':
      '[{{ article.titre }}|{{ article.blog.titre }}|{{ article.contenu }}|{{ article.image }}|{{ page.description }}]',
  };
  const of = (texte: object, adresse = '/essai') => shown({ adresse, fichiers: files, texte });
  const between = (html: string) => /\[.*\]/.exec(html)?.[0];

  it('shows a page as it is typed, whatever its address has', async () => {
    const champs = {
      ...{ slug: 'nouvelle', titre: 'Fermé', contenu: '<p>Le 8.</p>', gabarit: 'inconnu' },
      ...{ seo_titre: 'Fermeture', seo_description: 'Le 8 décembre', image: 'https://exemple.fr/a.png' },
    };
    const page = await of({ genre: 'page', champs });
    expect([page.statut, page.gabarit]).toEqual([200, 'page']);
    expect(between(page.html)).toBe('[Fermé|nouvelle|<p>Le 8.</p>|Fermeture|Le 8 décembre|https://exemple.fr/a.png]');
    const visitors = await vitrine.ask({ host: `${site.slug}.localhost`, path: '/nouvelle' });
    expect(visitors.status).toBe(404);
  });

  it('shows an article in its blog, with its links as visitors get them', async () => {
    const { rows } = await query(vitrine.databaseUrl, 'SELECT id FROM blogs WHERE site_id = $1', [site.siteId]);
    const champs = {
      ...{ blog_id: rows[0].id, slug: 'a', titre: 'Annonce', extrait: 'En bref' },
      contenu: '<a href="https://exemple.fr/">là</a>',
    };
    const article = await of({ genre: 'article', champs });
    expect(between(article.html)).toBe(
      '[Annonce|Journal|<a href="https://exemple.fr/" target="_blank" rel="noopener nofollow">là</a>||En bref]',
    );
    const elsewhere = await of({ genre: 'article', champs: { ...champs, blog_id: crypto.randomUUID() } });
    expect(between(elsewhere.html)).toContain('[Annonce||');
  });

  it('is a page and never the home page while it has no address; a template of a strange name is none', async () => {
    const page = await of({ genre: 'page', champs: { titre: 'Sans adresse', gabarit: '../../layout/theme' } });
    expect([page.gabarit, between(page.html)]).toEqual(['page', '[Sans adresse|apercu||||]']);
  });

  it.each([
    ['another kind', { genre: 'blog', champs: {} }],
    ['a text that is too long', { genre: 'page', champs: { contenu: 'é'.repeat(524_289) } }],
    ['text that cannot be stored', { genre: 'page', champs: { titre: '\u0000' } }],
  ])('is refused for %s', async (_what, texte) => {
    expect(await refusal(preview({ texte }))).toEqual([400, 'invalid_input']);
  });
});

describe('a preview', () => {
  it('shows a page of the stored files, each section between its marks, and says what it used', async () => {
    const answer = await preview({});
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const resources = `/theme-assets/${previewId(site.themeId, site.accountId)}/`;
    expect(answer.json()).toEqual({
      statut: 200,
      html: `<link href="${resources}a.css"><i nonce="${NONCE}"><!--vitrine:texte:a-->bonjour<!--/vitrine--></i>`,
      gabarit: 'index',
      ressources: resources,
      incidents: [],
      raison: null,
      gabarits_absents: [],
      ms: expect.any(Number),
    });
  });

  it.each([
    ['/contact', 200, 'page', 'Écrire '],
    ['/contact?demande=merci#haut', 200, 'page', 'Écrire merci'],
    ['/nulle-part', 404, '404', 'perdu'],
    ['/%ff', 404, '404', 'perdu'],
    ['//exemple.fr/contact', 404, '404', 'perdu'],
  ])('%s: %i through the template %s', async (adresse, statut, gabarit, text) => {
    const page = await shown({ adresse });
    expect([page.statut, page.gabarit, page.raison]).toEqual([statut, gabarit, null]);
    expect(page.html).toContain(`-->${text}<!--`);
  });

  it('shows unsaved texts in the place of stored ones, new files, and stores nothing', async () => {
    const page = await shown({
      fichiers: {
        'templates/index.json': '{"sections":{"a":{"type":"texte"},"b":{"type":"neuf"}},"order":["b","a"]}',
        'sections/texte.liquid': 'bonsoir',
        'sections/neuf.liquid': 'neuf',
      },
    });
    expect(page.html).toContain('<!--vitrine:neuf:b-->neuf<!--/vitrine--><!--vitrine:texte:a-->bonsoir<!--/vitrine-->');
    expect((await shown({})).html).toContain('>bonjour<');
    expect((await visit()).text).toMatch(/<i nonce="[^"]+">bonjour<\/i>$/);
  });

  it('shows the place of a section whose file is removed and not saved', async () => {
    const page = await shown({ supprimes: ['sections/texte.liquid', 'sections/jamais.liquid'] });
    expect(page.html).toContain('<!--vitrine:texte:a--><!-- section inconnue : texte --><!--/vitrine-->');
    expect(page.statut).toBe(200);
  });

  it('tells the place of a syntax error in an unsaved section, and shows the rest', async () => {
    const page = await shown({ fichiers: { 'sections/texte.liquid': 'un\ndeux {% if %}' } });
    expect(page.statut).toBe(200);
    expect(page.html).toContain('<!-- section en erreur : texte -->');
    expect(page.incidents).toEqual([
      { chemin: 'sections/texte.liquid', ligne: 2, colonne: expect.any(Number), message: expect.any(String) },
    ]);
  });

  it.each([
    ['the layout fails', { fichiers: { 'layout/theme.liquid': '{% if %}' } }, 503, 'layout_en_erreur', 'index'],
    ['there is no layout', { supprimes: ['layout/theme.liquid'] }, 503, 'layout_absent', null],
    [
      'there is no template',
      { supprimes: ['templates/404.json'], adresse: '/absente' },
      404,
      'gabarit_absent',
      null,
      ['templates/404.json'],
    ],
    ['a page is too long', { fichiers: { 'sections/texte.liquid': FLOOD } }, 503, 'sortie', 'index'],
  ])('%s: no page, and the reason', async (_what, body, statut, raison, gabarit, absents = []) => {
    const page = await shown(body);
    expect(page).toMatchObject({ statut, html: null, raison, gabarit, gabarits_absents: absents });
    const place = { chemin: 'layout/theme.liquid', ligne: 1, colonne: expect.any(Number), message: expect.any(String) };
    expect(page.incidents).toEqual(raison === 'layout_en_erreur' ? [place] : []);
  });

  it.each([
    ['/essai', [], 'page', null, ['templates/essai.json']],
    ['/essai', ['templates/page.json'], null, 'gabarit_absent', ['templates/essai.json', 'templates/page.json']],
    ['/blog', [], null, 'gabarit_absent', ['templates/blog.json']],
  ])('%s without %j names the templates that it lacks', async (adresse, supprimes, gabarit, raison, absents) => {
    expect(await shown({ adresse, supprimes })).toMatchObject({ gabarit, raison, gabarits_absents: absents });
  });

  it('an author sees changes of their own only', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, 'INSERT INTO membres (site_id, compte_id) VALUES ($1, $2)', [
      site.siteId,
      other.accountId,
    ]);
    const second = await signIn(vitrine, other);
    const change = (text: string) => ({ fichiers: { 'sections/texte.liquid': text } });
    const headers = { 'x-service-site-cible': site.siteId };
    const [mine, theirs] = await Promise.all([
      shown(change('le mien')),
      shown(change('le leur'), { who: second, headers }),
    ]);
    expect(mine.html).toContain('le mien');
    expect(theirs.html).toContain('le leur');
    expect(mine.ressources).not.toBe(theirs.ressources);
  });

  it('a long change is judged and shown as well', async () => {
    const long = `${'é'.repeat(300_000)}fin`;
    expect((await shown({ fichiers: { 'sections/texte.liquid': long } })).html).toContain('éfin<');
  });
});

/** What tells a visitor's answer from a preview: nonce, marks, the id in addresses of theme files, the time in forms. */
const comparable = (html: string, nonce: string, themeId: string) =>
  html
    .replaceAll(/<!--\/?vitrine.*?-->/g, '')
    .replaceAll(nonce, 'NONCE')
    .replaceAll(themeId, 'THEME')
    .replaceAll(/value="\d{13}"/g, 'value="INSTANT"');

describe('a preview of the published theme without changes', () => {
  it('is byte for byte what visitors get', async () => {
    const tenant = await createTenant(vitrine.databaseUrl);
    const who = await signIn(vitrine, tenant);
    const api = async (path: string, body: object, method = 'POST') =>
      (await vitrine.ask({ method, path, body, headers: { ...who.headers } })).json();
    const { themeId } = await api('/api/store/themes', { origine: 'origo', publier: true });
    await api('/api/pages', { slug: 'contact', titre: 'Contact', contenu: '<p>Écrivez-nous.</p>' });
    const { id: blog_id } = await api('/api/blogs', { slug: 'nouvelles', titre: 'Nouvelles' });
    const contenu = '<a href="https://exemple.fr">ailleurs</a>';
    await api('/api/articles', { blog_id, slug: 'un', titre: 'Un', contenu });
    const addresses = [
      '/',
      '/contact',
      '/contact?demande=erreur',
      '/blog',
      '/blog/nouvelles',
      '/blog/nouvelles/un',
      '/rien',
    ];
    for (const adresse of addresses) {
      const visited = await vitrine.ask({ host: `${tenant.slug}.localhost`, path: adresse });
      const nonce = /'nonce-([^']+)'/.exec(String(visited.headers['content-security-policy']))?.[1] ?? '';
      const page = await shown({ adresse }, { who, themeId });
      expect([adresse, page.statut]).toEqual([adresse, visited.status]);
      const ours = comparable(page.html, NONCE, page.ressources.split('/')[2]);
      expect(ours, adresse).toBe(comparable(visited.text, nonce, themeId));
    }
  });
});

describe('the status of a page', () => {
  const ALL = ['index', 'page', 'blog', 'article', '404'];
  it.each([
    ['all templates', ALL, [200, 200, 200, 404, 200, 200, 404, 404, 404]],
    ['none', [], [404, 404, 200, 404, 200, 200, 404, 404, 404]],
  ])('with %s, is what visitors are answered, in previews and profiles, for every kind of address', async (_which, names, statuses) => {
    const tenant = await createTenant(vitrine.databaseUrl);
    const who = await signIn(vitrine, tenant);
    await query(
      vitrine.databaseUrl,
      `WITH b AS (INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'journal', 'Journal') RETURNING id),
       a AS (INSERT INTO articles (site_id, blog_id, slug, titre) SELECT $1, id, 'un', 'Un' FROM b)
       INSERT INTO pages (site_id, slug, titre) VALUES ($1, 'contact', 'Contact')`,
      [tenant.siteId],
    );
    const { 'templates/index.json': _index, ...rest } = MINIMAL_THEME;
    const templates = names.map((name) => [`templates/${name}.json`, '{"sections":{},"order":[]}']);
    const themeId = await publishTheme(vitrine, tenant.siteId, { ...rest, ...Object.fromEntries(templates) });
    const paths = [
      '/',
      '/contact',
      '/blog',
      '/blog?page=2',
      '/blog/journal',
      '/blog/journal/un',
      '/blog/rien',
      '/rien',
      '/a/b',
    ];
    for (const [n, adresse] of paths.entries()) {
      const visited = await vitrine.ask({ host: `${tenant.slug}.localhost`, path: adresse });
      const body = { action: 'profiler', id: themeId, adresse };
      const profiled = await vitrine.ask({ method: 'POST', path: '/api/themes', headers: who.headers, body });
      const told = [visited.status, (await shown({ adresse }, { who, themeId })).statut, profiled.json().statut];
      expect([adresse, ...told]).toEqual([adresse, statuses[n], statuses[n], statuses[n]]);
    }
  });
});

describe('hostile changes', () => {
  it('that loop or flood end with a reason, in a quarantine that the published theme knows nothing of', async () => {
    const looping = await shown({ fichiers: { 'sections/texte.liquid': LOOP } });
    // Whichever limit a machine of this speed comes to first.
    expect(looping).toMatchObject({ statut: 503, html: null, raison: expect.stringMatching(/^(?:temps|objets)$/) });
    const flood = { fichiers: { 'sections/texte.liquid': `${FLOOD}!` } };
    await until(
      'the theme is quarantined',
      async () => expect((await shown(flood)).raison).toBe('quarantaine'),
      40_000,
    );
    const own = previewId(site.themeId, site.accountId);
    // The sandbox is lent to other tests, too.
    expect((await quarantined()).filter((id) => id === own || id === site.themeId)).toEqual([own]);
    const visited = await visit();
    expect([visited.status, visited.text]).toEqual([200, expect.stringContaining('bonjour')]);
    // Another content is another version: the author goes on at once.
    await until('the theme is free again', async () => expect((await shown({})).statut).toBe(200), 40_000);
    expect(await quarantined()).not.toContain(own);
  });

  it('more than four at once of one account are refused, those of another are not', async () => {
    const busy = await createTenant(vitrine.databaseUrl);
    const themeId = await publishTheme(vitrine, busy.siteId);
    const who = await signIn(vitrine, busy);
    const works = Array.from({ length: 8 }, (_, n) =>
      preview({ fichiers: { 'sections/texte.liquid': `${n}${WORK}` } }, { who, themeId }),
    );
    const answers = await Promise.all(works);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const answer of refused) {
      expect([answer.status, answer.json().error, answer.headers['retry-after']]).toEqual([503, 'indisponible', '2']);
    }
    expect((await preview({})).status).toBe(200);
  });
});

describe('who may ask, and for what', () => {
  it.each([
    'apercu',
    'diagnostics',
  ])('/%s refuses a text that cannot be stored, beside a removal: 400', async (route) => {
    const body = { fichiers: { a: '\0' }, supprimes: ['page'], adresse: '/', nonce: NONCE };
    expect(await refusal(ask({ route, body }))).toEqual([400, 'invalid_input']);
  });

  it.each(['apercu', 'diagnostics'])('a key opens no /%s, alone or beside a session: 401', async (route) => {
    const body = { adresse: '/', nonce: NONCE };
    const alone = await vitrine.ask({
      path: `/api/themes/${site.themeId}/${route}`,
      method: 'POST',
      key: site.key,
      body,
    });
    expect([alone.status, alone.json().error]).toEqual([401, 'unauthorized']);
    expect(await refusal(ask({ route, key: site.key, body }))).toEqual([401, 'unauthorized']);
  });

  it('no GET shows a draft', async () => {
    const answer = await ask({ method: 'GET' });
    expect([answer.status, answer.json().error]).toEqual([401, 'unauthorized']);
  });

  it('a stranger: 404 for a theme of another site, 403 for the site', async () => {
    const stranger = await signIn(vitrine, await createTenant(vitrine.databaseUrl));
    expect(await refusal(preview({}, { who: stranger }))).toEqual([404, 'introuvable']);
    const headers = { 'x-service-site-cible': site.slug };
    expect(await refusal(preview({}, { who: stranger, headers }))).toEqual([403, 'site_interdit']);
    expect(await refusal(preview({}, { themeId: 'nul' }))).toEqual([404, 'introuvable']);
  });

  it('a page of another origin: 403', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://ailleurs.exemple' };
    expect(await refusal(preview({}, { headers }))).toEqual([403, 'origine_refusee']);
    expect(await refusal(preview({}, { headers: { 'sec-fetch-site': 'cross-site', origin: 'null' } }))).toEqual([
      403,
      'origine_refusee',
    ]);
  });

  it('who may only read, on a site that may not be written to, may look', async () => {
    const reader = await createTenant(vitrine.databaseUrl);
    const themeId = await publishTheme(vitrine, reader.siteId, MINIMAL_THEME);
    await query(vitrine.databaseUrl, "UPDATE membres SET role = 'lecteur' WHERE site_id = $1", [reader.siteId]);
    await query(vitrine.databaseUrl, 'UPDATE sites SET suspendu = true WHERE id = $1', [reader.siteId]);
    expect((await preview({}, { who: await signIn(vitrine, reader), themeId })).json().statut).toBe(200);
  });

  const file = (path: string, text = '') => ({ fichiers: { [path]: text } });
  it.each<[string, object, string]>([
    ['a path that leaves the theme', file('sections/../a.liquid'), 'traversee'],
    ['a path in no folder', file('ailleurs/a.liquid'), 'hors_dossier'],
    ['a path without a name', file('sections/-a.liquid'), 'nom'],
    ['a path with another extension', file('sections/a.js'), 'extension'],
    ['a path that is too short', file('a'), 'chemin_invalide'],
    ['the path __proto__', { fichiers: JSON.parse('{"__proto__":"x"}') }, 'hors_dossier'],
    [
      'too many files',
      { fichiers: Object.fromEntries(Array.from({ length: 121 }, (_, n) => [`snippets/s${n}.liquid`, ''])) },
      'trop_de_fichiers',
    ],
    ['a text that is too long', file('sections/a.liquid', 'a'.repeat(524_289)), 'invalid_input'],
    ['a text that is none', { fichiers: { 'sections/a.liquid': 1 } }, 'invalid_input'],
    ['a file that is both', { ...file('sections/a.liquid'), supprimes: ['sections/a.liquid'] }, 'invalid_input'],
    ['no address', { adresse: undefined }, 'invalid_input'],
    ['an address elsewhere', { adresse: 'https://exemple.fr' }, 'invalid_input'],
    ['an address that is too long', { adresse: `/${'a'.repeat(2_000)}` }, 'invalid_input'],
    ['a nonce that would end its attribute', { nonce: '"><script>alert(1)</script>' }, 'invalid_input'],
    ['no nonce', { nonce: undefined }, 'invalid_input'],
  ])('%s: 400', async (_what, body, code) => {
    expect(await refusal(preview(body))).toEqual([400, code]);
  });
});

describe('POST /api/themes/<theme_id>/diagnostics', () => {
  const told = async (body: object) => (await ask({ route: 'diagnostics', body })).json();

  it('looks over the theme with unsaved texts, as the GET looks over the stored ones', async () => {
    const stored = await vitrine.ask({ path: `/api/themes/${site.themeId}/fichiers?diagnostics`, key: site.key });
    expect(await told({})).toEqual(stored.json());
    const { diagnostics } = await told({
      fichiers: {
        'sections/texte.liquid': "{{ 'neuf.css' | asset_url }}\n{% render 'absent' %}",
        'assets/neuf.css': '{% if',
      },
    });
    expect(diagnostics.filter(({ chemin }: { chemin: string }) => chemin === 'sections/texte.liquid')).toEqual([
      expect.objectContaining({ code: 'extrait_manquant', ligne: 2, colonne: 11 }),
    ]);
  });

  it('sees what an unsaved removal leaves behind', async () => {
    const { diagnostics } = await told({ supprimes: ['sections/texte.liquid'] });
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ chemin: 'templates/index.json', code: 'section_inconnue' }),
    );
  });

  it('refuses a path that no theme has', async () => {
    expect(await refusal(ask({ route: 'diagnostics', body: { fichiers: { 'x/y.liquid': '' } } }))).toEqual([
      400,
      'hors_dossier',
    ]);
  });
});
