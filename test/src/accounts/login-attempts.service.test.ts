import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LoginAttempts } from '../../../src/accounts/login-attempts.ts';
import { takeTurn } from '../../../src/storage/attempts.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { fingerprintOf } from '../../../src/text/fingerprint.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';

let url: string;
let service: RolePools;
let waits: number[];
/** Two instances of the program. */
let instances: readonly [LoginAttempts, LoginAttempts];

beforeAll(async () => {
  url = await freshDatabase();
  service = openPools(url, 'vitrine_service');
});
afterAll(() => service.end());
beforeEach(async () => {
  await query(url, 'DELETE FROM tentatives');
  waits = [];
  const wait = async (ms: number) => waits.push(ms);
  instances = [new LoginAttempts(service, wait), new LoginAttempts(service, wait)];
});

const EMAIL = 'a@exemple.fr';
const attempt = (
  n: number,
  outcome: unknown,
  { address = `192.0.2.${n}`, pass = undefined as string | undefined } = {},
) => instances[n % 2 === 0 ? 0 : 1].count({ email: EMAIL, address, pass }, async () => outcome);
const failures = async (text: string) =>
  (await query(url, 'SELECT nombre AS n FROM tentatives WHERE empreinte = $1', [fingerprintOf(text)])).rows[0]?.n;

it('failures of all instances count together: from the hundredth on who is not known waits for a turn', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, n) => attempt(n, null)));
  expect(waits).toEqual([]);
  expect(await attempt(200, 'in')).toBe('in');
  expect(waits).toHaveLength(1);
  expect(await attempt(201, 'in', { pass: 'pass' })).toBe('in');
  expect(waits).toHaveLength(1);
  for (const ms of waits) expect(ms).toSatisfy((waited: number) => waited > 0 && waited <= 5_000);
  expect(await failures(EMAIL)).toBe(100);
});

it('what could not be compared does not count', async () => {
  const broken = instances[0].count({ email: EMAIL, address: '192.0.2.1', pass: undefined }, async () => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect([await failures(EMAIL), await failures(`${EMAIL} 192.0.2.1`), await failures('192.0.2.1')]).toEqual([0, 0, 0]);
});

describe('turns', () => {
  /** So long that a slow machine does not matter. */
  const HOURS = { stepSeconds: 3_600, longestSeconds: 5 * 3_600 };
  const take = () => takeTurn(service, 'compte', 'x', HOURS);

  it('come one after the other, few at a time; the first waits, too', async () => {
    const turns = await Promise.all(Array.from({ length: 8 }, take));
    const given = turns.filter((turn) => turn !== null).sort((a, b) => a - b);
    expect(given.map((turn) => Math.round(turn / 3_600))).toEqual([1, 2, 3, 4, 5]);
  });

  it('come again when some are over', async () => {
    for (let n = 0; n < 5; n++) await take();
    expect(await take()).toBeNull();
    await query(url, "UPDATE tentatives SET debut = debut - interval '1 hour'");
    expect([Math.round(Number(await take()) / 3_600), await take()]).toEqual([5, null]);
    await query(url, "UPDATE tentatives SET debut = debut - interval '20 hours'");
    expect(Math.round(Number(await take()) / 3_600)).toBe(1);
  });
});
