import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyText } from '../../support/any-text.ts';
import { type ContentApi, MICROSECONDS, NOBODY, refusalOf, startContentApi } from '../../support/content-api.ts';
import { runs } from '../../support/soak.ts';

let api: ContentApi;
beforeAll(async () => {
  api = await startContentApi();
});
afterAll(() => api.vitrine.close());

interface Entry {
  titre: string;
  url: string;
  enfants?: Entry[];
}

const read = async () => (await api.ask('GET', '/api/menus')).json();
const patch = (body: unknown) => api.ask('PATCH', '/api/menus', body);
const entry = (url: string, more: object = {}) => ({ titre: 'T', url, ...more });
const deep = (levels: number): object => entry('/', levels > 1 ? { enfants: [deep(levels - 1)] } : {});
const entries = (count: number) => Array.from({ length: count }, () => entry('/'));

describe('GET and PATCH /api/menus', () => {
  it('a site that never had menus: none, majLe null', async () => {
    const tenant = await api.newTenant();
    expect((await api.asking(tenant)('GET', '/api/menus')).json()).toMatchObject({ menus: {}, majLe: null });
  });

  it('PATCH replaces the whole object and answers its new majLe', async () => {
    const first = await patch({ menus: { a: [entry('/a')], b: [] } });
    expect([first.status, first.json()]).toEqual([200, { ok: true, majLe: expect.stringMatching(MICROSECONDS) }]);
    expect(await read()).toMatchObject({ menus: { a: [entry('/a')], b: [] }, majLe: first.json().majLe });
    const second = (await patch({ menus: { c: [entry('/c')] } })).json();
    const { menus, majLe } = await read();
    expect([menus, majLe]).toEqual([{ c: [entry('/c')] }, second.majLe]);
    expect(second.majLe > first.json().majLe).toBe(true);
  });

  it('a change raises the version of the site’s content', async () => {
    const before = await api.contentVersion();
    await patch({ menus: {} });
    expect((await api.contentVersion()) > before).toBe(true);
  });

  const text = anyText({ minLength: 1, maxLength: 60 }).filter(
    (value) => value.trim() !== '' && !value.includes('\0') && value.isWellFormed(),
  );
  const part = fc.string({ unit: fc.constantFrom(...'azAZ09-._~!$&()*+,;=:@', '%C3%A9'), maxLength: 12 });
  // `fc.webUrl` takes a second to make.
  const webUrl = fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.constantFrom('a.fr', 'www.exemple.test:8080'),
      fc.array(part),
      part,
      part,
    )
    .map(([scheme, host, path, query, hash]) => `${scheme}://${host}/${path.join('/')}?${query}#${hash}`);
  const url = fc.oneof(
    webUrl,
    fc.constantFrom(
      '',
      '/',
      '#',
      '?',
      '#ancre',
      '/a/b?c=d&e:f#g',
      'page',
      './a:b',
      'mailto:a@b.fr',
      'TEL:+33 1',
      '//a.fr',
    ),
  );
  const menu = (levels: number): fc.Arbitrary<Entry> =>
    fc.record(
      { titre: text, url, enfants: levels > 1 ? fc.array(menu(levels - 1), { maxLength: 2 }) : fc.constant([]) },
      { requiredKeys: ['titre', 'url'] },
    );
  const key = fc.oneof(
    fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/),
    fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'valueOf'),
  );

  it('what is accepted comes back identical', async () => {
    const anything = fc.dictionary(key, fc.array(menu(3), { maxLength: 3 }), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(anything, async (menus) => {
        expect((await patch({ menus })).status).toBe(200);
        expect((await read()).menus).toEqual({ ...menus });
      }),
      { numRuns: runs(15, 600) },
    );
  });

  it('whatever the body, it is refused and changes nothing, or comes back identical', async () => {
    const anything = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc.json().map((json) => `{"a":[{"titre":"T","url":"/","enfants":${json}}]}`),
      fc.json().map((json) => `{"a":[{"titre":${json},"url":${json}}]}`),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (json) => {
        const before = await read();
        const answer = await patch(`{"menus":${json}}`);
        if (answer.status === 200) expect((await read()).menus).toEqual(JSON.parse(json));
        else {
          expect(refusalOf(answer)).toEqual([400, 'invalid_input']);
          expect(await read()).toEqual(before);
        }
      }),
      { numRuns: runs(20, 800) },
    );
  });

  it.each([
    ['50 menus', Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`m${n}`, []]))],
    ['200 entries', { a: entries(120), b: entries(80) }],
    ['three levels', { a: [deep(3)] }],
    ['a title of 200 characters', { a: [entry('/', { titre: '😀'.repeat(200) })] }],
    ['an address of 2000', { a: [entry('/'.padEnd(2000, 'a'))] }],
    ['a key of 64', { ['k'.repeat(64)]: [] }],
  ])('%s are accepted', async (_what, menus) => {
    expect((await patch({ menus })).status).toBe(200);
    expect((await read()).menus).toEqual(menus);
  });

  it.each([
    ['51 menus', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`m${n}`, []]))],
    ['201 entries', { a: entries(120), b: entries(81) }],
    ['201 entries on two levels', { a: [entry('/', { enfants: entries(200) })] }],
    ['four levels', { a: [deep(4)] }],
    ['a title of 201 characters', { a: [entry('/', { titre: 'a'.repeat(201) })] }],
    ['no title', { a: [entry('/', { titre: ' ' })] }],
    ['an address of 2001', { a: [entry('/'.padEnd(2001, 'a'))] }],
    ['a key of 65', { ['k'.repeat(65)]: [] }],
    ['an empty key', { '': [] }],
    ['a key with a dot', { 'a.b': [] }],
    ['no address', { a: [{ titre: 'T' }] }],
    ['a field that would be lost', { a: [entry('/', { cible: '_blank' })] }],
    ['children that are none', { a: [entry('/', { enfants: null })] }],
    ['a menu that is no list', { a: { 0: entry('/') } }],
    ['U+0000', { a: [entry('/', { titre: 'a\0' })] }],
  ])('%s: 400 invalid_input, nothing written', async (_what, menus) => {
    const before = await read();
    expect(refusalOf(await patch({ menus }))).toEqual([400, 'invalid_input']);
    expect(await read()).toEqual(before);
  });

  it.each([
    '{"__proto__":[]}',
    '{"a":[{"titre":"T","url":"/","__proto__":{"x":1}}]}',
    '{"a":[{"titre":"T","url":"/","enfants":[{"titre":"T","url":"/","__proto__":[]}]}]}',
    '{"a":[{"titre":"\\ud800","url":"/"}]}',
    '[]',
    'null',
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    `{"a":[${'{},'.repeat(300_000)}{}]}`,
  ])('hostile menus %# are refused, never lost in part', async (json) => {
    const before = await read();
    expect(refusalOf(await patch(`{"menus":${json}}`))).toEqual([400, 'invalid_input']);
    expect(await read()).toEqual(before);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    '&#106;avascript:alert(1)',
    'j&#97;vascript&colon;alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.fr',
    'a:b',
    'localhost:3000',
  ])('the address %j is refused', async (address) => {
    expect(refusalOf(await patch({ menus: { a: [entry(address)] } }))).toEqual([400, 'invalid_input']);
  });
});

describe('garde on PATCH /api/menus', () => {
  const site = () => api.tenant.siteId;
  const version = async (): Promise<string> => (await read()).majLe;

  it('another current site: 409 autre_site, before modifie_entre_temps; nothing is written', async () => {
    await patch({ menus: { a: [] } });
    const before = await read();
    const other = await api.newTenant();
    for (const majLe of [before.majLe, '2020-01-01T00:00:00Z', null]) {
      const answer = await patch({ menus: { z: [] }, garde: { site: other.siteId, majLe } });
      expect(refusalOf(answer)).toEqual([409, 'autre_site']);
    }
    expect(await read()).toEqual(before);
  });

  it('changed since: 409 modifie_entre_temps, nothing is written; unchanged: written', async () => {
    const majLe = await version();
    await patch({ menus: { b: [] } });
    const before = await read();
    for (const old of [majLe, null]) {
      const answer = await patch({ menus: { z: [] }, garde: { site: site(), majLe: old } });
      expect(refusalOf(answer)).toEqual([409, 'modifie_entre_temps']);
    }
    expect(await read()).toEqual(before);
    const answer = await patch({ menus: { z: [] }, garde: { site: site().toUpperCase(), majLe: before.majLe } });
    expect(answer.status).toBe(200);
  });

  it('a change within the same millisecond is a change', async () => {
    await patch({ menus: { a: [] } });
    await api.sql("UPDATE menus SET maj_le = '2026-01-01T00:00:00.123456Z' WHERE site_id = $1", [site()]);
    const near = await patch({ menus: {}, garde: { site: site(), majLe: '2026-01-01T00:00:00.123457Z' } });
    expect(refusalOf(near)).toEqual([409, 'modifie_entre_temps']);
    const rounded = await patch({ menus: {}, garde: { site: site(), majLe: '2026-01-01T00:00:00.123Z' } });
    expect(refusalOf(rounded)).toEqual([409, 'modifie_entre_temps']);
    const exact = await patch({ menus: {}, garde: { site: site(), majLe: '2026-01-01T00:00:00.123456Z' } });
    expect(exact.status).toBe(200);
  });

  it.each([
    '2026-03-01T12:00:00.500000Z',
    '2026-03-01T12:00:00.5Z',
    '2026-03-01T12:00:00.5+00:00',
    '2026-03-01T14:30:00.5+02:30',
    '2026-03-01T14:30:00.5+0230',
    '2026-03-01T10:00:00.5-02',
    '2026-03-01 12:00:00.5+00',
    '2026-03-01t12:00:00.5z',
    '20260301T120000.5Z',
    '2026-03-01T12:00:00.5',
  ])('%s names the instant in an ISO form that PostgreSQL reads', async (majLe) => {
    await patch({ menus: { a: [] } });
    await api.sql("UPDATE menus SET maj_le = '2026-03-01T12:00:00.5Z' WHERE site_id = $1", [site()]);
    expect((await patch({ menus: {}, garde: { site: site(), majLe } })).status).toBe(200);
  });

  it.each([
    '',
    'hier',
    'now',
    'infinity',
    '-infinity',
    'epoch',
    '2026',
    '2026-03-01',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-03-01T25:00:00Z',
    '2026-03-01T00:00:00+23:00',
    '2026-03-01T00:00:00Z\0',
    "2026-03-01T00:00:00Z'",
    `2026-03-01T00:00:00.${'1'.repeat(5000)}Z`,
    1_772_366_400_000,
    true,
    {},
    undefined,
  ])('majLe %j: 400 invalid_input, of another site too', async (majLe) => {
    const before = await read();
    for (const id of [site(), NOBODY]) {
      expect(refusalOf(await patch({ menus: {}, garde: { site: id, majLe } }))).toEqual([400, 'invalid_input']);
    }
    expect(await read()).toEqual(before);
  });

  it.each([null, [], 'x', {}, { site: 'x', majLe: null }, { majLe: null }])('garde %j: 400', async (garde) => {
    expect(refusalOf(await patch({ menus: {}, garde }))).toEqual([400, 'invalid_input']);
  });

  it.each([
    ['existed', false],
    ['did not exist', true],
  ])('of parallel writes with the same guard exactly one wins; the object %s', async (_what, fresh) => {
    const tenant = await api.newTenant();
    const ask = api.asking(tenant);
    const now = async () => (await ask('GET', '/api/menus')).json();
    if (!fresh) await ask('PATCH', '/api/menus', { menus: {} });
    const garde = { site: tenant.siteId, majLe: (await now()).majLe };
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask('PATCH', '/api/menus', { menus: { [`m${n}`]: [] }, garde })),
    );
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).map(refusalOf)).toEqual(
      Array(11).fill([409, 'modifie_entre_temps']),
    );
    const after = await now();
    expect([after.menus, after.majLe]).toEqual([{ [`m${won[0]}`]: [] }, answers[won[0] ?? 0]?.json().majLe]);
  });

  it('without garde the last one wins', async () => {
    expect((await patch({ menus: {} })).status).toBe(200);
    expect((await patch({ menus: {} })).status).toBe(200);
  });
});
