import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentApi, MICROSECONDS, NOBODY, refusalOf, startContentApi, UUID } from '../../support/content-api.ts';
import { runs } from '../../support/soak.ts';

let api: ContentApi;
let blogId: string;
beforeAll(async () => {
  api = await startContentApi();
  blogId = await createBlog();
});
afterAll(() => api.vitrine.close());

let made = 0;
const freshSlug = () => `s${++made}`;

async function createBlog(fields: object = {}): Promise<string> {
  const answer = await api.ask('POST', '/api/blogs', { slug: freshSlug(), titre: 'B', ...fields });
  expect(answer.status).toBe(201);
  return answer.json().id;
}
const post = (body: object) =>
  api.ask('POST', '/api/articles', { blog_id: blogId, slug: freshSlug(), titre: 'A', ...body });
const patch = (body: object) => api.ask('PATCH', '/api/articles', body);
async function createArticle(fields: object = {}): Promise<string> {
  const answer = await post(fields);
  expect(answer.status).toBe(201);
  return answer.json().id;
}
const blogs = async () => (await api.ask('GET', '/api/blogs')).json().blogs;
const articles = async () => (await api.ask('GET', '/api/articles')).json().articles;
const article = async (id: string) => (await api.ask('GET', `/api/articles?id=${id}`)).json().article;

describe('/api/blogs', () => {
  it('created, listed, read, changed, removed with its articles; each raises the content’s version', async () => {
    const versions = [await api.contentVersion()];
    const answer = await api.ask('POST', '/api/blogs', { slug: 'journal', titre: ' Le journal ' });
    expect([answer.status, answer.json()]).toEqual([201, { ok: true, id: expect.stringMatching(UUID) }]);
    const { id } = answer.json();
    const maj_le = expect.stringMatching(MICROSECONDS);
    const blog = { id, slug: 'journal', titre: 'Le journal', description: '', maj_le };
    expect(await blogs()).toEqual(expect.arrayContaining([blog]));
    expect((await api.ask('GET', `/api/blogs?id=${id}`)).json().blog).toEqual(blog);
    versions.push(await api.contentVersion());

    expect((await api.ask('PATCH', '/api/blogs', { id, description: 'Nouvelles' })).json()).toEqual({ ok: true });
    expect((await api.ask('GET', `/api/blogs?id=${id}`)).json().blog).toEqual({ ...blog, description: 'Nouvelles' });
    versions.push(await api.contentVersion());

    const held = await createArticle({ blog_id: id });
    versions.push(await api.contentVersion());
    expect((await api.ask('DELETE', `/api/blogs?id=${id}`)).json()).toEqual({ ok: true });
    versions.push(await api.contentVersion());
    expect(refusalOf(await api.ask('GET', `/api/articles?id=${held}`))).toEqual([404, 'introuvable']);
    expect(refusalOf(await api.ask('GET', `/api/blogs?id=${id}`))).toEqual([404, 'introuvable']);
    expect(refusalOf(await api.ask('DELETE', `/api/blogs?id=${id}`))).toEqual([404, 'introuvable']);
    expect(refusalOf(await api.ask('PATCH', '/api/blogs', { id, titre: 'x' }))).toEqual([404, 'introuvable']);
    expect(refusalOf(await api.ask('PATCH', '/api/blogs', { id }))).toEqual([404, 'introuvable']);
    expect(versions).toEqual([...new Set(versions)].sort());
  });

  it('a taken slug: 409 adresse_prise, under parallel requests too', async () => {
    const slug = freshSlug();
    const posted = await Promise.all(
      Array.from({ length: 6 }, () => api.ask('POST', '/api/blogs', { slug, titre: 'B' })),
    );
    expect(posted.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)]);
    expect(refusalOf(await api.ask('PATCH', '/api/blogs', { id: blogId, slug }))).toEqual([409, 'adresse_prise']);
  });

  it.each([
    { slug: '' },
    { slug: 'A' },
    { slug: 'a'.repeat(81) },
    { titre: '' },
    { titre: ' ' },
    { titre: 'a'.repeat(201) },
    { description: 'a'.repeat(2001) },
    { description: null },
  ])('%j: 400 invalid_input', async (fields) => {
    const before = await blogs();
    const posted = await api.ask('POST', '/api/blogs', { slug: freshSlug(), titre: 'B', ...fields });
    expect(refusalOf(posted)).toEqual([400, 'invalid_input']);
    expect(refusalOf(await api.ask('PATCH', '/api/blogs', { id: blogId, ...fields }))).toEqual([400, 'invalid_input']);
    expect(await blogs()).toEqual(before);
  });

  it('at most 100 blogs a site, under parallel requests too', async () => {
    const tenant = await api.newTenant();
    await api.sql("INSERT INTO blogs (site_id, slug, titre) SELECT $1, 'b' || n, 'B' FROM generate_series(1, 98) n", [
      tenant.siteId,
    ]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.asking(tenant)('POST', '/api/blogs', { slug: `c${n}`, titre: 'C' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(400)]);
  });
});

describe('/api/articles', () => {
  it('created, listed without content, read, changed field by field, removed', async () => {
    const given = {
      slug: 'premier',
      titre: 'Premier',
      extrait: 'Un début',
      contenu: '<p>corps</p>',
      image: '/theme-assets/x/a.svg',
      publie: false,
    };
    const answer = await post({ ...given, publie_le: '2026-03-01T14:30:00.1234567+02:30' });
    expect([answer.status, answer.json()]).toEqual([201, { ok: true, id: expect.stringMatching(UUID) }]);
    const { id } = answer.json();
    const { contenu, ...summary } = {
      ...given,
      id,
      blog_id: blogId,
      publie_le: '2026-03-01T12:00:00.123457Z',
      maj_le: expect.stringMatching(MICROSECONDS),
    };
    expect(await articles()).toEqual([summary]);
    const work = {
      seo_titre: '',
      seo_description: '',
      retire_le: null,
      travail: null,
      prevu: null,
      prevu_le: null,
      a_paru: false,
    };
    const whole = { ...summary, ...work, contenu, montre_le: expect.stringMatching(MICROSECONDS) };
    expect(await article(id)).toEqual(whole);
    const version = await api.contentVersion();
    expect((await patch({ id, publie: true })).json()).toEqual({ ok: true });
    expect(await article(id)).toEqual({ ...whole, publie: true, a_paru: true });
    expect((await api.contentVersion()) > version).toBe(true);
    await patch({ id, publie_le: '2020-01-01T00:00:00Z', image: '', extrait: '' });
    const changed = { publie_le: '2020-01-01T00:00:00.000000Z', image: '', extrait: '', titre: 'Premier' };
    expect(await article(id)).toMatchObject(changed);
    expect((await api.ask('DELETE', `/api/articles?id=${id}`)).json()).toEqual({ ok: true });
    expect(refusalOf(await api.ask('DELETE', `/api/articles?id=${id}`))).toEqual([404, 'introuvable']);
    expect(refusalOf(await patch({ id, titre: 'x' }))).toEqual([404, 'introuvable']);
    expect(refusalOf(await patch({ id }))).toEqual([404, 'introuvable']);
  });

  it('published now when it does not say otherwise; the newest first', async () => {
    const old = await createArticle({ publie_le: '2020-01-01T00:00:00Z' });
    const [{ now }] = (await api.sql('SELECT clock_timestamp() AS now')).rows;
    const id = await createArticle();
    expect(Date.parse((await article(id)).publie_le)).toBeGreaterThanOrEqual(now.getTime());
    const order = (await articles()).map((entry: { id: string }) => entry.id);
    expect(order.indexOf(id)).toBeLessThan(order.indexOf(old));
  });

  it('moves between blogs, where its slug must be free', async () => {
    const other = await createBlog();
    const slug = freshSlug();
    const id = await createArticle({ slug });
    const there = await createArticle({ slug, blog_id: other });
    expect(refusalOf(await patch({ id, blog_id: other }))).toEqual([409, 'adresse_prise']);
    expect((await article(id)).blog_id).toBe(blogId);
    await patch({ id: there, slug: freshSlug() });
    expect((await patch({ id, blog_id: other })).status).toBe(200);
    expect((await article(id)).blog_id).toBe(other);
  });

  it('an unknown blog, or one of another site: 404 introuvable, nothing written', async () => {
    const elsewhere = await api.asking(await api.newTenant())('POST', '/api/blogs', { slug: 'x', titre: 'X' });
    const id = await createArticle();
    const before = [await articles(), await api.contentVersion()];
    for (const blog_id of [NOBODY, elsewhere.json().id]) {
      expect(refusalOf(await post({ blog_id }))).toEqual([404, 'introuvable']);
      expect(refusalOf(await patch({ id, blog_id }))).toEqual([404, 'introuvable']);
    }
    expect([await articles(), await api.contentVersion()]).toEqual(before);
  });

  it('while their blog is removed, articles come into it or find it gone', async () => {
    const gone = await createBlog();
    const [removal, ...answers] = await Promise.all([
      api.ask('DELETE', `/api/blogs?id=${gone}`),
      ...Array.from({ length: 8 }, () => post({ blog_id: gone })),
    ]);
    expect(removal?.status).toBe(200);
    for (const answer of answers) expect([201, 404]).toContain(answer.status);
    expect((await articles()).filter((entry: { blog_id: string }) => entry.blog_id === gone)).toEqual([]);
  });

  it('a taken slug: 409 adresse_prise, under parallel requests too', async () => {
    const slug = freshSlug();
    const posted = await Promise.all(Array.from({ length: 6 }, () => post({ slug })));
    expect(posted.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)]);
    const ids = await Promise.all(Array.from({ length: 5 }, () => createArticle()));
    const wanted = freshSlug();
    const patched = await Promise.all(ids.map((id) => patch({ id, slug: wanted })));
    expect(patched.map(({ status }) => status).sort()).toEqual([200, ...Array(4).fill(409)]);
  });

  it.each([
    { blog_id: 'x' },
    { slug: '' },
    { slug: 'É' },
    { titre: '' },
    { titre: 'a'.repeat(201) },
    { extrait: 'a'.repeat(1001) },
    { contenu: 'a'.repeat(524_289) },
    { contenu: 'a\0' },
    { image: 'javascript:alert(1)' },
    { image: '/'.padEnd(2001, 'a') },
    { publie: 1 },
    { publie_le: '' },
    { publie_le: 'demain' },
    { publie_le: 'infinity' },
    { publie_le: '2026-02-30T00:00:00Z' },
    { publie_le: '2026-01-01T00:00:00+23:00' },
    { publie_le: '9999-12-31T23:59:59-00:01' },
    { publie_le: '9999-12-31T24:00:00Z' },
    { publie_le: '9999-12-31T23:59:60Z' },
    { publie_le: '0001-01-01T00:00:00+00:01' },
    { publie_le: '0000-12-31T00:00:00Z' },
    { publie_le: null },
    { publie_le: 1_772_366_400_000 },
  ])('refused fields %#: 400 invalid_input in POST and PATCH, nothing written', async (fields) => {
    const id = await createArticle();
    const before = [await articles(), await api.contentVersion()];
    expect(refusalOf(await post(fields))).toEqual([400, 'invalid_input']);
    expect(refusalOf(await patch({ id, ...fields }))).toEqual([400, 'invalid_input']);
    expect([await articles(), await api.contentVersion()]).toEqual(before);
  });

  it.each([
    ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999Z'],
    ['9999-12-31T23:59:59.9999995Z', '9999-12-31T23:59:59.999999Z'],
    ['99991231T235959.999999999+00', '9999-12-31T23:59:59.999999Z'],
    ['9999-12-31T22:59:59.9999999-01:00', '9999-12-31T23:59:59.999999Z'],
    ['2026-12-31T23:59:59.9999999Z', '2026-12-31T23:59:59.999999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
    ['0001-01-01T01:00:00.0000004+01:00', '0001-01-01T00:00:00.000000Z'],
  ])('the date %s is kept as %s, and what is kept can be written again', async (publie_le, kept) => {
    const id = await createArticle({ publie_le });
    const read = (await article(id)).publie_le;
    expect(read).toBe(kept);
    expect((await patch({ id, publie_le: read })).status).toBe(200);
    expect((await article(id)).publie_le).toBe(kept);
  });

  it('whatever date is taken, what is kept can be written again', async () => {
    const two = (most: number) => fc.nat({ max: most }).map((n) => String(n).padStart(2, '0'));
    const years = fc.oneof(
      fc.constantFrom('0000', '0001', '9998', '9999'),
      fc.nat({ max: 9999 }).map((n) => String(n).padStart(4, '0')),
    );
    const edges = fc.constantFrom('12-31T23:59:59', '01-01T00:00:00', '12-31T24:00:00', '12-31T23:59:60');
    const days = fc.oneof(
      edges,
      fc.tuple(two(13), two(31), two(24), two(60), two(60)).map(([m, d, h, i, s]) => `${m}-${d}T${h}:${i}:${s}`),
    );
    const fractions = fc.oneof(
      fc.constantFrom('', '.999999', '.9999994', '.9999995', '.999999999', '.0000005'),
      fc.nat().map((n) => `.${n}`.slice(0, 10)),
    );
    const zones = fc.constantFrom('Z', '+00:01', '-00:01', '+15:59', '-15:59', '+0100', '-23');
    const id = await createArticle();
    await fc.assert(
      fc.asyncProperty(years, days, fractions, zones, async (year, day, fraction, zone) => {
        const written = await patch({ id, publie_le: `${year}-${day}${fraction}${zone}` });
        const { publie_le: kept } = await article(id);
        expect(kept).toMatch(MICROSECONDS);
        expect((await patch({ id, publie_le: kept })).status).toBe(200);
        expect((await article(id)).publie_le).toBe(kept);
        expect([200, 400]).toContain(written.status);
      }),
      { numRuns: runs(40, 2_000) },
    );
  });

  it('at most 5000 articles a site, under parallel requests too', async () => {
    const tenant = await api.newTenant();
    const ask = api.asking(tenant);
    const { id: blog_id } = (await ask('POST', '/api/blogs', { slug: 'b', titre: 'B' })).json();
    await api.sql(
      "INSERT INTO articles (site_id, blog_id, slug, titre) SELECT $1, $2, 'a' || n, 'A' FROM generate_series(1, 4998) n",
      [tenant.siteId, blog_id],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ask('POST', '/api/articles', { blog_id, slug: `z${n}`, titre: 'Z' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(400)]);
    expect((await ask('GET', '/api/articles')).json().articles).toHaveLength(5000);
  });
});
