import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentApi, MICROSECONDS, NOBODY, refusalOf, startContentApi } from '../../support/content-api.ts';

let api: ContentApi;
let blog_id: string;
beforeAll(async () => {
  api = await startContentApi();
  blog_id = (await api.ask('POST', '/api/blogs', { slug: 'journal', titre: 'B' })).json().id;
});
afterAll(() => api.vitrine.close());

let made = 0;

describe.each([
  ['pages', 'page', 'contenu'],
  ['blogs', 'blog', 'description'],
  ['articles', 'article', 'contenu'],
])('garde on PATCH /api/%s', (kind, one, field) => {
  const path = `/api/${kind}`;
  const site = () => api.tenant.siteId;
  const create = async (): Promise<string> => {
    const body = { slug: `t${++made}`, titre: 'T', ...(kind === 'articles' && { blog_id }) };
    return (await api.ask('POST', path, body)).json().id;
  };
  const read = async (id: string) => (await api.ask('GET', `${path}?id=${id}`)).json()[one];
  const patch = (body: object) => api.ask('PATCH', path, body);
  const setVersion = (id: string, majLe: string) =>
    api.sql(`UPDATE ${kind} SET maj_le = $2 WHERE site_id = $3 AND id = $1`, [id, majLe, site()]);

  it('unchanged since: written, and the answer has the version for the next write', async () => {
    const id = await create();
    const first = await patch({ id, [field]: 'un', garde: { site: site(), majLe: (await read(id)).maj_le } });
    expect([first.status, first.json()]).toEqual([200, { ok: true, majLe: expect.stringMatching(MICROSECONDS) }]);
    expect(await read(id)).toMatchObject({ [field]: 'un', maj_le: first.json().majLe });
    const second = await patch({ id, [field]: 'deux', garde: { site: site(), majLe: first.json().majLe } });
    expect(second.json().majLe > first.json().majLe).toBe(true);
    expect((await patch({ id, [field]: 'trois' })).json()).toEqual({ ok: true });
  });

  it('changed since: 409 modifie_entre_temps; of another site: 409 autre_site; nothing is written', async () => {
    const id = await create();
    const { maj_le } = await read(id);
    await patch({ id, [field]: 'un' });
    const before = [await read(id), await api.contentVersion()];
    for (const majLe of [maj_le, null]) {
      for (const change of [{ [field]: 'perdu' }, {}]) {
        const late = await patch({ id, ...change, garde: { site: site(), majLe } });
        expect(refusalOf(late)).toEqual([409, 'modifie_entre_temps']);
      }
      const elsewhere = await patch({ id, [field]: 'perdu', garde: { site: NOBODY, majLe } });
      expect(refusalOf(elsewhere)).toEqual([409, 'autre_site']);
    }
    expect([await read(id), await api.contentVersion()]).toEqual(before);
    const gone = await patch({ id: NOBODY, [field]: 'x', garde: { site: site(), majLe: maj_le } });
    expect(refusalOf(gone)).toEqual([404, 'introuvable']);
  });

  it('compares microseconds', async () => {
    const id = await create();
    const at = (majLe: string) => patch({ id, [field]: majLe, garde: { site: site(), majLe } });
    await setVersion(id, '2026-01-01T00:00:00.123456Z');
    expect(refusalOf(await at('2026-01-01T00:00:00.123457Z'))).toEqual([409, 'modifie_entre_temps']);
    expect(refusalOf(await at('2026-01-01T00:00:00.123Z'))).toEqual([409, 'modifie_entre_temps']);
    expect((await at('2026-01-01T01:00:00.123456+01:00')).status).toBe(200);
  });

  it('a version is later than the one before, even when that lies in the future', async () => {
    const id = await create();
    await setVersion(id, '2126-01-01T00:00:00.000001Z');
    const answer = await patch({ id, [field]: 'x', garde: { site: site(), majLe: '2126-01-01T00:00:00.000001Z' } });
    expect(answer.json()).toEqual({ ok: true, majLe: '2126-01-01T00:00:00.000002Z' });
  });

  it('only asked, with no field: answers the version that stands, and writes nothing', async () => {
    const id = await create();
    const { maj_le } = await read(id);
    const before = await api.contentVersion();
    expect((await patch({ id, garde: { site: site(), majLe: maj_le } })).json()).toEqual({ ok: true, majLe: maj_le });
    expect([(await read(id)).maj_le, await api.contentVersion()]).toEqual([maj_le, before]);
  });

  it('of parallel writes with the same guard exactly one wins', async () => {
    const id = await create();
    const garde = { site: site(), majLe: (await read(id)).maj_le };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => patch({ id, [field]: `n${n}`, garde })));
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(lost.map(refusalOf)).toEqual(Array(11).fill([409, 'modifie_entre_temps']));
    expect((await read(id))[field]).toBe(`n${won[0]}`);
  });

  it.each([
    null,
    'x',
    {},
    { majLe: null },
    { site: NOBODY, majLe: '2026-02-30T00:00:00Z' },
  ])('garde %j: 400 invalid_input', async (garde) => {
    const id = await create();
    expect(refusalOf(await patch({ id, [field]: 'x', garde }))).toEqual([400, 'invalid_input']);
  });
});
