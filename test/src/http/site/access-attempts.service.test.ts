import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CODE, giveCode, protect } from '../../../support/access-code.ts';
import { query } from '../../../support/database.ts';
import { setCookie, sha256 } from '../../../support/login.ts';
import { BEHIND_EDGE, createTenant, sharedProgram, type TestProgram } from '../../../support/program.ts';

let vitrine: TestProgram;
let siteId: string;
let host: string;

beforeAll(async () => {
  vitrine = await sharedProgram(BEHIND_EDGE);
  const tenant = await createTenant(vitrine.databaseUrl);
  ({ siteId } = tenant);
  host = `${tenant.slug}.localhost`;
  await protect(vitrine, siteId);
});
afterAll(() => vitrine.close());
beforeEach(() => run('DELETE FROM tentatives'));

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const HERE = '192.0.2.1';
const attempt = (code: string, from = HERE, at = host) =>
  giveCode(vitrine, at, { code, retour: '/' }, { 'x-forwarded-for': from });
const counted = async () => {
  const { rows } = await run("SELECT empreinte, nombre FROM tentatives WHERE genre = 'code' ORDER BY nombre");
  return rows;
};
const setCount = (fingerprint: string, number: number) =>
  run('UPDATE tentatives SET nombre = $2 WHERE empreinte = $1', [fingerprint, number]);

describe('wrong codes are limited', () => {
  it('to ten of one site from one address: then 429, the right one too, until the window ends', async () => {
    expect((await attempt('faux')).status).toBe(401);
    await setCount(sha256(`${siteId} ${HERE}`), 9);
    expect((await attempt('faux')).status).toBe(401);
    const refused = await attempt(CODE);
    expect([refused.status, setCookie(refused)]).toEqual([429, '']);
    expect(refused.text).toContain('Trop de codes ont été essayés.');
    expect((await attempt(CODE, '192.0.2.2')).status).toBe(303);
    await run("UPDATE tentatives SET debut = now() - interval '15 minutes'");
    expect((await attempt(CODE)).status).toBe(303);
  });

  it('to a hundred of one site in all; other sites stay open', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await protect(vitrine, other.siteId);
    expect((await attempt('faux')).status).toBe(401);
    await setCount(sha256(siteId), 99);
    expect((await attempt('faux', '192.0.2.3')).status).toBe(401);
    expect((await attempt(CODE, '192.0.2.4')).status).toBe(429);
    expect((await attempt(CODE, '192.0.2.4', `${other.slug}.localhost`)).status).toBe(303);
  });

  it('under parallel requests too', async () => {
    await run("INSERT INTO tentatives (genre, empreinte, nombre) VALUES ('code', $1, 7)", [
      sha256(`${siteId} ${HERE}`),
    ]);
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await attempt('faux')).status));
    expect(statuses.filter((status) => status === 401).length).toBe(3);
    expect(statuses.filter((status) => status !== 401 && status !== 429 && status !== 503)).toEqual([]);
  });

  it('and right ones are not counted', async () => {
    expect((await attempt('faux')).status).toBe(401);
    const before = await counted();
    expect(before.map(({ nombre }) => nombre)).toEqual([1, 1]);
    for (let n = 0; n < 12; n++) expect((await attempt(CODE)).status).toBe(303);
    expect(await counted()).toEqual(before);
  });

  it('and stored without the address of a computer', async () => {
    await attempt('faux');
    expect((await counted()).map(({ empreinte }) => empreinte).sort()).toEqual(
      [sha256(siteId), sha256(`${siteId} ${HERE}`)].sort(),
    );
  });
});
