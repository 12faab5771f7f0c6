import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentApi, MICROSECONDS, NOBODY, refusalOf, startContentApi, UUID } from '../../support/content-api.ts';
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
});
