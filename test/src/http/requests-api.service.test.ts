import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRequests } from '../../../src/content/requests.ts';
import { type ContentApi, MICROSECONDS, NOBODY, refusalOf, startContentApi, UUID } from '../../support/content-api.ts';
import { openPools } from '../../support/database.ts';
import type { Tenant } from '../../support/program.ts';

let api: ContentApi;
beforeAll(async () => {
  api = await startContentApi();
});
afterAll(() => api.vitrine.close());

interface Received {
  id: string;
  champs: { n: number };
}

/** A site that received so many requests, the later the larger `n`, several at the same moment. */
async function receiving(count: number): Promise<Tenant> {
  const tenant = await api.newTenant();
  await api.sql(
    `INSERT INTO demandes (site_id, page, champs, ordre, recue_le)
     SELECT $1, '/contact', jsonb_build_object('n', n), '{n}', timestamptz '2026-01-01 00:00:00+00' + n / 3 * interval '1 microsecond'
     FROM generate_series(1, $2) n`,
    [tenant.siteId, count],
  );
  return tenant;
}

const page = async (tenant: Tenant, query: string) =>
  (await api.asking(tenant)('GET', `/api/demandes${query}`)).json() as { demandes: Received[]; suite: string | null };

async function readAll(tenant: Tenant, limit: number, between = async (_page: Received[]) => {}): Promise<Received[]> {
  const all: Received[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const before: string = cursor ? `&avant=${encodeURIComponent(cursor)}` : '';
    const { demandes, suite } = await page(tenant, `?limite=${limit}${before}`);
    all.push(...demandes);
    cursor = suite;
    await between(demandes);
  }
  return all;
}

describe('/api/demandes', () => {
  it('GET tells what visitors sent', async () => {
    const [, tenant] = [await receiving(1), await receiving(1)];
    expect(await page(tenant, '')).toEqual({
      site: { id: tenant.siteId, slug: tenant.slug, nom: expect.any(String) },
      demandes: [
        {
          id: expect.stringMatching(UUID),
          recue_le: expect.stringMatching(MICROSECONDS),
          page: '/contact',
          champs: { n: 1 },
          ordre: ['n'],
          lue_le: null,
          classement: 'recue',
        },
      ],
      suite: null,
    });
  });

  it('newest first; 50 at a time by default, 200 at most', async () => {
    const tenant = await receiving(210);
    const first = await page(tenant, '');
    expect(first.demandes).toHaveLength(50);
    const moments = first.demandes.map(({ champs }) => Math.trunc(champs.n / 3));
    expect(moments).toEqual([...moments].sort((a, b) => b - a));
    expect(first.demandes[0]?.champs.n).toBe(210);
    expect((await page(tenant, '?limite=200')).demandes).toHaveLength(200);
  });

  it.each([1, 2, 7, 20, 21, 200])('page after page of %i every request comes once', async (limit) => {
    const tenant = await receiving(20);
    const all = await readAll(tenant, limit);
    expect(all.map(({ champs }) => champs.n).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  });

  it('requests that are removed or received meanwhile make no other appear twice or not at all', async () => {
    const tenant = await receiving(20);
    const all = await readAll(tenant, 4, async (read) => {
      const last = read.at(-1);
      if (last) await api.asking(tenant)('DELETE', `/api/demandes?id=${last.id}`);
      await api.sql("INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, '/', '{\"n\": 0}', '{n}')", [
        tenant.siteId,
      ]);
    });
    expect(all.map(({ champs }) => champs.n).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
  });

  it.each([
    '?limite=0',
    '?limite=201',
    '?limite=-1',
    '?limite=1.5',
    '?limite=1e2',
    '?limite=',
    '?limite=1&limite=2',
    '?avant=',
    '?avant=x',
    `?avant=${NOBODY}`,
    `?avant=2026-02-30T00:00:00.000000Z_${NOBODY}`,
    `?avant=2026-01-01T00:00:00.000000Z_${NOBODY}%00`,
    `?avant=2026-01-01T00:00:00.000000Z_${NOBODY}&avant=2026-01-01T00:00:00.000000Z_${NOBODY}`,
  ])('GET %s: 400 invalid_input', async (query) => {
    expect(refusalOf(await api.ask('GET', `/api/demandes${query}`))).toEqual([400, 'invalid_input']);
  });

  it('DELETE removes one, of this site only, and leaves the content’s version', async () => {
    const tenant = await receiving(3);
    const { demandes } = await page(tenant, '');
    const id = demandes[1]?.id;
    const version = await api.contentVersion();
    expect(refusalOf(await api.ask('DELETE', `/api/demandes?id=${id}`))).toEqual([404, 'introuvable']);
    const answer = await api.asking(tenant)('DELETE', `/api/demandes?id=${id}`);
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    expect((await page(tenant, '')).demandes).toEqual([demandes[0], demandes[2]]);
    expect(refusalOf(await api.asking(tenant)('DELETE', `/api/demandes?id=${id}`))).toEqual([404, 'introuvable']);
    expect(await api.contentVersion()).toBe(version);
  });

  it('DELETE removes several at once, and tells how many there were', async () => {
    const [tenant, other] = [await receiving(4), await receiving(1)];
    const ids = (await page(tenant, '')).demandes.map(({ id }) => id);
    const [strange] = (await page(other, '')).demandes;
    const remove = (query: string) => api.asking(tenant)('DELETE', `/api/demandes${query}`);
    expect((await remove(`?ids=${ids[0]},${ids[2]},${strange?.id}`)).json()).toEqual({ ok: true, nombre: 2 });
    expect((await page(tenant, '')).demandes.map(({ id }) => id)).toEqual([ids[1], ids[3]]);
    expect((await page(other, '')).demandes).toHaveLength(1);
    expect(refusalOf(await remove(`?ids=${ids[0]},${strange?.id}`))).toEqual([404, 'introuvable']);
    const many = Array.from({ length: 201 }, () => NOBODY).join();
    for (const query of [`?ids=${ids[1]}&id=${ids[1]}`, '?ids=', '?ids=x', `?ids=${ids[1]},`, `?ids=${many}`]) {
      expect(refusalOf(await remove(query)), query.slice(0, 80)).toEqual([400, 'invalid_input']);
    }
    expect((await remove(`?ids=${many.slice(37)},${ids[3]}`.replace(`${NOBODY},`, ''))).json().nombre).toBe(1);
  });

  it('PATCH marks as read and puts away, of this site only, and keeps when a request was read first', async () => {
    const [tenant, other] = [await receiving(3), await receiving(1)];
    const stored = async (of: Tenant) => (await page(of, '')).demandes as (Received & Stored)[];
    const change = (body: unknown) => api.asking(tenant)('PATCH', '/api/demandes', body);
    const [a, b, c] = (await stored(tenant)).map(({ id }) => id);
    const [strange] = await stored(other);
    const version = await api.contentVersion();
    expect((await change({ ids: [a, c, strange?.id, NOBODY], lue: true })).json()).toEqual({ ok: true, nombre: 2 });
    const read = await stored(tenant);
    expect(read.map(({ lue_le }) => lue_le !== null)).toEqual([true, false, true]);
    expect((await change({ ids: [a, b], lue: true, classement: 'archivee' })).json()).toEqual({ ok: true, nombre: 2 });
    const archived = await stored(tenant);
    expect(archived[0]?.lue_le).toBe(read[0]?.lue_le);
    expect(archived.map(({ classement }) => classement)).toEqual(['archivee', 'archivee', 'recue']);
    expect((await change({ ids: [a?.toUpperCase()], lue: false })).json()).toEqual({ ok: true, nombre: 1 });
    const [unread] = await stored(tenant);
    expect([unread?.lue_le, unread?.classement]).toEqual([null, 'archivee']);
    expect(await stored(other)).toEqual([strange]);
    expect(refusalOf(await change({ ids: [strange?.id], lue: true }))).toEqual([404, 'introuvable']);
    for (const body of [
      { ids: [a] },
      { ids: [], lue: true },
      { ids: [a], lue: 'true' },
      { ids: [a], classement: 'supprimee' },
      { ids: a, lue: true },
      { ids: Array.from({ length: 201 }, () => NOBODY), lue: true },
      { lue: true },
    ]) {
      expect(refusalOf(await change(body)), JSON.stringify(body).slice(0, 80)).toEqual([400, 'invalid_input']);
    }
    expect(await api.contentVersion()).toBe(version);
  });
});

interface Stored {
  readonly lue_le: string | null;
  readonly classement: string;
}

describe('/api/demandes, searched', () => {
  /** A site with these requests, the first the newest. */
  async function having(...requests: { champs: object; page?: string; lue?: boolean; classement?: string }[]) {
    const tenant = await api.newTenant();
    for (const [at, { champs, page: from = '/contact', lue = false, classement = 'recue' }] of requests.entries()) {
      await api.sql(
        `INSERT INTO demandes (site_id, page, champs, ordre, recue_le, lue_le, classement)
         VALUES ($1, $2, $3, $4, now() - make_interval(mins => $5), CASE WHEN $6 THEN now() END, $7)`,
        [tenant.siteId, from, JSON.stringify(champs), Object.keys(champs), at, lue, classement],
      );
    }
    const found = async (fields: Record<string, string>) =>
      (await page(tenant, `?${new URLSearchParams(fields)}`)).demandes.map(({ champs }) => champs.n);
    return { tenant, found };
  }

  it('finds words of the fields and of the page, whatever their order, case and accents, and nothing of how they are stored', async () => {
    const { found } = await having(
      { champs: { n: 0, Prénom: 'Élodie', Message: 'Réserver une table, svp' } },
      { champs: { n: 1, choix: ['Café', 'Thé glacé'], n2: '100 % "bio"\\' }, page: '/carte?demande=été' },
      { champs: { n: 2, ['__proto__' as string]: 'piège', Message: 'ligne\nsuivante' } },
    );
    for (const [q, expected] of [
      ['', [0, 1, 2]],
      ['  ', [0, 1, 2]],
      ['elodie', [0]],
      ['TABLE élodie', [0]],
      ['table cafe', []],
      ['the', [1]],
      ['glace cafe', [1]],
      ['carte', [1]],
      ['ete', [1]],
      ['"bio"\\', [1]],
      ['100 %', [1]],
      ['%', [1]],
      ['_', [2]],
      ['\\n', []],
      ['", "', []],
      ['{', []],
      ['prenom', [0]],
      ['message', [0, 2]],
      ['suivante ligne', [2]],
    ] as const) {
      expect([q, await found({ q })]).toEqual([q, expected]);
    }
  });

  it('wants those that nobody has read, or of one place, and both with words', async () => {
    const { found } = await having(
      { champs: { n: 0, m: 'pomme' }, lue: true },
      { champs: { n: 1, m: 'pomme' }, classement: 'archivee' },
      { champs: { n: 2, m: 'poire' } },
      { champs: { n: 3, m: 'pomme' }, classement: 'indesirable', lue: true },
    );
    expect(await found({ non_lues: '' })).toEqual([1, 2]);
    expect(await found({ classement: 'recue' })).toEqual([0, 2]);
    expect(await found({ classement: 'archivee', q: 'pomme', non_lues: '' })).toEqual([1]);
    expect(await found({ classement: 'indesirable', q: 'poire' })).toEqual([]);
    for (const fields of [{ classement: 'x' }, { classement: '' }, { q: 'a\u0000' }, { q: 'a'.repeat(201) }]) {
      const answer = await api.ask('GET', `/api/demandes?${new URLSearchParams(fields as Record<string, string>)}`);
      expect(refusalOf(answer)).toEqual([400, 'invalid_input']);
    }
  });

  it('searches very long requests a part at a time, and finds each in the end, once', async () => {
    const tenant = await api.newTenant();
    await api.sql(
      `INSERT INTO demandes (site_id, page, champs, ordre, recue_le)
       SELECT $1, '/', jsonb_build_object('n', n, 'm', repeat('é', 5000) || CASE WHEN n % 13 = 0 THEN ' aiguille' ELSE '' END), '{n,m}',
              now() - n * interval '1 minute' FROM generate_series(1, 52) n`,
      [tenant.siteId],
    );
    const pools = openPools(api.vitrine.databaseUrl, 'vitrine_gestion');
    const wish = { filing: null, isUnread: false, typed: 'Aiguille' };
    for (const [searchMs, limit] of [
      [0, 20],
      [60_000, 3],
    ] as const) {
      const found: unknown[] = [];
      let readings = 0;
      for (let cursor: string | undefined = ''; cursor !== undefined; readings++) {
        const bounds = { cursor: cursor || undefined, limit, searchMs };
        const { requests, next } = await readRequests(pools, tenant.siteId, wish, bounds);
        found.push(...requests.map(({ champs }) => champs.get('n')));
        cursor = next ?? undefined;
      }
      expect(found).toEqual([13, 26, 39, 52]);
      expect(readings).toBe(searchMs === 0 ? 52 : 2);
    }
    await pools.end();
  });
});
