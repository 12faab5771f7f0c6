import { argon2id, hash } from 'argon2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Login } from '../../../src/accounts/login.ts';
import { isOutdated, isPasswordOf } from '../../../src/accounts/password.ts';
import { openRolePools, type RolePools } from '../../../src/storage/role-pools.ts';
import { freshDatabase, query } from '../../support/database.ts';

let url: string;
let service: RolePools;

beforeAll(async () => {
  url = await freshDatabase();
  service = openRolePools(url, 'vitrine_service');
});
afterAll(() => service.end());

it('a hash of other parameters is replaced at the next login, with the rights of the service role', async () => {
  const weak = await hash('juste', { type: argon2id, memoryCost: 8192, timeCost: 2, parallelism: 1 });
  await query(url, "INSERT INTO comptes (email, mot_de_passe) VALUES ('a@exemple.fr', $1)", [weak]);
  const attempt = { email: 'a@exemple.fr', address: '192.0.2.1', previous: undefined };
  const login = new Login(service);
  await expect(login.open({ ...attempt, password: 'faux' })).rejects.toThrow('unauthorized');
  const stored = async () => (await query(url, 'SELECT mot_de_passe AS v FROM comptes')).rows[0].v;
  expect(await stored()).toBe(weak);
  expect(await login.open({ ...attempt, password: 'juste' })).toMatch(/^[\w-]{43}$/);
  const digest = await stored();
  expect([isOutdated(digest), await isPasswordOf(digest, 'juste')]).toEqual([false, true]);
});
