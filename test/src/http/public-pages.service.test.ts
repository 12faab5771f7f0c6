import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { query } from '../../support/database.ts';
import {
  createTenant,
  lentRenderer,
  MINIMAL_THEME,
  sharedProgram,
  startTestProgram,
  type Tenant,
  type TestProgram,
} from '../../support/program.ts';
import { runs } from '../../support/soak.ts';

/** Each with a look at what it has changed. */
const WRITES = runs(24, 600);

let vitrine: TestProgram;
beforeAll(async () => {
  vitrine = await sharedProgram();
});
afterAll(() => vitrine.close());

interface PublishedSite extends Tenant {
  readonly themeId: string;
  readonly host: string;
  visit(path?: string, headers?: Record<string, string>): ReturnType<TestProgram['ask']>;
  write(chemin: string, contenu: string, through?: TestProgram): Promise<void>;
}

/** A site whose published theme is the catalog's, with the minimal files over it. */
async function publishSite(files: Readonly<Record<string, string>> = {}): Promise<PublishedSite> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const { key, slug } = tenant;
  const host = `${slug}.localhost`;
  const body = { action: 'installer', origine: 'origo' };
  const { themeId } = (await vitrine.ask({ method: 'POST', path: '/api/themes', key, body })).json();
  const put = async (body: object, through = vitrine) => {
    const answer = await through.ask({ method: 'PUT', path: `/api/themes/${themeId}/fichiers`, key, body });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const write = (chemin: string, contenu: string, through = vitrine) => put({ chemin, contenu }, through);
  await put({ lot: { ecrire: { ...MINIMAL_THEME, ...files } } });
  const publication = await vitrine.ask({
    method: 'PATCH',
    path: '/api/themes',
    key,
    body: { id: themeId, publier: true },
  });
  if (publication.status !== 200) throw new Error(publication.text);
  return {
    ...tenant,
    themeId,
    host,
    write,
    visit: (path, headers) => vitrine.ask({ host, path: path ?? '/', headers: headers ?? {} }),
  };
}

const addPage = (siteId: string, slug: string, template = 'page') =>
  query(
    vitrine.databaseUrl,
    "INSERT INTO pages (site_id, slug, titre, gabarit, contenu) VALUES ($1, $2, 'À propos', $3, '<p>é</p>')",
    [siteId, slug, template],
  );

describe('the host of a request names', () => {
  it('a site, by its slug or its own domain, with or without a port', async () => {
    const { host, siteId } = await publishSite();
    await query(vitrine.databaseUrl, "INSERT INTO domaines VALUES ('www.boulange.test', $1)", [siteId]);
    for (const name of [
      host,
      `${host}:3000`,
      host.toUpperCase(),
      `${host}.`,
      'www.boulange.test',
      'WWW.boulange.test:80',
    ]) {
      const page = await vitrine.ask({ host: name });
      expect([name, page.status, page.text]).toEqual([name, 200, '<main>bonjour</main>']);
    }
  });

  it.each([
    'localhost',
    '127.0.0.1:3000',
    'inconnu.localhost',
    'a.b.localhost',
    'inconnu.test',
    "'; DROP TABLE sites",
    '',
  ])('the platform: %j', async (host) => {
    const page = await vitrine.ask({ host: host || ' ' });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<title>vitrine</title>')]);
    expect((await vitrine.ask({ host: host || ' ', path: '/api/themes' })).status).toBe(401);
  });

  it('the API answers on every host that names no site, bodies included', async () => {
    const { key } = await publishSite();
    const answer = await vitrine.ask({ host: 'inconnu.test', path: '/api/themes', method: 'POST', key, body: {} });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });

  it('the API does not answer on the host of a site', async () => {
    const { host, key } = await publishSite();
    expect((await vitrine.ask({ host, path: '/api/themes', key })).status).toBe(404);
    expect((await vitrine.ask({ host, path: '/api/themes', key, method: 'POST', body: {} })).status).toBe(404);
  });
});

describe('a page', () => {
  it('carries a policy whose nonce is the one that the theme got, fresh each time', async () => {
    const { visit } = await publishSite({ 'layout/theme.liquid': '<style nonce="{{ nonce }}"></style>' });
    const nonces = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const { text, headers } = await visit();
      const nonce = /nonce="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['permissions-policy']).toBe('publickey-credentials-get=(), publickey-credentials-create=()');
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('at its slug shows its title and content, through its own template if the theme has it', async () => {
    const { siteId, visit } = await publishSite({
      'templates/page.json': '{"sections":{"a":{"type":"page-test"}},"order":["a"]}',
      'templates/large.json': '{"sections":{"a":{"type":"page-test","settings":{"x":"large"}}},"order":["a"]}',
      'sections/page-test.liquid': '{{ section.settings.x }}[{{ page.titre }}|{{ page.slug }}|{{ page.contenu }}]',
    });
    await addPage(siteId, 'a-propos');
    await addPage(siteId, 'grande', 'large');
    await addPage(siteId, 'autre', 'absent');
    expect((await visit('/a-propos')).text).toBe('<main>[À propos|a-propos|<p>é</p>]</main>');
    expect((await visit('/a-propos/')).status).toBe(200);
    expect((await visit('/a-propos?x=1')).status).toBe(200);
    expect((await visit('/grande')).text).toContain('large[À propos');
    expect((await visit('/autre')).text).toContain('[À propos|autre');
  });

  it.each([
    '/inconnue',
    '/a/b',
    '/%00',

    '/%C3%A9',
    `/${'a'.repeat(500)}`,
    '/templates/index.json',
    '/..%2f..',
  ])('that does not exist, %s, is 404 through the theme’s own template', async (path) => {
    const site = await publishSite({
      'templates/404.json': '{"sections":{"a":{"type":"perdu"}},"order":["a"]}',
      'sections/perdu.liquid': 'perdu',
    });
    const page = await site.visit(path);
    expect([page.status, page.text]).toEqual([404, '<main>perdu</main>']);
  });

  it('whose address is none is a 404 platform page', async () => {
    const { visit } = await publishSite();
    const page = await visit('/%zz');
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('Page introuvable')]);
  });

  it('page.demande says what became of a form, and nothing else', async () => {
    const { visit } = await publishSite({ 'sections/texte.liquid': '{{ page.demande }}' });
    for (const [query, demande] of [
      ['?demande=merci', 'merci'],
      ['?demande=erreur', 'erreur'],
      ['?demande=<script>', ''],
      ['?demande=merci&demande=erreur', ''],
      ['', ''],
    ]) {
      expect((await visit(`/${query}`)).text).toBe(`<main>${demande}</main>`);
    }
  });

  it('HEAD answers as GET without the body', async () => {
    const { host } = await publishSite();
    const page = await vitrine.ask({ host, method: 'HEAD' });
    expect([page.status, page.text, page.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  it('of a site without a published theme is a platform page', async () => {
    const { slug } = await createTenant(vitrine.databaseUrl);
    const page = await vitrine.ask({ host: `${slug}.localhost` });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Ce site arrive bientôt')]);
  });
});

describe('an asset', () => {
  it('is served with its type and fingerprint, and not sent again', async () => {
    const { themeId, visit, write } = await publishSite();
    await write('assets/a.css', 'é{}');
    await write('assets/a.svg', '<svg/>');
    const css = await visit(`/theme-assets/${themeId}/a.css`);
    expect([css.status, css.text, css.headers['content-type']]).toEqual([200, 'é{}', 'text/css; charset=utf-8']);
    expect(css.headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(css.headers['x-content-type-options']).toBe('nosniff');
    const again = await visit(`/theme-assets/${themeId}/a.css`, { 'if-none-match': String(css.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    const weak = await visit(`/theme-assets/${themeId}/a.css`, { 'if-none-match': `"x", W/${css.headers.etag}` });
    expect(weak.status).toBe(304);
    await write('assets/a.css', 'neuf');
    expect((await visit(`/theme-assets/${themeId}/a.css`, { 'if-none-match': String(css.headers.etag) })).text).toBe(
      'neuf',
    );
    const svg = await visit(`/theme-assets/${themeId}/a.svg`);
    expect(svg.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(svg.headers['content-security-policy']).toContain('sandbox');
  });

  it('of a draft is served; of another site it is not', async () => {
    const one = await publishSite();
    const other = await publishSite();
    await query(vitrine.databaseUrl, "UPDATE themes SET role = 'brouillon' WHERE id = $1", [one.themeId]);
    expect((await one.visit(`/theme-assets/${one.themeId}/theme.css`)).status).toBe(200);
    expect((await other.visit(`/theme-assets/${one.themeId}/theme.css`)).status).toBe(404);
    expect((await vitrine.ask({ path: `/theme-assets/${one.themeId}/theme.css` })).status).toBe(404);
  });

  it('by a path of two segments, or outside the assets, is 404', async () => {
    const { themeId, visit } = await publishSite();
    for (const file of [
      'assets/theme.css',
      '..%2flayout%2ftheme.liquid',
      'theme.liquid',
      'absente.css',
      '%00.css',
      '%',
    ]) {
      expect([file, (await visit(`/theme-assets/${themeId}/${file}`)).status]).toEqual([file, 404]);
    }
    expect((await visit('/theme-assets/x/theme.css')).status).toBe(404);
  });
});

describe('freshness', () => {
  it('each write is visible in the very next answer, on two instances', async () => {
    const site = await publishSite();
    const second = await startTestProgram({}, { databaseUrl: vitrine.databaseUrl, sandbox: await lentRenderer(1) });
    for (let n = 0; n < WRITES; n++) {
      await site.write('sections/texte.liquid', `version ${n}`, n % 3 === 0 ? second : vitrine);
      const reader = n % 2 === 0 ? second : vitrine;
      expect((await reader.ask({ host: site.host })).text).toBe(`<main>version ${n}</main>`);
    }
    await second.close();
  });

  it('under parallel visits no answer is older than the last write before its request', async () => {
    const site = await publishSite({ 'sections/texte.liquid': '0' });
    let acknowledged = 0;
    let writing = true;
    onTestFinished(() => {
      writing = false;
    });
    const write = async () => {
      for (let n = 1; n <= WRITES; n++) {
        await site.write('sections/texte.liquid', String(n));
        acknowledged = n;
      }
      writing = false;
    };
    const stale: string[] = [];
    const visit = async () => {
      while (writing) {
        const atLeast = acknowledged;
        const { status, text } = await site.visit();
        const shown = Number(/^<main>(\d+)<\/main>$/.exec(text)?.[1]);
        if (!(shown >= atLeast)) stale.push(`${status}, ${text} after ${atLeast}`);
      }
    };
    await Promise.all([write(), ...Array.from({ length: 8 }, visit)]);
    expect(stale).toEqual([]);
  });

  it('a publication shows in the next answer', async () => {
    const site = await publishSite();
    const body = { action: 'installer', origine: 'origo' };
    const { themeId } = (await vitrine.ask({ method: 'POST', path: '/api/themes', key: site.key, body })).json();
    await vitrine.ask({ method: 'PATCH', path: '/api/themes', key: site.key, body: { id: themeId, publier: true } });
    expect((await site.visit()).text).toContain(`/theme-assets/${themeId}/theme.css`);
  });
});
