import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPasswordOf } from '../../../src/accounts/password.ts';
import { CODE, protect } from '../../support/access-code.ts';
import { anyText } from '../../support/any-text.ts';
import { type ContentApi, MICROSECONDS, refusalOf, startContentApi } from '../../support/content-api.ts';
import { runs } from '../../support/soak.ts';

let api: ContentApi;
beforeAll(async () => {
  api = await startContentApi();
});
afterAll(() => api.vitrine.close());

const path = (tab: string) => `/api/parametres/${tab}`;
const read = async (tab: string) => (await api.ask('GET', path(tab))).json();
const patch = (tab: string, valeurs: unknown, garde?: object) => api.ask('PATCH', path(tab), { valeurs, garde });
const site = async () =>
  (await api.sql('SELECT masque, code_acces FROM sites WHERE id = $1', [api.tenant.siteId])).rows[0];
const nested = (depth: number): object => (depth > 1 ? { a: nested(depth - 1) } : {});

describe('GET and PATCH /api/parametres/<onglet>', () => {
  it.each([
    'general',
    'contact',
    'reseaux',
    'seo',
    'acces',
  ])('%s: never written, then replaced as a whole', async (tab) => {
    const before = await read(tab);
    expect(before.majLe).toBeNull();
    const first = await patch(tab, { titre: 'Léa', a: [1, null, { b: true }], vide: {} });
    expect([first.status, first.json()]).toEqual([200, { ok: true, majLe: expect.stringMatching(MICROSECONDS) }]);
    expect(await read(tab)).toEqual({
      site: { id: api.tenant.siteId, slug: api.tenant.slug, nom: expect.any(String) },
      valeurs: { ...before.valeurs, titre: 'Léa', a: [1, null, { b: true }], vide: {} },
      majLe: first.json().majLe,
    });
    const second = (await patch(tab, { autre: 1 })).json();
    expect(await read(tab)).toMatchObject({ valeurs: { ...before.valeurs, autre: 1 }, majLe: second.majLe });
    expect((await read(tab)).valeurs).not.toHaveProperty('titre');
    expect(second.majLe > first.json().majLe).toBe(true);
  });

  it('one tab is not another, nor that of another site', async () => {
    const tenant = await api.newTenant();
    await patch('general', { ici: 1 });
    expect((await read('contact')).valeurs).not.toHaveProperty('ici');
    expect((await api.asking(tenant)('GET', path('general'))).json().valeurs).toEqual({});
  });

  it.each(['general', 'seo', 'acces'])('a change of %s raises the version of the site’s content', async (tab) => {
    const before = await api.contentVersion();
    await patch(tab, {});
    expect((await api.contentVersion()) > before).toBe(true);
  });

  it.each([
    'autre',
    'General',
    'general%20',
    '__proto__',
    'constructor',
    'a\u0000b',
    '%zz',
  ])('the tab %j: 404 introuvable', async (tab) => {
    const address = `/api/parametres/${tab.includes('%') ? tab : encodeURIComponent(tab)}`;
    expect(refusalOf(await api.ask('GET', address))).toEqual([404, 'introuvable']);
    for (const body of [{ valeurs: {} }, { valeurs: 3 }, '{', undefined]) {
      expect(refusalOf(await api.ask('PATCH', address, body))).toEqual([404, 'introuvable']);
    }
  });

  it('what is accepted comes back identical', async () => {
    const text = anyText().filter((value) => value.isWellFormed() && !value.includes('\0'));
    const scalar = fc.oneof(text, fc.boolean(), fc.constant(null), fc.maxSafeInteger(), fc.double({ noNaN: true }));
    const storable = scalar.filter(
      (value) =>
        typeof value !== 'number' || (Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)),
    );
    const key = text.filter((value) => value !== '__proto__');
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        storable,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 3 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, value, { maxKeys: 4 }), async (valeurs) => {
        const sent = JSON.parse(JSON.stringify(valeurs));
        expect((await patch('general', sent)).status).toBe(200);
        expect((await read('general')).valeurs).toEqual(sent);
      }),
      { numRuns: runs(20, 800) },
    );
  });

  it('64 KiB of JSON, six levels', async () => {
    const full = { a: 'é'.repeat((64 * 1024 - '{"a":""}'.length) / 2) };
    expect((await patch('general', full)).status).toBe(200);
    expect((await read('general')).valeurs).toEqual(full);
    expect((await patch('general', nested(6))).status).toBe(200);
  });

  it.each([
    ['more than 64 KiB', { a: 'a'.repeat(64 * 1024) }],
    ['more than 64 KiB in UTF-8', { a: 'é'.repeat(33 * 1024) }],
    ['seven levels', nested(7)],
    ['a list', []],
    ['a text', 'a'],
    ['nothing', null],
    ['U+0000', { a: 'a\0' }],
    ['U+0000 in a key', { 'a\0': 1 }],
  ])('%s: 400 invalid_input, nothing written', async (_what, valeurs) => {
    const before = await read('general');
    expect(refusalOf(await patch('general', valeurs))).toEqual([400, 'invalid_input']);
    expect(await read('general')).toEqual(before);
  });

  it.each([
    '{"__proto__":{"a":1}}',
    '{"a":{"b":[{"__proto__":1}]}}',
    '{"a":"\\udc00"}',
    '{"\\udc00":1}',
    '{"a":1e400}',
    '{"a":-1e400}',
    '{"a":12345678901234567890}',
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    `{"a":[${'0,'.repeat(1_000_000)}0]}`,
  ])('hostile values %# are refused, never lost in part', async (json) => {
    const before = await read('general');
    const answer = await api.ask('PATCH', path('general'), `{"valeurs":${json}}`);
    expect(refusalOf(answer)).toEqual([400, 'invalid_input']);
    expect(await read('general')).toEqual(before);
  });
});

describe('general.fuseau', () => {
  it('is the name of a time zone; another one is refused, and nothing is written', async () => {
    for (const fuseau of ['Indian/Reunion', 'America/Montreal', 'Asia/Kathmandu', 'UTC']) {
      expect((await patch('general', { fuseau, nom: 'x' })).status).toBe(200);
      expect((await read('general')).valeurs).toEqual({ fuseau, nom: 'x' });
    }
    for (const fuseau of ['', 'Europe/Nantes', '+02:00', 'Paris', null, 2, ['UTC'], '../UTC', '__proto__']) {
      const refused = await patch('general', { fuseau });
      expect([refused.status, refused.json()], JSON.stringify(fuseau)).toEqual([
        400,
        expect.objectContaining({ error: 'invalid_input', message: expect.stringContaining('valeurs.fuseau') }),
      ]);
    }
    expect((await read('general')).valeurs).toEqual({ fuseau: 'UTC', nom: 'x' });
    // Another tab may have the name for something else.
    expect((await patch('contact', { fuseau: 'x' })).status).toBe(200);
  });
});

describe('seo.masque', () => {
  it('is mirrored into the site, and absent means false', async () => {
    await patch('seo', { masque: true, titre: 'T' });
    expect((await site()).masque).toBe(true);
    expect((await read('seo')).valeurs).toEqual({ masque: true, titre: 'T' });
    await patch('seo', { titre: 'T' });
    expect((await site()).masque).toBe(false);
    expect((await read('seo')).valeurs).toEqual({ masque: false, titre: 'T' });
  });

  it('of another tab is a value like others', async () => {
    await patch('general', { masque: true, code: 'clair' });
    expect((await site()).masque).toBe(false);
    expect((await read('general')).valeurs).toEqual({ masque: true, code: 'clair' });
  });

  it.each(['oui', 1, null])('%j: 400, nothing written', async (masque) => {
    const before = await read('seo');
    expect(refusalOf(await patch('seo', { masque }))).toEqual([400, 'invalid_input']);
    expect(await read('seo')).toEqual(before);
  });
});

describe('acces.code', () => {
  beforeEach(async () => {
    await patch('acces', {});
    await protect(api.vitrine, api.tenant.siteId);
  });

  it('is kept as a salted hash and never given back', async () => {
    await patch('acces', { code: CODE });
    const { code_acces: first } = await site();
    expect(first).toMatch(/^\$argon2id\$/);
    expect(await isPasswordOf(first, CODE)).toBe(true);
    expect((await read('acces')).valeurs).toEqual({ protege: true });
    const stored = await api.sql('SELECT valeurs::text AS v FROM parametres');
    expect(JSON.stringify(stored.rows)).not.toContain(CODE);
    await patch('acces', { code: CODE });
    expect((await site()).code_acces).not.toBe(first);
  });

  it.each([
    [{}],
    [{ code: null }],
    [{ protege: false }],
    [{ code: null, protege: false }],
  ])('%j removes it', async (valeurs) => {
    expect((await patch('acces', valeurs)).status).toBe(200);
    expect((await site()).code_acces).toBeNull();
    expect((await read('acces')).valeurs).toEqual({ protege: false });
  });

  it('is kept when the values that were read are written back', async () => {
    const { code_acces: before } = await site();
    const { valeurs } = await read('acces');
    expect((await patch('acces', { ...valeurs, message: 'Code ?' })).status).toBe(200);
    expect((await site()).code_acces).toBe(before);
    expect((await read('acces')).valeurs).toEqual({ protege: true, message: 'Code ?' });
  });

  it.each([
    { code: '' },
    { code: 'x'.repeat(65) },
    { code: 1 },
    { code: ['x'] },
    { protege: 'oui' },
    { code: 'x', protege: false },
    { code: null, protege: true },
  ])('%j: 400, nothing changes', async (valeurs) => {
    const before = await site();
    expect(refusalOf(await patch('acces', valeurs))).toEqual([400, 'invalid_input']);
    expect(await site()).toEqual(before);
  });

  it('protege without a code that is set or given: 400', async () => {
    await patch('acces', {});
    const before = await read('acces');
    expect(refusalOf(await patch('acces', { protege: true }))).toEqual([400, 'invalid_input']);
    expect(await read('acces')).toEqual(before);
  });

  it('of spaces only: 400 with its sentence', async () => {
    const answer = await patch('acces', { code: '\u00a0 \u200b' });
    const message = 'Un code d’accès ne peut pas être fait que d’espaces ou de caractères invisibles.';
    expect([answer.status, answer.json()]).toEqual([400, { error: 'invalid_input', message }]);
  });

  it('is kept in the normal form of its letters, which count in that form', async () => {
    const code = 'é'.repeat(64);
    expect((await patch('acces', { code: code.normalize('NFD') })).status).toBe(200);
    expect(await isPasswordOf((await site()).code_acces, code)).toBe(true);
  });

  it('64 characters are a code', async () => {
    expect((await patch('acces', { code: '😀'.repeat(64) })).status).toBe(200);
    expect(await isPasswordOf((await site()).code_acces, '😀'.repeat(64))).toBe(true);
  });
});

describe('garde on PATCH /api/parametres/<onglet>', () => {
  it('another site 409 autre_site, changed since 409 modifie_entre_temps: nothing is written, the site’s row neither', async () => {
    await patch('seo', { masque: false });
    const { majLe } = await read('seo');
    await patch('seo', { masque: false, a: 1 });
    await patch('acces', { code: 'a' });
    const before = [await read('seo'), await read('acces'), await site()];
    const { siteId } = await api.newTenant();
    for (const tab of ['seo', 'acces']) {
      const valeurs = { masque: true, code: 'b' };
      for (const old of [majLe, null]) {
        const elsewhere = await patch(tab, valeurs, { site: siteId, majLe: old });
        expect(refusalOf(elsewhere)).toEqual([409, 'autre_site']);
        const late = await patch(tab, valeurs, { site: api.tenant.siteId, majLe: old });
        expect(refusalOf(late)).toEqual([409, 'modifie_entre_temps']);
      }
    }
    expect([await read('seo'), await read('acces'), await site()]).toEqual(before);
  });

  it.each([
    ['general', { a: 1 }],
    ['seo', { masque: true }],
    ['acces', { code: 'a' }],
  ])('of parallel writes of %s with the same guard exactly one wins, whether it existed or not', async (tab, valeurs) => {
    const tenant = await api.newTenant();
    const ask = api.asking(tenant);
    for (let round = 0; round < 2; round++) {
      const { majLe } = (await ask('GET', path(tab))).json();
      const garde = { site: tenant.siteId, majLe };
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask('PATCH', path(tab), { valeurs, garde })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(4).fill(409)]);
    }
  });

  it('the guard of one tab does not depend on other tabs', async () => {
    const { majLe } = await read('contact');
    await patch('reseaux', { a: 1 });
    expect((await patch('contact', {}, { site: api.tenant.siteId, majLe })).status).toBe(200);
  });
});
