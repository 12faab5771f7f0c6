import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../src/text/fingerprint.ts';
import { query } from '../../support/database.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';

let vitrine: TestProgram;
let tenant: Tenant;

beforeAll(async () => {
  vitrine = await startTestProgram();
  tenant = await createTenant(vitrine.databaseUrl);
});
afterAll(() => vitrine.close());

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const unknownKey = () => `svc_${randomBytes(32).toString('base64url')}`;
const attempt = (key: string, at = vitrine) => at.ask({ path: '/api/themes', key });
const counterOf = (key: string) => fingerprintOf(key).slice(0, 8);
const countOf = async (key: string): Promise<number | undefined> =>
  (await run("SELECT nombre FROM tentatives WHERE genre = 'cle' AND empreinte = $1", [counterOf(key)])).rows[0]?.nombre;

async function exhaust(key: string): Promise<void> {
  for (let n = 1; n <= 10; n++) expect((await attempt(key)).status).toBe(401);
}

describe('the invalid-key limiter', () => {
  it('refuses the 11th and later: 429 trop_de_tentatives, no message, no Retry-After', async () => {
    const key = unknownKey();
    await exhaust(key);
    for (let n = 11; n <= 13; n++) {
      const answer = await attempt(key);
      expect([answer.status, answer.json()]).toEqual([429, { error: 'trop_de_tentatives' }]);
      expect(answer.headers['retry-after']).toBeUndefined();
    }
  });

  it('counts by the first 8 hexadecimal characters of the SHA-256, and by nothing else', async () => {
    const key = unknownKey();
    await exhaust(key);
    expect(await countOf(key)).toBe(10);
    expect((await attempt(unknownKey())).status).toBe(401);
    expect((await run('SELECT FROM tentatives WHERE empreinte = $1', [fingerprintOf(key)])).rowCount).toBe(0);
  });

  it('holds under parallel requests: ten times 401, then 429', async () => {
    const key = unknownKey();
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await attempt(key)).status));
    expect(statuses.filter((status) => status === 401).length).toBe(10);
    expect(statuses.filter((status) => status === 429).length).toBe(15);
  });

  it('a valid key is never counted, nor refused for one that shares its counter', async () => {
    expect((await attempt(tenant.key)).status).toBe(200);
    expect(await countOf(tenant.key)).toBeUndefined();
    await run("INSERT INTO tentatives (genre, empreinte, nombre) VALUES ('cle', $1, 500)", [counterOf(tenant.key)]);
    expect((await attempt(tenant.key)).status).toBe(200);
    expect(await countOf(tenant.key)).toBe(500);
  });

  it('a revoked key is counted like an unknown one', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await run('UPDATE cles SET revoquee_le = now() WHERE empreinte = $1', [fingerprintOf(other.key)]);
    await attempt(other.key);
    expect(await countOf(other.key)).toBe(1);
  });

  it('a bearer token that is no key of ours is not counted', async () => {
    const { status } = await vitrine.ask({ path: '/api/themes', headers: { authorization: 'Bearer autre_jeton' } });
    expect(status).toBe(401);
    expect(await countOf('autre_jeton')).toBeUndefined();
  });

  it('the window is fixed: it begins with the first attempt and the counter resets one hour later', async () => {
    const key = unknownKey();
    await exhaust(key);
    const beganAt = async () =>
      (await run('SELECT debut::text AS v FROM tentatives WHERE empreinte = $1', [counterOf(key)])).rows[0].v;
    await run("UPDATE tentatives SET debut = now() - interval '59 minutes' WHERE empreinte = $1", [counterOf(key)]);
    const began = await beganAt();
    // Another process: this one would not ask the data store again within a minute.
    const other = await startTestProgram({}, { databaseUrl: vitrine.databaseUrl });
    expect((await attempt(key, other)).status).toBe(429);
    expect(await beganAt()).toBe(began);
    await other.close();

    await run("UPDATE tentatives SET debut = now() - interval '60 minutes' WHERE empreinte = $1", [counterOf(key)]);
    for (const count of [1, 2]) {
      expect((await attempt(key)).status).toBe(401);
      expect(await countOf(key)).toBe(count);
    }
  });

  it('a refusal is remembered one minute in this process and then skips the data store', async () => {
    const key = unknownKey();
    await exhaust(key);
    expect((await attempt(key)).status).toBe(429);
    expect(await countOf(key)).toBe(11);
    expect((await attempt(key)).status).toBe(429);
    expect(await countOf(key)).toBe(11);

    // For as long as this test process lives: beside a clock that goes back the sandbox starts no processes.
    const now = performance.now.bind(performance);
    performance.now = () => now() + 61_000;
    // The cache has read the clock before, and keeps what it read until a timer of a millisecond: that one fires before this one.
    await setTimeout(5);
    expect((await attempt(key)).status).toBe(429);
    expect(await countOf(key)).toBe(12);
  });

  it('without its counter: the plain 401', async () => {
    const key = unknownKey();
    await run('ALTER TABLE tentatives RENAME TO ailleurs');
    for (let n = 1; n <= 12; n++) expect((await attempt(key)).status).toBe(401);
    await run('ALTER TABLE ailleurs RENAME TO tentatives');
  });

  it('counters whose hour is over are removed now and then, others stay', async () => {
    await run(
      "INSERT INTO tentatives (genre, empreinte, debut) VALUES ('cle', 'vieille', now() - interval '61 minutes')",
    );
    await run(
      "INSERT INTO tentatives (genre, empreinte, debut) VALUES ('cle', 'jeune', now() - interval '59 minutes')",
    );
    const other = await startTestProgram({}, { databaseUrl: vitrine.databaseUrl });
    await attempt(unknownKey(), other);
    const left = async () =>
      (await run("SELECT empreinte FROM tentatives WHERE empreinte IN ('vieille', 'jeune')")).rows.map(
        (row) => row.empreinte,
      );
    await until('the old attempts are removed', async () => expect(await left()).toEqual(['jeune']));
    await other.close();
  });
});
