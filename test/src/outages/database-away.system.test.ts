import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BLOG_THEME, createBlogSite } from '../../support/blog-site.ts';
import { query } from '../../support/database.ts';
import type { Answer } from '../../support/http.ts';
import { mediasApi } from '../../support/medias.ts';
import { png } from '../../support/png.ts';
import { until } from '../../support/until.ts';
import { FROM_MEMORY, type FragileProgram, publishSite, type Site, startFragileProgram, timed } from './support.ts';

/** Every answer of the API without a database. */
function expectAway({ status, headers, json }: Answer): void {
  expect([status, json().error]).toEqual([503, 'indisponible']);
  expect(json().message).toContain('La base de données est momentanément injoignable');
  expect(headers['retry-after']).toBe('2');
}

function expectUnavailable({ status, headers, text }: Answer): void {
  expect([status, headers['retry-after'], headers['cache-status']]).toEqual([
    503,
    expect.stringMatching(/^\d+$/),
    undefined,
  ]);
  expect(text).toContain('Page momentanément indisponible');
}

const expectFresh = ({ status, headers, text }: Answer, expected: string) =>
  expect([status, text, headers['cache-status']]).toEqual([200, expected, undefined]);

const expectFromMemory = ({ status, headers, text }: Answer, expected: string) =>
  expect([status, text, headers['cache-status']]).toEqual([200, expected, expect.stringMatching(FROM_MEMORY)]);

/** A write through the API shows at the next reload, with nothing from memory. */
function recovery(site: Site, text: string): Promise<unknown> {
  return until('a write shows at the next reload', async () => {
    expect((await site.write(text)).status).toBe(200);
    expectFresh(await site.page(), text);
  });
}

/** A write that is in its transaction, kept there by somebody else's lock, when `fault` comes. */
async function meet(fault: () => void, write: () => Promise<Answer>): Promise<Answer> {
  const locker = new pg.Client(fragile.databaseUrl);
  await locker.connect();
  await locker.query('BEGIN');
  await locker.query('SELECT FROM themes WHERE id = $1 FOR UPDATE', [warm.themeId]);
  const writing = write();
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await until('the write waits', async () => expect((await query(fragile.databaseUrl, waiting)).rowCount).toBe(1));
  fault();
  const answer = await writing;
  await locker.end();
  return answer;
}

/** How many statements visitors have waited for. */
async function waitedFor(): Promise<number> {
  const { text } = await fragile.vitrine.ask({ path: '/metrics', host: 'localhost' });
  return Number(/^vitrine_probe_batches_total (\d+)$/m.exec(text)?.[1]);
}

let fragile: FragileProgram;
let warm: Site;
let cold: Site;
/** Addresses of a picture of the library: seen before, and another variant of it. */
let picture: { readonly seen: string; readonly unseen: string };
const look = (path: string) =>
  fragile.vitrine.ask({ host: `${warm.slug}.localhost`, path, headers: { accept: 'image/webp' } });

function programBeforeAll() {
  beforeAll(async () => {
    fragile = await startFragileProgram();
    warm = await publishSite(fragile, 'tiède');
    cold = await publishSite(fragile, 'froid');
    await query(
      fragile.databaseUrl,
      "INSERT INTO pages (site_id, slug, titre, gabarit, contenu) SELECT $1, slug, 'T', 'page', '' FROM unnest(ARRAY['vue', 'autre']) slug",
      [warm.siteId],
    );
    expectFresh(await warm.page('/vue'), 'tiède');
    // The theme changes after that page was seen last: its address is recalled with the theme of now.
    await warm.write('chaud');
    expectFresh(await warm.page(), 'chaud');
    expectFresh(await warm.asset(), 'a{}');
    const { id, contenu } = await mediasApi(fragile.vitrine, warm).add('a.png', png(800, 600));
    picture = { seen: `/medias/${id}/640-${contenu}/a.png`, unseen: `/medias/${id}/320-${contenu}/a.png` };
    expect((await look(picture.seen)).status).toBe(200);
    expect((await fragile.vitrine.ask({ host: 'inconnu.test' })).text).toContain('<title>vitrine</title>');
  });
  afterAll(() => fragile.close());
}

describe('a database that is stopped', () => {
  programBeforeAll();

  it('leaves what was served before, and nothing else', async () => {
    await warm.putAsset('passager.css');
    expectFresh(await warm.asset({}, 'passager.css'), 'a{}');
    await warm.removeAsset('passager.css');
    expect((await warm.asset({}, 'passager.css')).status).toBe(404);
    expectFresh(await warm.page(), 'chaud');

    await fragile.proxy.stop();
    expectUnavailable(await warm.asset({}, 'passager.css'));
    expectFromMemory(await warm.page(), 'chaud');
    expectFromMemory(await warm.page('/vue'), 'chaud');
    const asset = await warm.asset();
    expectFromMemory(asset, 'a{}');
    const again = await warm.asset({ 'if-none-match': String(asset.headers.etag) });
    expect([again.status, again.headers['cache-status']]).toEqual([304, expect.stringMatching(FROM_MEMORY)]);

    const { status, headers: told } = await look(picture.seen);
    expect([status, told['cache-status']]).toEqual([200, expect.stringMatching(FROM_MEMORY)]);
    expectUnavailable(await look(picture.unseen));

    expectUnavailable(await warm.page('/autre'));
    expectUnavailable(await warm.page('/inconnue'));
    expectUnavailable(await cold.page());
    // Without TRUST_PROXY no proxy is believed that it would ask another instance.
    const headers = { 'x-retry-elsewhere': '1' };
    expectUnavailable(await fragile.vitrine.ask({ host: `${cold.slug}.localhost`, headers }));
    expectUnavailable(await cold.asset());
    expectUnavailable(await warm.asset({}, 'autre.css'));
    expectUnavailable(await fragile.vitrine.ask({ host: 'jamais-vu.localhost' }));
    // A host that was known to be none of a site's still reaches the platform.
    const platform = await fragile.vitrine.ask({ host: 'inconnu.test' });
    expect([platform.status, platform.text]).toEqual([200, expect.stringContaining('<title>vitrine</title>')]);
  });

  it('leaves the home page as it is for whoever brings a session; the studio answers 503 with a page', async () => {
    const headers = { cookie: 'vitrine_session=x' };
    const home = await fragile.vitrine.ask({ path: '/', headers });
    expect([home.status, home.text]).toEqual([200, expect.stringContaining('<title>vitrine</title>')]);
    expectUnavailable(await fragile.vitrine.ask({ path: '/studio', headers }));
  });

  it('makes the API answer 503 with its code, and health say hs', async () => {
    expectAway(await warm.themes());
    expectAway(await warm.write('perdu'));
    const health = await fragile.vitrine.ask({ path: '/api/sante' });
    expect([health.status, health.json().etat]).toEqual([503, 'hs']);
    expect(health.json().composants).toMatchObject([
      { cle: 'base', etat: 'hs' },
      { cle: 'connexion', etat: 'hs' },
      { cle: 'rendu', etat: 'ok' },
      { cle: 'ecran', etat: 'ok' },
    ]);
  });

  it('is found again by itself: the next write shows at the next reload', async () => {
    await fragile.proxy.pass();
    await recovery(warm, 'de retour');
    expectFresh(await cold.page(), 'froid');
    expectFresh(await warm.asset(), 'a{}');
    expectFresh(await warm.page('/autre'), 'de retour');
  });
});

describe('the blog of a site whose database is stopped', () => {
  it('keeps the list, the article and the feed that were served, and nothing else', async () => {
    const proxied = await startFragileProgram();
    try {
      const site = await createBlogSite(proxied.vitrine, BLOG_THEME);
      const blog = await site.addBlog('recettes');
      await site.addArticle(blog, 'pain', { contenu: 'x'.repeat(20_000) });
      await site.addArticle(blog, 'jamais-lu');
      const [list, article, feed] = ['/blog/recettes', '/blog/recettes/pain', '/blog/recettes.atom'];
      const served = [await site.visit(list), await site.visit(article), await site.visit(feed)];
      await proxied.proxy.stop();
      for (const [n, path] of [list, article, feed].entries()) {
        expectFromMemory(await site.visit(path), served[n]?.text ?? '');
      }
      expectUnavailable(await site.visit('/blog/recettes/jamais-lu'));
      expectUnavailable(await site.visit('/blog'));
      expectUnavailable(await site.visit('/blog.atom'));
    } finally {
      await proxied.close();
    }
  });
});

describe('a database that hangs', () => {
  programBeforeAll();

  it('holds up one round of visitors for a second, and the later ones not at all', async () => {
    fragile.proxy.hang();
    const first = await timed(Promise.all([warm.page(), warm.page('/vue'), warm.asset()]));
    for (const answer of first.answer) expect(answer.headers['cache-status']).toMatch(FROM_MEMORY);
    expect(first.ms).toBeGreaterThan(500);
    const before = await waitedFor();
    expect(before).toBeGreaterThan(0);
    for (let n = 0; n < 5; n++) expectFromMemory(await warm.page(), 'chaud');
    expectUnavailable(await cold.page());
    expect(await waitedFor()).toBe(before);
  });

  it('makes the API answer 503 while it hangs', async () => {
    for (const refusal of await Promise.all([warm.themes(), warm.write('perdu'), warm.themes()])) expectAway(refusal);
  });

  it('in the middle of a write too, which leaves nothing', async () => {
    await fragile.proxy.pass();
    await recovery(warm, 'chaud');
    const answer = await meet(
      () => fragile.proxy.hang(),
      () => warm.write('perdu'),
    );
    expectAway(answer);
    await fragile.proxy.pass();
    expect((await query(fragile.databaseUrl, "SELECT FROM fichiers_complets WHERE contenu = 'perdu'")).rowCount).toBe(
      0,
    );
  });

  it('is found again, though connections of before stay dead', async () => {
    await fragile.proxy.pass();
    await recovery(warm, 'de retour');
    expectFresh(await cold.page(), 'froid');
    // Nobody has asked before: health remembers its report for ten seconds.
    expect((await fragile.vitrine.ask({ path: '/api/sante' })).status).toBe(200);
  });
});

describe('a database that is slow', () => {
  programBeforeAll();

  it('serves fresh pages, only later', async () => {
    fragile.proxy.delay(100);
    const { answer, ms } = await timed(warm.page());
    expectFresh(answer, 'chaud');
    expect(ms).toBeGreaterThanOrEqual(95);
    expect((await warm.write('lent')).status).toBe(200);
    expectFresh(await warm.page(), 'lent');
    expectFresh(await warm.asset(), 'a{}');
    await fragile.proxy.pass();
  });
});

describe('connections that die', () => {
  programBeforeAll();

  it('are replaced: no page and no request of the API fails', async () => {
    for (let n = 0; n < 5; n++) {
      await query(
        fragile.databaseUrl,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      const [page, themes, write] = [await warm.page(), await warm.themes(), await warm.write('chaud')];
      expectFresh(page, 'chaud');
      expect([themes.status, write.status]).toEqual([200, 200]);
    }
  });

  it('and so are those to a server that takes no writes any more, as a primary that was replaced', async () => {
    const { pathname, href } = new URL(fragile.databaseUrl);
    const onServer = (words: string) => query(href.replace(pathname, '/postgres'), words);
    await onServer(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`);
    fragile.proxy.cut();
    expectFresh(await warm.page(), 'chaud');
    expectAway(await warm.write('perdu'));
    await onServer(`ALTER DATABASE ${pathname.slice(1)} RESET default_transaction_read_only`);
    expect((await warm.write('chaud')).status).toBe(200);
  });

  it('end the write that was under way, which is not tried a second time, and nothing else', async () => {
    const cut = () => fragile.proxy.cut();
    expectAway(await meet(cut, () => warm.write('perdu')));
    expectAway(await meet(cut, () => warm.rename('perdu')));
    expectAway(await meet(cut, () => warm.publish()));
    expectAway(await meet(cut, () => warm.openDraft()));
    expect((await query(fragile.databaseUrl, 'SELECT FROM themes WHERE issu_de IS NOT NULL')).rowCount).toBe(0);
    expect((await query(fragile.databaseUrl, "SELECT FROM fichiers_complets WHERE contenu = 'perdu'")).rowCount).toBe(
      0,
    );
    expectFresh(await warm.page(), 'chaud');
    for (let n = 0; n < 12; n++) expect((await warm.write('chaud')).status).toBe(200);
  });

  it('and leave their locks for a while: a write that waits too long for one is refused for the moment', async () => {
    const { status, headers, json } = await meet(
      () => undefined,
      () => warm.write('perdu'),
    );
    expect([status, json().error, headers['retry-after']]).toEqual([503, 'indisponible', '2']);
  });

  it('are replaced too when the network resets them under parallel requests', async () => {
    let over = false;
    onTestFinished(() => {
      over = true;
    });
    const answers: number[] = [];
    const rounds = Array<number>(10).fill(0);
    const ask = async (_: number, asker: number) => {
      for (; !over; rounds[asker] = Number(rounds[asker]) + 1)
        for (const { status } of [await warm.page(), await warm.themes()]) answers.push(status);
    };
    const asking = rounds.map(ask);
    for (let n = 0; n < 4; n++) {
      // A statement is repeated once, so the connections after the broken ones have to last until each asker has been served by them.
      const before = [...rounds];
      const areServed = () => rounds.every((round, asker) => round > Number(before[asker]) + 1);
      await until('each asker has been served twice', areServed);
      fragile.proxy.cut();
    }
    over = true;
    await Promise.all(asking);
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.filter((status) => status !== 200)).toEqual([]);
  });
});
