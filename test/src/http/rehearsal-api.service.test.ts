import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RehearsalReport, RehearsedPage } from '../../../src/sites/rehearsal/report.ts';
import { type Client, createClient } from '../../support/client.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../support/program.ts';
import { publishTheme } from '../../support/published-theme.ts';
import { until } from '../../support/until.ts';
import { whenIdle } from '../../support/when-idle.ts';

/** A page that is too long. */
const FLOOD = `{% for a in (1..9000) %}${'x'.repeat(4_000)}{% endfor %}`;
const template = (...types: string[]) =>
  JSON.stringify({ sections: Object.fromEntries(types.map((type) => [type, { type }])), order: types });

/** What differs on every render, and what a page leads to. */
const FILES = {
  ...MINIMAL_THEME,
  'layout/theme.liquid': `<!doctype html>
<link rel="stylesheet" href="{{ 'theme.css' | asset_url }}">
<script nonce="{{ nonce }}"></script>
<p>{{ 'now' | date: '%s %N' }} {{ page.instant }}</p>
<nav><a href="/">Accueil</a> <a href="/contact">Contact</a> <a href="/jamais">Jamais</a></nav>
{{ content_for_layout }}
`,
  'templates/index.json': template('hero'),
  'templates/page.json': template('page'),
  'templates/contact.json': template('page', 'carte'),
  'sections/hero.liquid': '<h1>Bonjour</h1>',
  'sections/page.liquid': '<h1>{{ page.titre }}</h1>',
  'sections/carte.liquid': '<p>carte</p>',
  'assets/theme.css': 'a{}',
  'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
};

let vitrine: TestProgram;
let client: Client;
let publishedId: string;
/** A draft with the same files. */
let publishedCopy: string;

beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  const { siteId } = client.tenant;
  publishedId = await publishTheme(vitrine, siteId, FILES);
  await client.sql(
    `INSERT INTO pages (site_id, slug, titre, gabarit)
     VALUES ($1, 'a-propos', 'À propos', 'page'), ($1, 'contact', 'Contact', 'contact')`,
    [siteId],
  );
  await client.sql("INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'actus', 'Actualités')", [siteId]);
  publishedCopy = await draftWith({});
});
afterAll(() => vitrine.close());

/** A copy of the published theme with these files changed, or removed where null. */
async function draftWith(changes: Readonly<Record<string, string | null>>): Promise<string> {
  const { themeId } = (await client.themes('POST', { action: 'dupliquer', id: publishedId })).json();
  const ecrire = Object.fromEntries(Object.entries(changes).filter(([, text]) => text !== null));
  const supprimer = Object.keys(changes).filter((path) => changes[path] === null);
  const answer = await client.lot(themeId, { ecrire, supprimer });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return themeId;
}

const ask = (id: string, headers: Record<string, string> = {}) =>
  client.ask({ method: 'POST', path: '/api/themes', headers, body: { action: 'repeter', id } });

/** Rehearses until no page is omitted. */
const rehearse = (id: string): Promise<RehearsalReport> =>
  whenIdle(
    async () => {
      const answer = await ask(id);
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      return answer.json() as RehearsalReport;
    },
    ({ resume }) => resume.omises > 0,
  );

/** Pages rendered so far, of all themes. */
const rendered = async () =>
  Number(/vitrine_renders_total\{outcome="page"\} (\d+)/.exec((await vitrine.ask({ path: '/metrics' })).text)?.[1]);

const pageAt = ({ pages }: RehearsalReport, adresse: string): RehearsedPage => {
  const page = pages.find((one) => one.adresse === adresse);
  if (!page) throw new Error(`no page ${adresse} among ${pages.map((one) => one.adresse)}`);
  return page;
};

describe('the rehearsal of a publication', () => {
  it('finds a copy of the published theme the same on every page, whatever a render has that is new each time', async () => {
    // A worker that is given no processor may end with its theme, so that the time of one page is not known.
    const isTimed = ({ avant, apres }: RehearsedPage) => (avant?.ms ?? 0) > 0 && (apres?.ms ?? 0) > 0;
    const report = await until('the time of a page is known', async () => {
      const one = await rehearse(publishedCopy);
      return one.pages.some(isTimed) && one;
    });
    expect(report.pages.map(({ adresse, etat }) => [adresse, etat])).toEqual(
      ['/', '/a-propos', '/contact', '/blog', '/blog/actus', '/404'].map((adresse) => [adresse, 'egale']),
    );
    expect(report).toMatchObject({ publie: { id: publishedId }, brouillon: { id: publishedCopy } });
    expect(report.resume).toMatchObject({ egales: 6, changees: 0, echouees: 0, nouvelles_pannes: 0, omises: 0 });
    const { avant, apres, raison } = pageAt(report, '/');
    expect([avant?.statut, avant?.octets, raison]).toEqual([200, apres?.octets, null]);
    expect(pageAt(report, '/404')).toMatchObject({ apres: { statut: 404 }, raison: 'gabarit_absent' });
    // The platform itself shows a list that the theme has no template for.
    expect(pageAt(report, '/blog')).toMatchObject({ apres: { statut: 200 }, raison: 'gabarit_absent' });
  });

  it('tells of each page as many bytes as visitors get of it, before it is compressed', async () => {
    const { pages } = await rehearse(publishedCopy);
    const sizes = await Promise.all(
      pages.map(async ({ adresse }) => {
        const { text } = await vitrine.ask({ host: `${client.tenant.slug}.localhost`, path: adresse });
        return [adresse, Buffer.byteLength(text)];
      }),
    );
    expect(pages.map(({ adresse, avant }) => [adresse, avant?.octets])).toEqual(sizes);
    expect(pages.map(({ adresse, apres }) => [adresse, apres?.octets])).toEqual(sizes);
  });

  it('tells per page what changes, what fails, and what would break', async () => {
    const id = await draftWith({
      'layout/theme.liquid': `${FILES['layout/theme.liquid'].replace('/contact', '/contact?demande=merci')}<img src="{{ 'absent.svg' | asset_url }}">`,
      'sections/hero.liquid': '<h1>Bonsoir</h1><a href="/nulle-part">x</a>{{ 1 | divided_by: 0 }}',
      'sections/page.liquid': `{% if page.slug == 'contact' %}${FLOOD}{% endif %}<h1>{{ page.titre }}</h1>`,
    });
    const report = await rehearse(id);
    const home = pageAt(report, '/');
    expect(home).toMatchObject({ etat: 'changee', avant: { statut: 200 }, apres: { statut: 200 }, raison: null });
    expect(home.difference).toContain('-<h1>Bonjour</h1>');
    expect(home.difference).toContain('+<!-- section en erreur : hero -->');
    expect(home.sections).toEqual([
      { type: 'hero', chemin: 'sections/hero.liquid', ligne: 1, message: expect.any(String) },
    ]);
    // A link that leads nowhere now is not among them.
    expect(home.casses).toContainEqual({ adresse: 'assets/absent.svg', genre: 'fichier' });
    expect(home.casses.map(({ adresse }) => adresse)).not.toContain('/jamais');
    expect(pageAt(report, '/contact')).toMatchObject({
      etat: 'echouee',
      raison: 'sortie',
      avant: { statut: 200 },
      apres: { statut: 503, ms: null, octets: 0 },
      difference: null,
    });
    expect(report.resume).toMatchObject({ echouees: 1, nouvelles_pannes: 1, sections: 1 });
    // Neither the failing draft nor the rehearsal has any effect on what visitors get.
    expect((await vitrine.ask({ host: `${client.tenant.slug}.localhost`, path: '/contact' })).status).toBe(200);
    expect((await vitrine.ask({ path: '/metrics' })).text).not.toContain(`theme="${publishedId}"`);
  });

  it('finds pages changed whose style sheet is, templates that are gone, and links to pages that these have shown', async () => {
    const id = await draftWith({
      'assets/theme.css': 'a{color:red}',
      'templates/contact.json': null,
      'templates/page.json': null,
    });
    const report = await rehearse(id);
    expect(pageAt(report, '/')).toMatchObject({
      etat: 'changee',
      difference: null,
      fichiers: ['assets/theme.css'],
      casses: [{ adresse: '/contact', genre: 'lien' }],
    });
    expect(pageAt(report, '/contact')).toMatchObject({
      etat: 'echouee',
      raison: 'gabarit_absent',
      apres: { statut: 404 },
    });
  });

  it('refuses what is no draft of the site, and a second rehearsal at the same time', async () => {
    const other = await createClient(vitrine);
    const foreign = await other.install();
    const refusal = async (id: string) => {
      const answer = await ask(id, { accept: 'application/x-ndjson' });
      return [answer.status, answer.json().error];
    };
    expect(await refusal(publishedId)).toEqual([409, 'theme_publie']);
    expect(await refusal(foreign)).toEqual([404, 'introuvable']);
    const both = await Promise.all([ask(publishedCopy), ask(publishedCopy)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 503]);
  });

  it('tells how far it is, a line each', async () => {
    const answer = await ask(publishedCopy, { accept: 'application/x-ndjson' });
    expect(answer.headers['content-type']).toContain('application/x-ndjson');
    const lines = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, -1)).toEqual(Array.from({ length: 7 }, (_, fait) => ({ fait, total: 6 })));
    expect(lines.at(-1)).toMatchObject({ ok: true, pages: { length: 6 } });
  });

  it('starts no further render when its client has gone away', async () => {
    const { siteId } = client.tenant;
    await client.sql(
      "INSERT INTO pages (site_id, slug, titre, gabarit) SELECT $1, 'page-' || n, 'Page', 'page' FROM generate_series(1, 400) n",
      [siteId],
    );
    const before = await rendered();
    await new Promise<void>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${client.tenant.key}`,
        'content-type': 'application/json',
        accept: 'application/x-ndjson',
      };
      const asked = request({ port: vitrine.port, method: 'POST', path: '/api/themes', headers }, (incoming) => {
        incoming.once('data', () => asked.destroy()).on('error', () => undefined);
        incoming.on('close', resolve);
      });
      asked.on('error', reject).end(JSON.stringify({ action: 'repeter', id: publishedCopy }));
    });
    // Another one of the site is admitted when the cancelled one has ended.
    await until('another one is admitted', async () => expect((await ask(siteId)).status).not.toBe(503));
    // Two of each of 406 pages would have been.
    expect((await rendered()) - before).toBeLessThan(400);
    await client.sql("DELETE FROM pages WHERE site_id = $1 AND slug LIKE 'page-%'", [siteId]);
  });

  it('needs no published theme: every page changes then', async () => {
    const empty = await createClient(vitrine);
    const id = await empty.install();
    const answer = await empty.ask({ method: 'POST', path: '/api/themes', body: { action: 'repeter', id } });
    expect(answer.json()).toMatchObject({
      publie: null,
      pages: [{ adresse: '/', etat: expect.stringMatching(/changee|omise/), avant: null }, { adresse: '/404' }],
    });
  });
});
