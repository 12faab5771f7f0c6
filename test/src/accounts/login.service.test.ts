import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hash } from '../../../src/accounts/argon2.ts';
import { Login } from '../../../src/accounts/login.ts';
import { isOutdated, isPasswordOf } from '../../../src/accounts/password.ts';
import { Sessions } from '../../../src/accounts/sessions.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const NOWHERE = { browser: null, place: null, factor: null };

let url: string;
let service: RolePools;

beforeAll(async () => {
  url = await freshDatabase();
  service = openPools(url, 'vitrine_service');
});
afterAll(() => service.end());

it('a hash of other parameters is replaced at the next login, with the rights of the service role', async () => {
  const weak = await hash('juste', { memory: 8192, passes: 2, parallelism: 1 });
  await query(url, "INSERT INTO comptes (email, mot_de_passe) VALUES ('a@exemple.fr', $1)", [weak]);
  const attempt = { email: 'a@exemple.fr', address: '192.0.2.1', previous: undefined, passes: [] };
  const login = new Login(service);
  await expect(login.open({ ...attempt, password: 'faux' })).rejects.toThrow('unauthorized');
  const stored = async () => (await query(url, 'SELECT mot_de_passe AS v FROM comptes')).rows[0].v;
  expect(await stored()).toBe(weak);
  expect((await login.open({ ...attempt, password: 'juste' })).secret).toMatch(/^[\w-]{43}$/);
  const digest = await stored();
  expect([isOutdated(digest), await isPasswordOf(digest, 'juste')]).toEqual([false, true]);
});

it('a hash of another form of the letters that were typed is replaced by one of their normal form', async () => {
  const typed = 'été éternel'.normalize('NFD');
  // Made before passwords were normalised.
  const earlier = await hash(typed);
  await query(url, "INSERT INTO comptes (email, mot_de_passe) VALUES ('c@exemple.fr', $1)", [earlier]);
  const attempt = { email: 'c@exemple.fr', address: '192.0.2.1', previous: undefined, passes: [] };
  const login = new Login(service);
  await login.open({ ...attempt, password: typed });
  await login.open({ ...attempt, password: typed.normalize('NFC') });
});

it('a session is stored only while its account has the hash that was compared: a change that is under way is waited for', async () => {
  const { rows } = await query(
    url,
    "INSERT INTO comptes (email, mot_de_passe) VALUES ('b@exemple.fr', 'avant') RETURNING id",
  );
  const account = { id: rows[0].id, digest: 'avant' };
  const sessions = new Sessions(service);
  expect(await sessions.begin(account, undefined, NOWHERE)).toMatch(/^[\w-]{43}$/);
  const { client, release } = await service.begin();
  await client.query("UPDATE comptes SET mot_de_passe = 'apres' WHERE id = $1", [account.id]);
  let isDecided = false;
  const late = sessions.begin(account, undefined, NOWHERE).finally(() => {
    isDecided = true;
  });
  const waiting =
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
  await until('the other one waits', async () => expect((await query(url, waiting)).rows[0].n).toBe(1));
  expect(isDecided).toBe(false);
  await client.query('COMMIT');
  release();
  expect(await late).toBeNull();
  expect(await sessions.begin({ ...account, digest: 'apres' }, undefined, NOWHERE)).not.toBeNull();
});

it('a login reads the hash of the password once, also with the pass of a browser', async () => {
  const digest = await hash('juste');
  await query(url, "INSERT INTO comptes (email, mot_de_passe) VALUES ('p@exemple.fr', $1)", [digest]);
  const spy = vi.spyOn(service, 'query');
  const login = new Login(service);
  const attempt = { email: 'p@exemple.fr', address: '192.0.2.1', previous: undefined, password: 'juste' };
  const reads = () => spy.mock.calls.filter(([text]) => String(text).includes('FROM comptes WHERE email')).length;
  const { passes } = await login.open({ ...attempt, passes: [] });
  expect(reads()).toBe(1);
  await login.open({ ...attempt, passes });
  expect(reads()).toBe(2);
  await expect(login.open({ ...attempt, passes, password: 'faux' })).rejects.toThrow('unauthorized');
  expect(reads()).toBe(3);
  spy.mockRestore();
});
