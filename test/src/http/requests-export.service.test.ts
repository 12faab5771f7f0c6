import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportRequests } from '../../../src/content/requests-export.ts';
import { readCsv } from '../../../src/text/csv.ts';
import { type ContentApi, refusalOf, startContentApi } from '../../support/content-api.ts';
import { openPools } from '../../support/database.ts';
import { HOSTILE_REQUESTS } from '../../support/hostile-requests.ts';
import type { Tenant } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';

let api: ContentApi;
beforeAll(async () => {
  api = await startContentApi();
});
afterAll(() => api.vitrine.close());

type Fields = readonly (readonly [name: string, value: string])[];

async function send(tenant: Tenant, at: string, fields: Fields, more: { classement?: string; page?: string } = {}) {
  const champs = Object.fromEntries(fields);
  await api.sql(
    'INSERT INTO demandes (site_id, page, champs, ordre, recue_le, classement) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      tenant.siteId,
      more.page ?? '/contact',
      JSON.stringify(champs),
      fields.map(([name]) => name),
      at,
      more.classement ?? 'recue',
    ],
  );
}

async function exported(tenant: Tenant, query = '') {
  const { headers } = await signIn(api.vitrine, tenant);
  return api.vitrine.ask({ path: `/api/demandes/export${query}`, headers });
}
const rowsOf = (text: string) => readCsv(text).rows.map(({ cells }) => cells);

it('a table with a column for each field in the order of the forms, dates in the zone of the site, the newest first', async () => {
  const tenant = await api.newTenant();
  await api.sql(
    `INSERT INTO parametres (site_id, onglet, valeurs) VALUES ($1, 'general', '{"fuseau": "Indian/Reunion"}')`,
    [tenant.siteId],
  );
  await send(tenant, '2026-01-27T20:30:15Z', [
    ['nom', 'Léa'],
    ['email', 'lea@exemple.fr'],
    ['message', 'Une ligne\nune autre ; "fin"'],
  ]);
  await send(
    tenant,
    '2026-01-26T08:00:00Z',
    [
      ['nom', 'Zoé'],
      ['couverts', '4'],
      ['message', 'Ce soir'],
    ],
    { classement: 'archivee', page: '/reserver' },
  );
  const answer = await exported(tenant);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="demandes-${tenant.slug}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
  );
  expect(answer.text.startsWith('\ufeff"Reçue le";"Page"')).toBe(true);
  expect(rowsOf(answer.text)).toEqual([
    ['Reçue le', 'Page', 'Classement', 'nom', 'couverts', 'email', 'message'],
    ['2026-01-28 00:30', '/contact', 'Reçue', 'Léa', '', 'lea@exemple.fr', 'Une ligne\nune autre ; "fin"'],
    ['2026-01-26 12:00', '/reserver', 'Archivée', 'Zoé', '4', '', 'Ce soir'],
  ]);
  expect(rowsOf((await exported(tenant, '?classement=archivee')).text)).toHaveLength(2);
  expect(rowsOf((await exported(tenant, '?q=lea+ligne')).text).map(([, page]) => page)).toEqual(['Page', '/contact']);
});

it('is for sessions of members that may write', async () => {
  const tenant = await api.newTenant();
  expect(refusalOf(await api.asking(tenant)('GET', '/api/demandes/export'))).toEqual([401, 'unauthorized']);
  await api.sql("UPDATE membres SET role = 'lecteur' WHERE site_id = $1", [tenant.siteId]);
  expect(refusalOf(await exported(tenant))).toEqual([403, 'role_insuffisant']);
  expect(refusalOf(await api.ask('GET', '/api/demandes/export?classement=x'))).toEqual([401, 'unauthorized']);
});

it('nothing that a hostile visitor sends is a formula, another column or another row', async () => {
  const tenant = await api.newTenant();
  for (const [at, fields] of HOSTILE_REQUESTS.entries()) {
    await send(tenant, new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(), fields, { page: '/=1+1' });
  }
  const { text } = await exported(tenant);
  const [head = [], ...rows] = rowsOf(text);
  expect(rows).toHaveLength(HOSTILE_REQUESTS.length);
  for (const row of rows) expect(row).toHaveLength(head.length);
  // As a spreadsheet reads the cells: they begin behind a quote, at a separator or at the start of a line.
  for (const cell of text.slice(1).split(/"?(?:;|\r\n|\n|\r|\t|,)"?/)) {
    expect(cell).not.toMatch(/^[\p{Z}\p{Cf}\p{Cc}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u);
  }
  // Each value stands in the column of its name.
  const columns = head.slice(3);
  for (const [at, fields] of HOSTILE_REQUESTS.entries()) {
    const row = rows.at(-1 - at) ?? [];
    for (const [name, value] of fields) expect([name, row[3 + columns.indexOf(name)]]).toEqual([name, value]);
    expect(row.slice(3).filter((cell) => cell !== '')).toHaveLength(fields.length);
  }
});

it('names beyond a hundred share a column', async () => {
  const tenant = await api.newTenant();
  for (let at = 0; at < 4; at++) {
    const fields = Array.from({ length: 49 }, (_, n) => [`champ ${at} ${n}`, `${at}.${n}`] as const);
    await send(tenant, `2026-01-0${at + 1}T00:00:00Z`, [['nom', `n${at}`], ...fields]);
  }
  const [head = [], ...rows] = rowsOf((await exported(tenant)).text);
  expect([head.length, head[3], head.at(-1)]).toEqual([104, 'nom', 'Autres champs']);
  expect(rows.map((row) => row[3])).toEqual(['n3', 'n2', 'n1', 'n0']);
  const said = rows.flat().join('\n');
  for (let at = 0; at < 4; at++) expect(said).toContain(`${at}.48`);
});

it('is read from the database as fast as its reader takes it', async () => {
  const tenant = await api.newTenant();
  const fill = () =>
    api.sql(
      `INSERT INTO demandes (site_id, page, champs, ordre, recue_le)
       SELECT $1, '/', jsonb_build_object('m', repeat(md5(n::text), 1500)), '{m}', now() - n * interval '1 minute'
       FROM generate_series(1, 600) n`,
      [tenant.siteId],
    );
  const empty = () => api.sql('DELETE FROM demandes WHERE site_id = $1', [tenant.siteId]);
  await fill();
  const pools = openPools(api.vitrine.databaseUrl, 'vitrine_gestion');
  const pieces = await exportRequests(pools, tenant.siteId, { filing: null, isUnread: false, typed: '' });
  await pieces.next();
  await pieces.next();
  await empty();
  let rest = 0;
  for await (const _ of pieces) rest++;
  expect(rest).toBeLessThan(50);

  await fill();
  const { headers } = await signIn(api.vitrine, tenant);
  const asked = request({ port: api.vitrine.port, path: '/api/demandes/export', headers });
  asked.end();
  const [answer] = await once(asked, 'response');
  const reader = answer[Symbol.asyncIterator]();
  let bytes = 0;
  while (bytes < 100_000) bytes += (await reader.next()).value.length;
  // Nobody reads now: what sockets and buffers hold is a part of the 29 MB.
  await empty();
  for await (const piece of reader) bytes += piece.length;
  expect(bytes).toBeLessThan(20_000_000);
  await pools.end();
});
