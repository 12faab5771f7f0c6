/** What visitors get where a redirect starts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../support/database.ts';
import { HOSTILE_TARGETS } from '../../../support/hostile-targets.ts';
import { ask } from '../../../support/http.ts';
import { BEHIND_EDGE, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { createRedirectingSite, type RedirectingSite } from '../../../support/redirecting-site.ts';

let vitrine: TestProgram;
let site: RedirectingSite;
beforeAll(async () => {
  vitrine = await sharedProgram();
  site = await createRedirectingSite(vitrine);
});

const addPage = (slug: string, more: object = {}) => site.manage('POST', '/api/pages', { slug, titre: slug, ...more });

describe('an address without a page', () => {
  it('leads on from the next request, however it is written, and no longer than its redirect is there', async () => {
    expect(await site.led('/ancienne')).toEqual([404, undefined]);
    await site.lead('/Ancienne', '/nouvelle');
    for (const path of ['/ancienne', '/ancienne/', '/ANCIENNE', '/%61ncienne']) {
      expect(await site.led(path), path).toEqual([301, '/nouvelle']);
    }
    const { headers } = await site.visit('/ancienne');
    expect(headers['cache-control']).toBe('no-cache');
    await site.lead('/ancienne', '/café?q=à');
    expect(await site.led('/ancienne')).toEqual([301, '/caf%C3%A9?q=%C3%A0']);
    await site.ask('DELETE', '/api/redirections?de=/ancienne');
    expect(await site.led('/ancienne')).toEqual([404, undefined]);
  });

  it('leads on for HEAD as for GET, and for nothing that is sent', async () => {
    await site.lead('/tete', '/b');
    expect(await site.led('/tete', {}, 'HEAD')).toEqual([301, '/b']);
    expect(await site.led('/tete', {}, 'POST')).toEqual([404, undefined]);
  });

  it('leads on by its query first, then by its path, whose query goes on', async () => {
    await site.lead('/index.php', '/catalogue');
    await site.lead('/index.php?id=7', '/lampe');
    await site.lead('/avec', '/liste?tri=prix#haut');
    await site.lead('/sans', '/liste#haut');
    for (const [path, location] of [
      ['/index.php?id=7', '/lampe'],
      ['/index.php?ID=%37', '/lampe'],
      ['/index.php', '/catalogue'],
      ['/index.php?id=8&X=é', '/catalogue?id=8&X=%C3%A9'],
      ['/index.php?%zz', '/catalogue?%zz'],
      ['/avec?tri=nom', '/liste?tri=prix#haut'],
      ['/sans?a=1', '/liste?a=1#haut'],
    ] as const)
      expect(await site.led(encodeURI(path).replaceAll('%25', '%')), path).toEqual([301, location]);
  });

  it('is gone where the owner says so', async () => {
    await site.lead('/disparue', null);
    const { status, text, headers } = await site.visit('/disparue');
    expect([status, headers['cache-control']]).toEqual([410, 'no-cache']);
    expect(text).toContain('Cette page n’existe plus');
  });

  it('may have a dot, or be deep', async () => {
    await site.lead('/a/b/page.html', 'https://autre.fr/x');
    expect(await site.led('/a/b/Page.html')).toEqual([301, 'https://autre.fr/x']);
  });

  it('is not looked up where no request of a browser leads', async () => {
    await site.lead('/a', '/b');
    for (const path of ['//a', '/./a', '/x/../a', '/%2e/a', '/a%2f', '/a%5c', '/a%00', `/a${'x'.repeat(3_000)}`]) {
      expect((await site.led(path))[0], path).toBe(404);
    }
  });
});

describe('a page that exists wins', () => {
  it('when it is added, and when it is published; a draft does not break the redirect', async () => {
    await site.lead('/prix', '/tarifs');
    const { id } = (await addPage('prix', { publiee: false })).json();
    expect(await site.led('/prix')).toEqual([301, '/tarifs']);
    await site.manage('PATCH', '/api/pages', { id, publiee: true });
    expect(await site.led('/prix')).toEqual([200, undefined]);
    await site.lead('/prix', '/autre');
    expect(await site.led('/prix')).toEqual([200, undefined]);
  });

  it('and its 304 does not hide a redirect that was added since', async () => {
    const { id } = (await addPage('gardee')).json();
    const { headers } = await site.visit('/gardee');
    const kept = { 'if-none-match': String(headers.etag) };
    expect(await site.led('/gardee', kept)).toEqual([304, undefined]);
    await site.manage('DELETE', `/api/pages?id=${id}`);
    expect((await site.led('/gardee', kept))[0]).toBe(404);
    await site.lead('/gardee', '/b');
    expect(await site.led('/gardee', kept)).toEqual([301, '/b']);
  });
});

it('a site that is off, asks for a code or has a former name does not lead on before its own answer', async () => {
  const other = await createRedirectingSite(vitrine);
  await other.lead('/x', '/y');
  await other.manage('PATCH', '/api/parametres/acces', { valeurs: { code: 'sésame', protege: true } });
  expect((await other.led('/x'))[0]).not.toBe(301);
  await other.manage('PATCH', '/api/parametres/acces', { valeurs: { protege: false } });
  await other.manage('PATCH', '/api/parametres/seo', { valeurs: { masque: true } });
  const { status, headers } = await other.visit('/x');
  expect([status, headers['x-robots-tag']]).toEqual([301, 'noindex']);
  await query(vitrine.databaseUrl, `UPDATE sites SET hors_ligne = '{"site": "loi"}' WHERE id = $1`, [other.siteId]);
  expect(await other.led('/x')).toEqual([503, undefined]);
});

it('another instance leads on from the next request', async () => {
  const second = await sharedProgram(BEHIND_EDGE);
  try {
    const there = async () => (await ask({ port: second.port, host: site.host, path: '/partout' })).status;
    expect(await there()).toBe(404);
    await site.lead('/partout', '/b');
    expect(await there()).toBe(301);
    await site.ask('DELETE', '/api/redirections?de=/partout');
    expect(await there()).toBe(404);
  } finally {
    await second.close();
  }
});

it('no row that another hand has written leads to another host, or ends a header', async () => {
  const kept = HOSTILE_TARGETS.filter((vers) => vers.isWellFormed() && !vers.includes('\0') && vers.length < 1_000);
  for (const [n, vers] of kept.entries()) {
    await query(
      vitrine.databaseUrl,
      "INSERT INTO redirections (site_id, de, vers, moyen) VALUES ($1, $2, $3, 'main')",
      [site.siteId, `/hostile-${n}`, vers],
    );
  }
  await site.lead('/c', '/d');
  for (const [n, vers] of kept.entries()) {
    const { status, headers } = await site.visit(`/hostile-${n}`);
    expect([301, 404], vers).toContain(status);
    expect(headers['set-cookie'], vers).toBeUndefined();
    if (status === 404) continue;
    // A browser goes nowhere with an address that it cannot read.
    const led = URL.parse(String(headers.location), `http://${site.host}`);
    if (!led) continue;
    expect(vers.trim().toLowerCase().startsWith('https://') || led.host === site.host, vers).toBe(true);
  }
});
