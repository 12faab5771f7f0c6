import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODE, enter, giveCode, protect } from '../../../support/access-code.ts';
import { query } from '../../../support/database.ts';
import type { Answer } from '../../../support/http.ts';
import { FORM, setCookie } from '../../../support/login.ts';
import { BEHIND_EDGE, createTenant, MINIMAL_THEME, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { publishTheme } from '../../../support/published-theme.ts';

let vitrine: TestProgram;
let siteId: string;
let themeId: string;
let host: string;

const SECRET = 'secret du site';
beforeAll(async () => {
  vitrine = await sharedProgram();
  const tenant = await createTenant(vitrine.databaseUrl);
  ({ siteId } = tenant);
  host = `${tenant.slug}.localhost`;
  themeId = await publishTheme(vitrine, siteId, {
    ...MINIMAL_THEME,
    'sections/texte.liquid': SECRET,
    'assets/theme.css': `/* ${SECRET} */`,
  });
});
afterAll(() => vitrine.close());
beforeEach(async () => {
  await query(vitrine.databaseUrl, 'DELETE FROM tentatives');
  await query(vitrine.databaseUrl, 'UPDATE sites SET masque = false WHERE id = $1', [siteId]);
  await protect(vitrine, siteId);
});

const visit = (path = '/', headers: Record<string, string> = {}) => vitrine.ask({ host, path, headers });
const asksForCode = ({ text }: Answer) => text.includes('action="/acces"');

it('a code is the same in each form of its letters', async () => {
  const answer = await giveCode(vitrine, host, { code: CODE.normalize('NFD'), retour: '/' });
  expect(answer.status).toBe(303);
});

describe('a site protected by a code asks for it before any page', () => {
  it('home page, theme file, feeds, whatever is asked for: 401, nothing of the site, kept and indexed by nobody', async () => {
    const paths = [
      '/',
      '/inconnue',
      '/a/b',
      '/robots.txt/',
      '//robots.txt',
      '/robots%2Etxt/',
      '/blog',
      '/blog.atom',
      '/acces',
    ];
    for (const path of [...paths, `/theme-assets/${themeId}/theme.css`]) {
      const answer = await visit(path);
      expect([path, answer.status, asksForCode(answer)]).toEqual([path, 401, true]);
      expect(answer.text).not.toContain(SECRET);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      expect(answer.headers['permissions-policy']).toContain('publickey-credentials-get=()');
      expect(answer.headers.etag).toBeUndefined();
    }
  });

  it('also what is sent, to any address', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      const answer = await vitrine.ask({
        host,
        method,
        path: '/contact',
        ...(method === 'POST' && { body: 'a=1', headers: FORM }),
      });
      expect([method, answer.status]).toEqual([method, 401]);
    }
  });

  it('robots.txt closes the site, and there is no map of it, with the code too', async () => {
    const cookie = await enter(vitrine, host);
    for (const headers of [{}, { cookie }]) {
      const robots = await visit('/robots.txt', headers);
      expect([robots.status, robots.text]).toEqual([200, 'User-agent: *\nDisallow: /\n']);
      expect((await visit('/sitemap.xml', headers)).status).toBe(404);
    }
  });

  it('llms.txt is 404, with the code too', async () => {
    const cookie = await enter(vitrine, host);
    for (const headers of [{}, { cookie }]) {
      const answer = await visit('/llms.txt', headers);
      expect([answer.status, answer.text.includes(SECRET)]).toEqual([404, false]);
    }
  });

  it('a site without a code asks nobody for one', async () => {
    await query(vitrine.databaseUrl, 'UPDATE sites SET code_acces = NULL WHERE id = $1', [siteId]);
    const page = await visit();
    expect([page.status, page.headers['x-robots-tag'], page.headers['cache-control']]).toEqual([
      200,
      undefined,
      'no-cache',
    ]);
    expect(page.text).toContain(SECRET);
  });

  it('the page is valid HTML in French, without script', async () => {
    for (const answer of [
      await visit('/a"b?c=<d>'),
      await giveCode(vitrine, host, { code: 'faux', retour: '/"><i>' }),
    ]) {
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain('<html lang="fr"');
      expect(answer.text).not.toContain('<script');
      const report = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(answer.text);
      expect(report.results.flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([]);
    }
  });
});

describe('the right code', () => {
  it('leads back to where the visitor was, with a cookie of seven days that opens the site on every instance', async () => {
    const path = '/?x=1&y="2"';
    const asked = await visit(encodeURI(path));
    const retour = /name="retour" value="([^"]*)"/.exec(asked.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await giveCode(vitrine, host, { code: CODE, retour });
    expect([answer.status, answer.headers.location]).toEqual([303, encodeURI(path)]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(setCookie(answer)).toMatch(
      /^vitrine_acces=\d{10}\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    const cookie = setCookie(answer).split(';')[0] ?? '';
    const other = await sharedProgram(BEHIND_EDGE);
    for (const instance of [vitrine, other]) {
      const page = await instance.ask({ host, headers: { cookie } });
      expect([page.status, page.text]).toEqual([200, `<main>${SECRET}</main>`]);
      expect(page.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
    }
    const asset = await visit(`/theme-assets/${themeId}/theme.css`, { cookie });
    expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  });

  it('never leads to another host', async () => {
    for (const retour of ['//ailleurs.test', 'https://ailleurs.test', '/\\ailleurs.test', '/.//ailleurs.test']) {
      const answer = await giveCode(vitrine, host, { code: CODE, retour });
      expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    }
  });

  it('opens this site and no other', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await publishTheme(vitrine, other.siteId);
    await protect(vitrine, other.siteId);
    const cookie = await enter(vitrine, host);
    expect((await vitrine.ask({ host: `${other.slug}.localhost`, headers: { cookie } })).status).toBe(401);
    expect((await visit('/', { cookie })).status).toBe(200);
  });

  it('opens nothing any more once the code has been changed, even to the same', async () => {
    const cookie = await enter(vitrine, host);
    expect((await visit('/', { cookie })).status).toBe(200);
    await protect(vitrine, siteId, true);
    expect((await visit('/', { cookie })).status).toBe(401);
    expect((await visit('/', { cookie: `${cookie}; ${await enter(vitrine, host)}` })).status).toBe(200);
  });

  it('behind https, the cookie is for this very host and https only', async () => {
    const behind = await sharedProgram(BEHIND_EDGE);
    const https = { 'x-forwarded-proto': 'https' };
    const answer = await giveCode(behind, host, { code: CODE, retour: '/' }, https);
    expect(setCookie(answer)).toMatch(/^__Host-vitrine_acces=.*; HttpOnly; SameSite=Lax; Secure$/);
    const cookie = setCookie(answer).split(';')[0] ?? '';
    expect((await behind.ask({ host, headers: { ...https, cookie } })).status).toBe(200);
    const bare = cookie.replace('__Host-', '');
    expect((await behind.ask({ host, headers: { ...https, cookie: bare } })).status).toBe(401);
  });

  it('given to a site that has no code any more leads back too', async () => {
    await query(vitrine.databaseUrl, 'UPDATE sites SET code_acces = NULL WHERE id = $1', [siteId]);
    const answer = await giveCode(vitrine, host, { code: 'x', retour: '/a' });
    expect([answer.status, answer.headers.location, setCookie(answer)]).toEqual([303, '/a', '']);
  });
});

describe('without the right code the site stays closed', () => {
  it('a wrong code: 401 and the form again, with the way back and a sentence', async () => {
    for (const code of ['faux', `${CODE} `, CODE.toUpperCase(), '\0', '\ud800']) {
      const answer = await giveCode(vitrine, host, { code, retour: '/a?b=1' });
      expect([answer.status, setCookie(answer)]).toEqual([401, '']);
      expect(answer.text).toContain('role="alert" id="erreur">Ce n’est pas le bon code.');
      expect(answer.text).toContain('name="retour" value="/a?b=1"');
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
      await query(vitrine.databaseUrl, 'DELETE FROM tentatives');
    }
  });

  it('no code: 400; a form of another kind or too long: refused, and the site stays shut', async () => {
    expect((await giveCode(vitrine, host, { retour: '/' })).status).toBe(400);
    expect((await giveCode(vitrine, host, { code: '' })).status).toBe(400);
    const json = await vitrine.ask({ host, method: 'POST', path: '/acces', body: { code: CODE } });
    expect([json.status, setCookie(json)]).toEqual([415, '']);
    expect((await giveCode(vitrine, host, { code: 'x'.repeat(20_000) })).status).toBe(413);
  });

  it('a form of another site’s page: 403', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await giveCode(vitrine, host, { code: CODE }, headers);
      expect([answer.status, setCookie(answer), asksForCode(answer)]).toEqual([403, '', true]);
    }
  });

  it('a form of a browser that does not say whose page has sent it: taken, for the code alone opens the site', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `code=${CODE}` };
    const answer = await vitrine.ask({ host, method: 'POST', path: '/acces', ...form });
    expect([answer.status, setCookie(answer)]).toEqual([303, expect.stringContaining('vitrine_acces=')]);
  });

  it('a cookie that is none of ours, or is cut', async () => {
    const cookie = await enter(vitrine, host);
    for (const other of ['vitrine_acces=', 'vitrine_acces=1.2', cookie.slice(0, -1), `x${cookie}`]) {
      expect([other, (await visit('/', { cookie: other })).status]).toEqual([other, 401]);
    }
  });
});

describe('a site hidden from search engines sends X-Robots-Tag: noindex', () => {
  it('with every answer: pages, theme files, what is not there, what is not read', async () => {
    await query(vitrine.databaseUrl, 'UPDATE sites SET code_acces = NULL, masque = true WHERE id = $1', [siteId]);
    for (const path of [
      '/',
      '/inconnue',
      `/theme-assets/${themeId}/theme.css`,
      `/theme-assets/${themeId}/absent.css`,
    ]) {
      expect((await visit(path)).headers['x-robots-tag']).toBe('noindex');
    }
    const asset = await visit(`/theme-assets/${themeId}/theme.css`);
    const unchanged = await visit(`/theme-assets/${themeId}/theme.css`, {
      'if-none-match': String(asset.headers.etag),
    });
    expect([unchanged.status, unchanged.headers['x-robots-tag']]).toEqual([304, 'noindex']);
    expect((await vitrine.ask({ host, method: 'DELETE' })).headers['x-robots-tag']).toBe('noindex');
    expect((await giveCode(vitrine, host, { code: 'x'.repeat(20_000) })).headers['x-robots-tag']).toBe('noindex');
    expect((await visit()).headers['cache-control']).toBe('no-cache');
  });
});
