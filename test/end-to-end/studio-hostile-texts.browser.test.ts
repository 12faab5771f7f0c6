import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { EDITED, LINES, openFile, save, writeLine } from '../support/code-editor.ts';
import { query } from '../support/database.ts';
import { HOSTILE_TEXTS, MARKER, MARKER_ATTRIBUTE, MARKER_HOST } from '../support/hostile-texts.ts';
import { type MovingCatalog, movingCatalog } from '../support/moving-catalog.ts';
import { needs } from '../support/needs.ts';
import { createTenant, MINIMAL_THEME, startTestProgram, type Tenant, type TestProgram } from '../support/program.ts';
import { publishTheme } from '../support/published-theme.ts';
import { signInBrowser } from '../support/sign-in.ts';
import { storeFiles } from '../support/stored-files.ts';
import { until } from '../support/until.ts';

/** How long a rehearsal is waited for on a busy machine. */
const PATIENT = { timeout: 50_000 };
/** How labels of fields begin that are looked for. */
const FIELD = 'Texte simple';

const text = (at: number): string => HOSTILE_TEXTS[at % HOSTILE_TEXTS.length] ?? '';
const json = (value: unknown) => JSON.stringify(value, null, 1);
/** Braces and per cent signs would be Liquid. */
const schema = (value: unknown) =>
  `{% schema %}${json(value).replaceAll('{%', '{\\u0025').replaceAll('{{', '{\\u007b')}{% endschema %}`;
/** Texts that stand in the source of a template. */
const OUTSIDE_LIQUID = HOSTILE_TEXTS.filter((one) => !one.includes('{'));
const inPieces = (count: number) =>
  HOSTILE_TEXTS.flatMap((_, at) => (at % count === 0 ? [HOSTILE_TEXTS.slice(at, at + count)] : []));

/** A theme whose every word and value is one of these texts. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...MINIMAL_THEME,
  'config/settings_schema.json': json([
    ...HOSTILE_TEXTS.map((name, at) => ({ name, settings: [{ type: 'text', id: `groupe${at}`, label: name }] })),
    {
      name: 'Mots',
      settings: HOSTILE_TEXTS.flatMap((label, at) => [
        { type: 'header', content: text(at + 1), info: text(at + 2) },
        { type: 'paragraph', content: text(at + 3) },
        { type: 'text', id: label, label, info: text(at + 4), default: text(at + 5) },
      ]),
    },
    {
      name: 'Choix',
      settings: ['select', 'radio'].map((type) => ({
        ...{ type, id: type, label: text(1), default: text(2) },
        options: HOSTILE_TEXTS.map((value, at) => ({ value, label: text(at + 1), group: text(at % 5) })),
      })),
    },
    {
      name: 'Valeurs',
      settings: [
        ...HOSTILE_TEXTS.flatMap((value, at) =>
          ['richtext', 'image_picker', 'url'].map((type) => ({
            type,
            id: `${type}${at}`,
            label: type,
            default: value,
          })),
        ),
        ...['textarea', 'number', 'range', 'checkbox', 'color', 'menu_picker', 'video_url', 'font_picker', text(1)].map(
          (type, at) => ({ type, id: `autre${at}`, label: type, default: text(at + 40) }),
        ),
        { type: 'text', id: 'seul', label: 'Un demi-caractère', default: '\ud800<img vole src=x onerror=pris=1>' },
      ],
    },
    {
      name: 'Deux fois',
      settings: inPieces(3).map(([label], at) => ({
        type: 'text',
        id: `deux${at}`,
        label: `${FIELD} ${at}, ${label}`,
      })),
    },
  ]),
  'config/settings_data.json': json({
    current: { ...Object.fromEntries(HOSTILE_TEXTS.map((id, at) => [id, text(at + 6)])), [text(0)]: { [text(1)]: 1 } },
    presets: Object.fromEntries(HOSTILE_TEXTS.map((name) => [name, {}])),
  }),
  ...Object.fromEntries(
    HOSTILE_TEXTS.map((name, at) => [
      `sections/s${at}.liquid`,
      `x${schema({
        name,
        settings: [{ type: 'text', id: 'titre', label: text(at + 1) }],
        blocks: [{ type: 'b', name: text(at + 2), settings: [{ type: 'text', id: 'mot', label: text(at + 3) }] }],
        presets: [{ name: `à ajouter ${name}` }],
      })}`,
    ]),
  ),
  'templates/index.json': json({
    sections: Object.fromEntries([
      ...HOSTILE_TEXTS.map((key, at) => [
        key,
        {
          type: `s${at}`,
          settings: { titre: text(at + 4) },
          blocks: { [text(at + 5)]: { type: 'b', settings: { mot: text(at + 6) } }, n: { type: text(at) } },
          block_order: [text(at + 5), 'n'],
        },
      ]),
      ['absente', { type: text(1), settings: { [text(2)]: text(3) } }],
    ]),
    order: [...HOSTILE_TEXTS, 'absente'],
  }),
  ...Object.fromEntries(HOSTILE_TEXTS.map((name) => [`templates/page.${name}.json`, '{"sections":{},"order":[]}'])),
};

/** A theme whose code is wrong in these words. */
const FAULTY: Readonly<Record<string, string>> = {
  ...MINIMAL_THEME,
  [EDITED]: LINES,
  'snippets/carte.liquid': '<b>carte</b>',
  'sections/cartes.liquid': OUTSIDE_LIQUID.map((one) => `{% render 'carte' %} ${one}\n`).join(''),
  'sections/fautes.liquid': OUTSIDE_LIQUID.filter((one) => !one.includes("'"))
    .map((one) => `{% render '${one}' %}\n{% section '${one}' %}\n`)
    .join(''),
  'sections/regles.liquid': `\n${schema({
    name: text(1),
    settings: HOSTILE_TEXTS.map((label, at) => ({ type: text(at + 1), id: at % 2 ? label : `mot${at}`, label })),
  })}`,
  'templates/page.json': json({ sections: { [text(1)]: { type: text(2) } }, order: HOSTILE_TEXTS }),
  ...Object.fromEntries(HOSTILE_TEXTS.map((name) => [`assets/${name}.css`, '']).slice(1)),
};

/** What must not be in any page, whatever it shows; what the page has told; whether something ran. */
const LOOK = `(() => {
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    const told = (why) => found.push(why + ': ' + element.cloneNode(false).outerHTML.slice(0, 200));
    for (const { name, value } of element.attributes) {
      const address = value.replace(/[\\0-\\x20\\x7f]/g, '').toLowerCase();
      if (name.startsWith('on') || name === '${MARKER_ATTRIBUTE}') told(name);
      if (/^(xlink:)?href$|^(src|action|formaction|data|poster)$/.test(name) && /^(javascript|vbscript|data:text)/.test(address)) told(name);
    }
    if (['base', 'object', 'embed'].includes(element.localName)) told('element');
    if (element.localName === 'meta' && element.httpEquiv !== '') told('element');
    if (element.localName === 'script' && element.type !== 'application/json' && element.textContent !== '') told('script');
    if (element.localName === 'iframe' && !/^(allow-scripts)?$/.test(element.getAttribute('sandbox') ?? '-')) told('frame');
  }
  return { found, violations: window.violations, hasRun: '${MARKER}' in window };
})()`;
const HARMLESS = { found: [], violations: [], hasRun: false };

/** Everything that the page says: texts, values of fields, names for who does not see. */
const SAID = `(() => {
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest('script, style, noscript')) said.push(node.data);
      continue;
    }
    if (node.value) said.push(String(node.value));
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'label']) said.push(node.getAttribute(name) ?? '');
  }
  return document.title + said.join('');
})()`;

/** Without blanks, marks of direction and what stands for control characters. */
const plain = (words: string): string => words.replace(/[\s\p{C}\p{Z}\u2400-\u2421]/gu, '');

/** What the page has at one moment, and those of these texts that it does not say. */
const lookFor = (shown: readonly string[]) => `(() => {
  const said = ${shown.length === 0 ? "''" : `(${plain})(${SAID})`};
  return { seen: ${LOOK}, missing: ${JSON.stringify(shown.map(plain))}.filter((one) => !said.includes(one)) };
})()`;

describe('texts of another member and of visitors in the studio', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let catalog: MovingCatalog;
  let browser: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  let owner: Tenant;
  let stranger: Tenant;
  const events: string[] = [];

  const run = (sql: string, values: unknown[]) => query(vitrine.databaseUrl, sql, values);
  /** Asks the API as the other member. */
  const write = async (method: string, path: string, body: unknown) => {
    const headers = { 'x-service-site-cible': owner.slug };
    const answer = await vitrine.ask({ method, path, key: stranger.key, headers, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json();
  };
  const put = (id: string, chemin: string, contenu: string) =>
    write('PUT', `/api/themes/${id}/fichiers`, { chemin, contenu });
  const join = (siteId: string, { accountId }: Tenant) =>
    run("INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'editeur')", [siteId, accountId]);

  /** A draft of these files, with the name of a stranger. */
  async function draft(siteId: string, name: string, files: Readonly<Record<string, string>>): Promise<string> {
    const { rows } = await run(
      'INSERT INTO themes (site_id, nom, lignee) VALUES ($1, $2, gen_random_uuid()) RETURNING id',
      [siteId, name],
    );
    await storeFiles(vitrine.databaseUrl, siteId, rows[0].id, files);
    return rows[0].id;
  }

  beforeAll(async () => {
    catalog = await movingCatalog();
    [vitrine, browser] = await Promise.all([startTestProgram({}, { catalog: catalog.url }), lentBrowser()]);
    owner = await createTenant(vitrine.databaseUrl);
    stranger = await createTenant(vitrine.databaseUrl);
    await join(owner.siteId, stranger);
    await run('UPDATE sites SET nom = $2 WHERE id = $1', [owner.siteId, text(22)]);
    // Further sites, whose names every page has in its menu.
    await run(
      `WITH s AS (
         INSERT INTO sites (slug, nom, etat, hors_ligne)
         SELECT 'autre-' || n, nom, 'actif', jsonb_build_object('site', jsonb_build_object('genre', 'decision', 'motif', 'motif ' || nom, 'le', '2026-01-02T03:04:05Z'))
         FROM unnest($1::text[]) WITH ORDINALITY AS t (nom, n) RETURNING id, nom
       ), m AS (INSERT INTO membres (site_id, compte_id, role) SELECT id, $2, 'editeur' FROM s)
       INSERT INTO themes (site_id, nom, role, lignee) SELECT id, nom || ' (t)', 'publie', gen_random_uuid() FROM s`,
      [HOSTILE_TEXTS, owner.accountId],
    );
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await signInBrowser(vitrine, context, owner);
    await context.addInitScript(`if (top === window) {
      window.violations = [];
      // What a document that was only parsed has is told of as this document's: nothing of it runs or is asked for.
      const isParsed = ({ target, violatedDirective }) =>
        target === document && ['script-src-attr', 'style-src-elem', 'base-uri'].includes(violatedDirective);
      addEventListener('securitypolicyviolation', (event) => {
        if (!isParsed(event)) violations.push([event.violatedDirective, event.blockedURI, event.sample].join(' '));
      });
    }`);
    // In its frame a theme may ask for pictures of any host.
    await context.route(
      ({ hostname }) => hostname === MARKER_HOST,
      (route) => {
        if (!route.request().isNavigationRequest() && route.request().frame().parentFrame() !== null)
          return route.abort();
        events.push(`request ${route.request().url()}`);
        return route.abort();
      },
    );
    page = await context.newPage();
    page.on('dialog', (dialog) => {
      // The page asks before it lets typed words go.
      if (dialog.type() === 'beforeunload') return dialog.accept();
      events.push(`dialog ${dialog.message()}`);
      return dialog.dismiss();
    });
    context.on('page', (opened) => events.push(`window ${opened.url()}`));
  });
  afterAll(async () => {
    await Promise.all([vitrine.close(), browser.close()]);
    await catalog.remove();
  });

  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: typeof name === 'string' }).first();
  const visit = async (path: string) => {
    const answer = await page.goto(`http://localhost:${vitrine.port}${path}`);
    expect(answer?.status()).toBe(200);
  };
  /** Nothing has run and nothing could, from now on until the page says all of these texts. */
  async function isHarmless(shown: readonly string[] = []): Promise<void> {
    const looks: unknown[] = [];
    await until('the page says the texts', async () => {
      const { seen, missing } = await page.evaluate<{ seen: unknown; missing: string[] }>(lookFor(shown));
      looks.push(seen);
      expect(missing).toEqual([]);
    });
    expect(looks).toEqual(looks.map(() => HARMLESS));
    expect(events).toEqual([]);
  }
  /** Presses a button of a card, and leaves the question that it asks. */
  async function asked(card: Locator, name: string, shown: readonly string[]): Promise<void> {
    await button(name, card).click();
    await page.getByRole('dialog').waitFor();
    await isHarmless(shown);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }

  it('there are enough of them, and each can be the name of a site or of a theme', () => {
    expect(HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(60);
    expect(HOSTILE_TEXTS.filter((one) => [...one].length > 76 || one !== one.trim())).toEqual([]);
  });

  it('the home has names of sites and of themes, and the reasons of an operator', async () => {
    await visit('/studio');
    await isHarmless(HOSTILE_TEXTS.flatMap((one) => [one, `${one} (t)`, `motif ${one}`]));
    await button(/./, page.getByRole('navigation', { name: 'Sites' })).click();
    await isHarmless();
    await visit(`/studio/autre-3`);
    await isHarmless();
  });

  it('keys have names, and an account has an address', async () => {
    await run(
      `INSERT INTO cles (compte_id, nom, empreinte, prefixe, portee)
       SELECT $1, nom, encode(sha256(convert_to(nom, 'UTF8')), 'hex'), 'svc_' || lpad(n::text, 8, '0'), 'lecture' FROM unnest($2::text[]) WITH ORDINALITY AS t (nom, n)`,
      [owner.accountId, HOSTILE_TEXTS],
    );
    await visit('/studio/cles');
    await isHarmless(HOSTILE_TEXTS);
    for (const at of [1, 42]) await asked(page.getByRole('article').nth(at), 'Révoquer', []);
    for (const [first = '', ...others] of inPieces(6)) {
      const email = [first, ...others].join(' ').toLowerCase().slice(0, 254);
      await run('UPDATE comptes SET email = $2 WHERE id = $1', [owner.accountId, email]);
      await visit('/studio/compte');
      await isHarmless([email]);
    }
  });

  it('a site has names of themes, requests of visitors, and archives that are refused', async () => {
    const { siteId, slug } = owner;
    const drafts = await Promise.all(HOSTILE_TEXTS.map((name) => draft(siteId, name, {})));
    await run('UPDATE themes SET issu_de = $2 WHERE id = $1', [drafts[23], drafts[24]]);
    await run('UPDATE themes SET retire_numero = 1 WHERE id = $1', [drafts[45]]);
    await publishTheme(vitrine, siteId);
    await run("UPDATE themes SET nom = $2 WHERE site_id = $1 AND role = 'publie'", [siteId, text(44)]);
    for (let at = 0; at < 20; at++) {
      const names = [0, 1, 2, 3].map((n) => text(4 * at + n));
      const fields = Object.fromEntries(names.map((one, n) => [one, n === 3 ? [text(at), one] : text(4 * at + n + 7)]));
      await run('INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, $2, $3, $4)', [
        ...[siteId, text(at + 40), JSON.stringify(fields), names],
      ]);
    }
    await visit(`/studio/${slug}`);
    await isHarmless(HOSTILE_TEXTS);
    for (const name of HOSTILE_TEXTS.filter((one) => /^["']? vole auto|^<body|^\u202e/.test(one))) {
      const card = page.locator('article').filter({ hasText: name });
      for (const act of ['Publier', 'Renommer', 'Supprimer']) await asked(card, act, [name]);
    }
    await button('Brouillon de travail').click();
    await page.getByRole('dialog').getByText(text(23)).first().waitFor();
    await isHarmless();
    await page.keyboard.press('Escape');
    await asked(page.locator('article').first(), 'Revenir à la publication précédente', [text(45)]);
    await button('Dupliquer').click();
    await page.getByRole('status').getByText('est copié').waitFor();
    await isHarmless();

    await page.getByRole('navigation').getByRole('link', { name: 'Demandes' }).click();
    await page.waitForURL('**/demandes');
    for (const opener of await page.locator('.opener').all()) await opener.click();
    await until('all are open', async () =>
      expect(await page.getByRole('button', { name: 'Supprimer la demande' }).count()).toBe(20),
    );
    await isHarmless(HOSTILE_TEXTS);
    await button('Supprimer la demande').click();
    await page.getByRole('dialog').waitFor();
    await isHarmless();

    await visit(`/studio/${slug}`);
    const archives = inPieces(15).map((paths, n) => ({
      name: `${n} ${text(n * 9 + 1).replaceAll('/', ' ')}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(
        json({
          format: 'service-theme',
          format_version: 1,
          nom: text(n),
          fichiers: Object.fromEntries(paths.map((path) => [path, path])),
        }),
      ),
    }));
    await page.getByLabel('Archives de thèmes').setInputFiles(archives);
    await isHarmless([...HOSTILE_TEXTS, ...archives.map(({ name }) => `${name} : refusé`)]);
  });

  it('a library has names, descriptions, files that are refused, and places that name them', async () => {
    const { siteId, slug } = owner;
    await visit(`/studio/${slug}/medias`);
    await page.locator('input[type=file]').setInputFiles(
      HOSTILE_TEXTS.map((one, at) => ({
        name: one.replaceAll('/', ' '),
        mimeType: at % 2 ? text(at).replaceAll('/', ' ') : 'image/svg+xml',
        buffer: Buffer.from(one),
      })),
    );
    // Some are drawings, of which the library keeps what is harmless.
    await until('each has ended', async () =>
      expect(await page.locator('.uploads-head').textContent()).toContain('Effacer'),
    );
    await isHarmless(HOSTILE_TEXTS.map((one) => one.replaceAll('/', ' ')));
    const { rows } = await run(
      `INSERT INTO medias (site_id, nom, alt, type, empreinte, objet, octets, largeur, hauteur)
       SELECT $1, t, ($2::text[])[1 + (n + 30) % cardinality($2)], 'image/png', sha256(n::text::bytea), repeat('0', 64) || '-' || lpad(n::text, 16, '0'), 9, 9, 9
       FROM unnest($2::text[]) WITH ORDINALITY AS t (t, n) RETURNING id`,
      [siteId, HOSTILE_TEXTS],
    );
    const named = rows.map(({ id }, at) => `/medias/${id}/${text(at)}`).join(' ');
    await run("INSERT INTO pages (site_id, slug, titre, contenu) VALUES ($1, 'medias', $2, $3)", [
      siteId,
      text(46),
      named,
    ]);
    await run('INSERT INTO menus (site_id, menus) VALUES ($1, $2)', [
      siteId,
      json({ [text(47)]: [{ titre: text(48), adresse: named }] }),
    ]);
    // Nothing is stored of these files.
    const bytes = /\/medias\/[0-9a-f-]{36}\//;
    await page.route(bytes, (route) => route.fulfill({ status: 404 }));
    await visit(`/studio/${slug}/medias`);
    await isHarmless(HOSTILE_TEXTS);
    const dialog = page.getByRole('dialog').first();
    for (const at of [1, 24, 44]) {
      await page.locator('.tile').nth(at).click();
      await dialog.getByText(text(46)).waitFor();
      await isHarmless([text(46)]);
      await button('Supprimer', dialog).click();
      await page.getByRole('dialog', { name: 'Supprimer ce fichier ?' }).getByText(text(46)).waitFor();
      await isHarmless();
      await page.keyboard.press('Escape');
      await dialog.getByLabel('Nom').fill(text(at + 2));
      await dialog.getByLabel('Description').fill(text(at + 3));
      await button('Fermer', dialog).click();
    }
    await isHarmless();
    await visit(`/studio/${slug}/medias?${new URLSearchParams({ q: text(44), filtre: text(3), apres: text(4) })}`);
    await isHarmless([text(44)]);
    // What the database does not take is no search.
    await visit(`/studio/${slug}/medias?q=%00`);
    await page.unroute(bytes);
    await run('DELETE FROM menus WHERE site_id = $1', [siteId]);
  });

  it('a theme without code has names, labels, choices and values; the site has pages, articles and menus', async () => {
    const { siteId, slug } = owner;
    const insert = (rest: string) => run(rest, [siteId, HOSTILE_TEXTS]);
    await insert(
      "INSERT INTO pages (site_id, slug, titre) SELECT $1, 'p' || n, 'page ' || t FROM unnest($2::text[]) WITH ORDINALITY AS t (t, n)",
    );
    await insert(
      "INSERT INTO blogs (site_id, slug, titre) SELECT $1, 'b' || n, 'blog ' || t FROM unnest($2::text[]) WITH ORDINALITY AS t (t, n)",
    );
    await insert(
      "INSERT INTO articles (site_id, blog_id, slug, titre) SELECT $1, id, 'a', replace(titre, 'blog', 'article') FROM blogs WHERE site_id = $1 AND substr(titre, 6) = ANY ($2)",
    );
    await run('INSERT INTO menus (site_id, menus) VALUES ($1, $2)', [
      siteId,
      JSON.stringify(
        Object.fromEntries(HOSTILE_TEXTS.map((titre, n) => [`m${n}`, [{ titre: `menu ${titre}`, adresse: titre }]])),
      ),
    ]);
    const id = await draft(siteId, text(25), SETTINGS);
    await visit(`/studio/${slug}/themes/${id}/personnaliser`);
    await page.getByRole('heading', { name: 'Apparence du thème' }).waitFor();
    await isHarmless(HOSTILE_TEXTS);
    await button('Ajouter une section').click();
    await isHarmless(HOSTILE_TEXTS.map((one) => `à ajouter ${one}`));
    await page.keyboard.press('Escape');
    for (const [group, shown] of [
      ['Mots', HOSTILE_TEXTS],
      ['Choix', HOSTILE_TEXTS],
      ['Valeurs', HOSTILE_TEXTS.flatMap((one) => [`page ${one}`, `blog ${one}`, `menu ${one}`])],
    ] as const) {
      await button(group).click();
      await page.getByRole('heading', { name: group, exact: true }).waitFor();
      await isHarmless(shown);
      await button('Retour à la liste').click();
    }
    const rows = page.getByRole('list', { name: 'Sections de la page' }).getByRole('listitem');
    for (const at of [1, 24, HOSTILE_TEXTS.length]) {
      await rows.nth(at).getByRole('button').filter({ hasText: /\S/ }).first().click();
      await button('Retour à la liste').waitFor();
      await isHarmless();
      await button('Retour à la liste').click();
    }

    await button('Deux fois').click();
    const pieces = inPieces(3);
    for (const at of pieces.keys()) await page.getByLabel(`${FIELD} ${at}, `).fill('le mien');
    const current = Object.fromEntries(pieces.map((piece, at) => [`deux${at}`, piece.join(' ')]));
    await put(id, 'config/settings_data.json', json({ current }));
    await button('Enregistrer').click();
    await page.getByRole('dialog').waitFor();
    await isHarmless(pieces.map((piece) => piece.join(' ')));
  });

  it('lists of texts have titles, addresses, blogs and who deleted them; the editor has the fields of one', async () => {
    const { siteId, slug } = owner;
    const insert = (rest: string, ...more: unknown[]) => run(rest, [siteId, HOSTILE_TEXTS, ...more]);
    // What another member has typed and not published: an address may be wrong still.
    const pages = (await insert(
      `INSERT INTO pages (site_id, slug, titre, publiee, travail)
       SELECT $1, 'c' || n, 'un', false, jsonb_build_object('titre', 'titre ' || t, 'slug', 'a ' || t, 'image', t, 'gabarit', t, 'seo_titre', 'seo ' || t,
         'seo_description', 'moteurs ' || t, 'contenu', 'avant ' || t) FROM unnest($2::text[]) WITH ORDINALITY AS t (t, n) RETURNING id`,
    )) as { rows: { id: string }[] };
    await insert(
      `INSERT INTO articles (site_id, blog_id, slug, titre, extrait, publie, travail)
       SELECT $1, b.id, 'c' || n, 'lu ' || t, 'extrait ' || t, true, jsonb_build_object('titre', 'su ' || t)
       FROM unnest($2::text[]) WITH ORDINALITY AS t (t, n) JOIN blogs b ON b.site_id = $1 AND b.slug = 'b' || n`,
    );
    await insert(
      "UPDATE blogs SET description = 'dit ' || substr(titre, 6) WHERE site_id = $1 AND substr(titre, 6) = ANY ($2)",
    );
    await insert(
      `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, auteur)
       SELECT $1, gen_random_uuid(), 'article', 'feu ' || t, '{}', 'par ' || t FROM unnest($2::text[]) AS t (t)`,
    );
    await insert(
      `INSERT INTO versions_de_contenus (site_id, contenu_id, numero, moyen, auteur, valeurs)
       SELECT $1, $3, n, 'enregistrement', 'par ' || t, jsonb_build_object('titre', t, 'contenu', '<p>' || t, 'seo_titre', t, 'image', t, 'gabarit', t)
       FROM unnest($2::text[]) WITH ORDINALITY AS t (t, n) WHERE n <= 50`,
      pages.rows[1]?.id,
    );
    await insert(
      "INSERT INTO menus (site_id, menus) SELECT $1, jsonb_object_agg('cite ' || t, jsonb_build_array(jsonb_build_object('titre', t, 'adresse', '/c2'))) FROM unnest($2::text[]) AS t (t) ON CONFLICT (site_id) DO UPDATE SET menus = excluded.menus",
    );

    const list = `/studio/${slug}/contenu`;
    const said = new Set<string>();
    /** The rest of a list stands on further pages: all texts are read on one of them. */
    const wholeList = async (query: string, shown: readonly string[]) => {
      await visit(`${list}?${query}`);
      for (;;) {
        await isHarmless();
        const words = plain(await page.evaluate<string>(SAID));
        for (const one of shown) if (words.includes(plain(one))) said.add(one);
        const next = page.getByRole('link', { name: 'Suite de la liste' });
        if ((await next.count()) === 0) break;
        await Promise.all([page.waitForEvent('load'), next.click()]);
      }
      expect(shown.filter((one) => !said.has(one))).toEqual([]);
    };
    const all = (...words: readonly string[]) => words.flatMap((word) => HOSTILE_TEXTS.map((one) => `${word} ${one}`));
    await wholeList('tri=titre', all('titre'));
    await wholeList('genre=articles', all('su', 'blog'));
    await wholeList('genre=blogs', all('blog', 'dit'));
    await wholeList('genre=supprimes', all('feu', 'par'));
    await visit(
      `${list}?${new URLSearchParams({ q: text(44), etat: text(3), tri: text(4), apres: text(5), blog: text(6) })}`,
    );
    await isHarmless([text(44)]);
    await visit(`${list}?${new URLSearchParams({ q: `titre ${text(1)}` })}`);
    const card = page.getByRole('article').first();
    await asked(card, 'Supprimer', [`titre ${text(1)}`]);
    await page.getByLabel('Tout choisir').check();
    await asked(page.getByRole('main').locator('.bulk'), 'Publier', [`titre ${text(1)}`]);
    await button('Dupliquer', card).click();
    await page.getByText('la copie est un brouillon').waitFor();
    await isHarmless();

    // The editor: fields, versions, and what names the address.
    const titleOf = () => page.getByLabel('Titre', { exact: true });
    await visit(`${list}/pages/${pages.rows[1]?.id}`);
    await titleOf().waitFor();
    await isHarmless(['titre ', 'a ', 'seo ', 'moteurs '].map((word) => word + text(1)));
    await button('Versions').click();
    await page.getByRole('list', { name: 'Versions de ce texte' }).waitFor();
    await isHarmless(all('par').slice(0, 50));
    for (const at of [0, 9, 30]) {
      await page.getByRole('list', { name: 'Versions de ce texte' }).locator('li > button').nth(at).click();
      await page.locator('.version .changed').first().waitFor();
      await isHarmless([text(49 - at)]);
    }
    await page.keyboard.press('Escape');
    await button('Plus d’actions').click();
    await button('Supprimer').click();
    await page.getByRole('dialog').getByText('cite', { exact: false }).first().waitFor();
    await isHarmless();
    await page.keyboard.press('Escape');
    await run('DELETE FROM menus WHERE site_id = $1', [siteId]);
  });

  it('menus have titles, keys and addresses; redirects have addresses, and links that lead nowhere are told', async () => {
    const { siteId, slug } = owner;
    await run('DELETE FROM menus WHERE site_id = $1', [siteId]);
    await run('INSERT INTO menus (site_id, menus) VALUES ($1, $2)', [
      siteId,
      JSON.stringify(
        Object.fromEntries(
          inPieces(10).map((texts, menu) => [
            texts[0],
            texts.map((titre, at) => {
              const url = at % 2 ? text(10 * menu + at + 3) : `/${text(10 * menu + at + 5)}`;
              return { titre, url, enfants: [{ titre: `sous ${titre}`, url: `/nulle/${titre}` }] };
            }),
          ]),
        ),
      ),
    ]);
    await visit(`/studio/${slug}/menus`);
    await page.getByRole('textbox').first().waitFor();
    await isHarmless(HOSTILE_TEXTS.flatMap((one) => [one, `sous ${one}`]));

    await run(
      `INSERT INTO redirections (site_id, de, vers, dessous, moyen)
       SELECT $1, '/de ' || t, CASE WHEN n % 3 > 0 THEN '/vers ' || t END, false, 'main' FROM unnest($2::text[]) WITH ORDINALITY AS t (t, n)`,
      [siteId, HOSTILE_TEXTS],
    );
    const list = `/studio/${slug}/redirections`;
    const said = new Set<string>();
    for (let address: string | null = list; address !== null; ) {
      await visit(address);
      await isHarmless();
      said.add(plain(await page.evaluate<string>(SAID)));
      const next = page.getByRole('link', { name: 'Suite de la liste' });
      address = (await next.count()) > 0 ? await next.getAttribute('href') : null;
    }
    const told = [...said].join('');
    expect(HOSTILE_TEXTS.filter((one) => !told.includes(plain(`/de ${one}`)))).toEqual([]);
    await visit(`${list}?${new URLSearchParams({ q: text(44), de: text(3), apres: text(4), vue: text(5) })}`);
    await isHarmless([text(44)]);
    await visit(`${list}?${new URLSearchParams({ q: text(1) })}`);
    const card = page.getByRole('article').first();
    await asked(card, 'Changer', []);
    await asked(card, 'Retirer', []);
    await visit(`${list}?vue=liens`);
    await button('Chercher de nouveau').waitFor();
    await isHarmless();
    const file = HOSTILE_TEXTS.map((one) => `"${one.replaceAll('"', '""')}";"/a ${one.replaceAll('"', '""')}"`).join(
      '\n',
    );
    await visit(list);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Importer un fichier').click()]);
    await chooser.setFiles({ name: `${text(1)}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('dialog').waitFor();
    await isHarmless();
    await page.keyboard.press('Escape');
    await run('DELETE FROM menus WHERE site_id = $1', [siteId]);
    await run('DELETE FROM redirections WHERE site_id = $1', [siteId]);
  });

  it('settings have values of programs and of members, in every tab', async () => {
    const { siteId, slug } = owner;
    const any = (from: number) =>
      Object.fromEntries(
        HOSTILE_TEXTS.map((name, at) => [name, at % 2 ? text(at + from) : { [text(at)]: [text(at + 1)] }]),
      );
    const tabs: Readonly<Record<string, object>> = {
      general: { ...any(1), activite: text(1), fuseau: text(2), description: text(3) },
      seo: { ...any(2), description: text(4), image: text(47) },
      contact: {
        ...{ ...any(3), telephone: text(5), courriel_public: text(6), email: text(7) },
        adresse_postale: { rue: text(8), complement: text(9), code_postal: text(10), ville: text(11), pays: text(12) },
        horaires: { lundi: [{ de: text(13), a: text(14) }], [text(15)]: text(16) },
        exceptions: [{ du: text(17), au: text(18), libelle: text(19), plages: [{ de: text(20), a: text(21) }] }],
      },
      reseaux: { ...any(4), facebook: text(47), instagram: text(50), x: text(1) },
      acces: any(5),
    };
    for (const [tab, values] of Object.entries(tabs)) {
      await run(
        'INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, $2, $3) ON CONFLICT (site_id, onglet) DO UPDATE SET valeurs = excluded.valeurs',
        [siteId, tab, JSON.stringify(values)],
      );
      await visit(`/studio/${slug}/reglages${tab === 'general' ? '' : `/${tab}`}`);
      await page.getByRole('main').getByRole('textbox').first().waitFor();
      await isHarmless();
    }
    await visit(`/studio/${slug}/ce-site`);
    await isHarmless();
    await run('DELETE FROM parametres WHERE site_id = $1', [siteId]);
  });

  it('the record of a site has names and reasons, an account has passkeys and browsers', async () => {
    const { siteId, slug, accountId } = owner;
    await run(
      `INSERT INTO journal (site_id, acte, moyen, compte_id, auteur, details)
       SELECT $1, a.acte, a.moyen, $3, 'par ' || t, jsonb_build_object('nom', 'dit ' || t, 'raison', 'car ' || t, 'objet', t, 'role', t, 'compte', $3::uuid)
       FROM unnest($2::text[]) AS t (t)
       CROSS JOIN (VALUES ('theme_publie', 'compte'), ('regard_exploitant', 'exploitant'), ('membre_role', 'cle'), ('plus tard', 'cle')) AS a (acte, moyen)`,
      [siteId, HOSTILE_TEXTS, stranger.accountId],
    );
    const said = new Set<string>();
    for (let address: string | null = `/studio/${slug}/journal`; address !== null; ) {
      await visit(address);
      await isHarmless();
      said.add(plain(await page.evaluate<string>(SAID)));
      const next = page.getByRole('main').getByRole('link', { name: 'Actes plus anciens' });
      address = (await next.count()) > 0 ? await next.first().getAttribute('href') : null;
    }
    const told = [...said].join('');
    const named = ['par ', 'dit ', 'car '].flatMap((word) => HOSTILE_TEXTS.map((one) => word + one));
    expect(named.filter((one) => !told.includes(plain(one)))).toEqual([]);
    const asked = { acte: text(1), compte: text(2), depuis: text(3), jusqua: text(4), avant: text(5), groupe: text(6) };
    await visit(`/studio/${slug}/journal?${new URLSearchParams(asked)}`);
    await isHarmless();

    await run(
      `INSERT INTO passkeys (id, compte_id, nom, cle_publique)
       SELECT 'passkey-of-test-' || n, $1, t, '\\x00' FROM unnest($2::text[]) WITH ORDINALITY AS t (t, n)`,
      [accountId, HOSTILE_TEXTS],
    );
    await run(
      `INSERT INTO sessions (empreinte, compte_id, expire_le, navigateur, lieu)
       SELECT encode(sha256(convert_to(t, 'UTF8')), 'hex'), $1, now() + interval '1 day', 'avec ' || t, 'à ' || t FROM unnest($2::text[]) AS t (t)`,
      [accountId, HOSTILE_TEXTS],
    );
    // An account with a passkey has no session that has shown none.
    await run('UPDATE sessions SET second_facteur_le = now(), prouve_le = now() WHERE compte_id = $1', [accountId]);
    await visit('/studio/securite');
    await isHarmless([...HOSTILE_TEXTS, ...HOSTILE_TEXTS.flatMap((one) => [`avec ${one}`, `à ${one}`])]);
    await visit(`/studio/${slug}/domaines`);
    await isHarmless();
    await run('DELETE FROM passkeys WHERE compte_id = $1', [accountId]);
  });

  it('code has paths, problems, conflicts and what is found in it', async () => {
    const id = await draft(owner.siteId, text(26), FAULTY);
    await visit(`/studio/${owner.slug}/themes/${id}`);
    await openFile(page, EDITED);
    await button(/problème/).click();
    await isHarmless(HOSTILE_TEXTS.slice(1));
    await page.keyboard.press('Control+Shift+f');
    await page.getByRole('searchbox').fill('pris');
    await page.getByText(/résultats dans/).waitFor();
    await isHarmless();
    await button('Fermer la recherche').click();
    await page.keyboard.press('Control+p');
    await page.getByRole('combobox', { name: 'Quelques lettres de son chemin' }).fill('vole');
    await page.getByRole('listbox').getByRole('option').nth(5).waitFor();
    await isHarmless();
    await page.keyboard.press('Escape');
    await page.getByRole('treeitem', { name: 'carte.liquid', exact: true }).focus();
    await page.keyboard.press('F2');
    await page.getByText('sections/cartes.liquid, ligne 2', { exact: true }).waitFor();
    await isHarmless(OUTSIDE_LIQUID);
    await page.keyboard.press('Escape');
    await openFile(page, 'sections/regles.liquid');
    await page.locator('.cm-line').first().click();
    await page.keyboard.type('{{ section.settings.mo');
    await page.getByRole('option').first().waitFor();
    await isHarmless();
    await page.keyboard.press('Escape');
    await openFile(page, 'sections/fautes.liquid');
    await page.getByRole('textbox').getByText('onerror').first().hover();
    await isHarmless();

    await openFile(page, EDITED);
    await writeLine(page, 2, '<p>le mien</p>');
    await put(id, EDITED, LINES.replace('<p>deux</p>', OUTSIDE_LIQUID.join('\n')));
    await save(page);
    await page.getByRole('region', { name: `Deux modifications de ${EDITED}` }).waitFor();
    await isHarmless(OUTSIDE_LIQUID);
  });

  it('versions have authors, paths and texts, and the themes that were made of them', async () => {
    const { siteId, slug } = owner;
    const paths = Object.fromEntries(HOSTILE_TEXTS.map((name) => [`assets/${name}.css`, HOSTILE_TEXTS.join('\n')]));
    const id = await draft(siteId, text(2), { ...MINIMAL_THEME, ...paths });
    const count = HOSTILE_TEXTS.length;
    await run(
      "INSERT INTO versions (site_id, theme_id, numero, auteur, moyen) SELECT $1, $2, n, 'par ' || a, 'fichier' FROM unnest($3::text[]) WITH ORDINALITY AS t (a, n)",
      [siteId, id, HOSTILE_TEXTS],
    );
    await run('UPDATE themes SET numero = $2 WHERE id = $1', [id, count]);
    await run("UPDATE fichiers SET depuis = $2 WHERE theme_id = $1 AND chemin LIKE 'assets/%'", [id, count]);
    await run(
      `UPDATE themes SET lignee = (SELECT lignee FROM themes WHERE id = $1), fait_de = $1, fait_du_numero = 1 WHERE site_id = $2 AND nom = ANY ($3) AND id <> $1`,
      [id, siteId, HOSTILE_TEXTS],
    );
    await visit(`/studio/${slug}/themes/${id}/versions`);
    await page.getByRole('region', { name: `Version ${count}` }).waitFor();
    await isHarmless([
      ...HOSTILE_TEXTS.slice(-50).map((one) => `par ${one}`),
      ...HOSTILE_TEXTS.map((one) => `assets/${one}.css`),
    ]);
    await button('Plus anciennes').click();
    await isHarmless(HOSTILE_TEXTS.map((one) => `par ${one}`));
    const changed = page.getByRole('group').filter({ hasText: 'assets/' });
    await changed.nth(1).locator('summary').click();
    await page.getByRole('table').first().waitFor();
    await isHarmless(HOSTILE_TEXTS);
    await button(/^Le fichier à la version/).click();
    await page.getByRole('dialog').getByText('__proto__').first().waitFor();
    await isHarmless();
    await page.keyboard.press('Escape');
    await button(/^Version 1,/).click();
    await button('Revenir à cette version…').click();
    await page.getByRole('dialog').getByText('Disparaissent').waitFor();
    await isHarmless();
  });

  it('an upgrade has texts and keys that both have changed', async () => {
    const { themeId: id } = await write('POST', '/api/themes', { action: 'installer', origine: 'origo' });
    const [AVIS, DATA] = ['snippets/avis.liquid', 'config/settings_data.json'];
    const contentOf = async (path: string): Promise<string> =>
      (await write('GET', `/api/themes/${id}/fichiers?${new URLSearchParams({ chemin: path })}`, undefined)).fichier
        .contenu;
    const [avis, data] = [await contentOf(AVIS), JSON.parse(await contentOf(DATA))];
    const keyed = (value: number) =>
      json({
        ...data,
        current: { ...data.current, ...Object.fromEntries(HOSTILE_TEXTS.map((key, at) => [key, text(at + value)])) },
      });
    const [mine, theirs] = [OUTSIDE_LIQUID.slice(0, 30), OUTSIDE_LIQUID.slice(30)];
    await put(id, AVIS, avis.replace('Merci&nbsp;!', mine.join(' ')));
    await put(id, DATA, keyed(1));
    await catalog.edit(AVIS, 'Merci&nbsp;!', theirs.join(' '));
    await catalog.set(DATA, keyed(2));
    await visit(`/studio/${owner.slug}/themes/${id}/mise-a-jour`);
    await page.getByRole('heading', { name: 'À choisir' }).waitFor();
    await isHarmless(mine.slice(0, 5));
  });

  it('a rehearsal has addresses, messages and HTML', async () => {
    const { siteId, slug } = await createTenant(vitrine.databaseUrl);
    await join(siteId, owner);
    const links = (texts: readonly string[]) =>
      texts.map((one) => `<a href="/${encodeURIComponent(one)}">${one}</a>\n`).join('');
    const files = (section: string) => ({ ...MINIMAL_THEME, 'sections/texte.liquid': section });
    await publishTheme(vitrine, siteId, files('avant'));
    const id = await draft(siteId, text(43), files(links(OUTSIDE_LIQUID)));
    await visit(`/studio/${slug}/themes/${id}/repetition`);
    await isHarmless([text(43)]);
    const again = button('Répéter de nouveau');
    await again.waitFor(PATIENT);
    // Beside other tests there may be no idle processor for long: pages are omitted then.
    const isWhole = async () => {
      if (await page.getByText('1 page change').first().isVisible()) return;
      await again.click();
      await again.waitFor(PATIENT);
      return false;
    };
    await until('every page is rehearsed', isWhole, 100_000);
    await page.locator('summary').first().click();
    await page.getByRole('region', { name: 'HTML qui diffère' }).waitFor();
    await isHarmless(OUTSIDE_LIQUID);
    await button('Publier…').click();
    await page.getByRole('dialog').waitFor();
    await isHarmless([text(43)]);
  });
});
