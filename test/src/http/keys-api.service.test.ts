import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { createKey, createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MICROSECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

let vitrine: TestProgram;
let tenant: Tenant;
let owner: SignedIn;

beforeAll(async () => {
  vitrine = await sharedProgram();
  [tenant, owner] = await newOwner();
});
afterAll(() => vitrine.close());

async function newOwner(): Promise<[Tenant, SignedIn]> {
  const fresh = await createTenant(vitrine.databaseUrl);
  return [fresh, await signIn(vitrine, fresh)];
}

const keys = (who: SignedIn, question: { method?: string; body?: unknown; query?: string } = {}) => {
  const { query: search = '', ...rest } = question;
  return vitrine.ask({ path: `/api/cles${search}`, headers: { ...who.headers }, ...rest });
};
const create = (who: SignedIn, body: unknown = {}) => keys(who, { method: 'POST', body });
const revoke = (who: SignedIn, id: string) => keys(who, { method: 'DELETE', query: `?id=${id}` });
const themesWith = async (key: string, method = 'GET') =>
  (await vitrine.ask({ path: '/api/themes', key, method, ...(method === 'GET' ? {} : { body: {} }) })).status;

describe('who may call', () => {
  it('a key alone is refused at the edge, and with a session cookie by the route: 401 unauthorized', async () => {
    for (const headers of [{}, { ...owner.headers }]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const body = method === 'POST' ? {} : undefined;
        const answer = await vitrine.ask({ path: '/api/cles', key: tenant.key, headers, method, body });
        expect([answer.status, answer.json().error]).toEqual([401, 'unauthorized']);
      }
    }
  });

  it('a session that does not exist: 401 unauthorized', async () => {
    const answer = await vitrine.ask({ path: '/api/cles', headers: { cookie: 'vitrine_session=inconnue' } });
    expect([answer.status, answer.json().error]).toEqual([401, 'unauthorized']);
  });
});

describe('POST /api/cles', () => {
  it('gives the secret once; only its SHA-256 and its first 12 characters are stored', async () => {
    const answer = await create(owner, { nom: '  Déploiement ' });
    expect(answer.status).toBe(201);
    const { id, cle, prefixe, ...rest } = answer.json();
    expect(rest).toEqual({ ok: true });
    expect(id).toMatch(UUID);
    expect(cle).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
    expect(prefixe).toBe(cle.slice(0, 12));
    expect(await themesWith(cle)).toBe(200);

    const { rows } = await query(vitrine.databaseUrl, 'SELECT * FROM cles WHERE id = $1', [id]);
    expect(rows[0]).toMatchObject({ nom: 'Déploiement', empreinte: createHash('sha256').update(cle).digest('hex') });
    expect(JSON.stringify(rows[0])).not.toContain(cle.slice(12));
    expect((await keys(owner)).text).not.toContain(cle.slice(12));
  });

  it('the scope is themes unless another is asked for', async () => {
    const { cle } = (await create(owner)).json();
    expect(await themesWith(cle, 'POST')).toBe(400);
    const reading = (await create(owner, { portee: 'lecture' })).json().cle;
    expect([await themesWith(reading), await themesWith(reading, 'POST')]).toEqual([200, 403]);
  });

  it('a key with an end works until then', async () => {
    const expire_le = new Date(Date.now() + 3_600_000).toISOString();
    const { cle, id } = (await create(owner, { expire_le })).json();
    expect(await themesWith(cle)).toBe(200);
    await query(vitrine.databaseUrl, 'UPDATE cles SET expire_le = now() WHERE id = $1', [id]);
    expect(await themesWith(cle)).toBe(401);
  });

  it.each([
    ['2095-01-31T12:00:00Z', '2095-01-31T12:00:00.000000Z'],
    ['2095-01-31T12:00:00.123456789Z', '2095-01-31T12:00:00.123456Z'],
    ['2095-01-31T12:00:00.1+23:30', '2095-01-30T12:30:00.100000Z'],
  ])('the end %s is kept as %s', async (expire_le, kept) => {
    const { id } = (await create(owner, { expire_le })).json();
    const { cles } = (await keys(owner)).json();
    expect(cles.find((key: { id: string }) => key.id === id).expire_le).toBe(kept);
    await revoke(owner, id);
  });

  it.each<[string, unknown]>([
    ['no body', undefined],
    ['no object', []],
    ['an empty name', { nom: ' ' }],
    ['a name of 81 characters', { nom: 'a'.repeat(81) }],
    ['a name that is not seen', { nom: '\u200b' }],
    ['a name of two lines', { nom: 'a\nb' }],
    ['a name with U+0000', { nom: 'a\0' }],
    ['a name that is no text', { nom: 3 }],
    ['a name with a lone surrogate', '{"nom":"\\ud800"}'],
    ['an unknown scope', { portee: 'tout' }],
    ['a scope of the prototype', { portee: 'constructor' }],
    ['an end in the past', { expire_le: '2020-01-01T00:00:00Z' }],
    ['an end without a zone', { expire_le: '2095-01-01T00:00:00' }],
    ['a day that does not exist', { expire_le: '2095-02-30T00:00:00Z' }],
    ['a zone that does not exist', { expire_le: '2095-01-01T00:00:00+99:99' }],
    ['an end in a year of five digits', { expire_le: '9999-12-31T23:59:59-23:59' }],
    ['an end that is no text', { expire_le: 4_102_444_800_000 }],
  ])('%s: 400 invalid_input, no key', async (_what, body) => {
    const count = async () => (await keys(owner)).json().cles.length;
    const before = await count();
    const answer = await keys(owner, { method: 'POST', body });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
    expect(await count()).toBe(before);
  });

  it('portee atelier of an account that is neither partner nor agency: 403 portee_reservee', async () => {
    const answer = await create(owner, { portee: 'atelier' });
    expect([answer.status, answer.json().error]).toEqual([403, 'portee_reservee']);
  });

  it.each(['partenaire', 'agence'])('portee atelier of a %s: a key that opens no themes route', async (type) => {
    const [account, who] = await newOwner();
    await query(vitrine.databaseUrl, 'UPDATE comptes SET type = $2 WHERE id = $1', [account.accountId, type]);
    const { cle } = (await create(who, { portee: 'atelier' })).json();
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const body = method === 'GET' ? undefined : {};
      const answer = await vitrine.ask({ path: '/api/themes', key: cle, method, body });
      expect([answer.status, answer.json().error]).toEqual([403, 'portee_insuffisante']);
    }
  });
});

describe('twenty live keys per account', () => {
  it('hold under parallel requests; the rest answers 409 trop_de_cles', async () => {
    const [, who] = await newOwner();
    // One key came with the account.
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(who)));
    expect(answers.filter(({ status }) => status === 201).length).toBe(19);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map((answer) => [answer.status, answer.json().error])).toEqual(
      Array(11).fill([409, 'trop_de_cles']),
    );
  });

  it('a revoked and an expired key free their places', async () => {
    const [account, who] = await newOwner();
    await Promise.all(Array.from({ length: 18 }, () => createKey(vitrine.databaseUrl, account.accountId)));
    const { id } = (await create(who)).json();
    expect((await create(who)).status).toBe(409);
    await revoke(who, id);
    const ending = (await create(who)).json().id;
    expect((await create(who)).status).toBe(409);
    await query(vitrine.databaseUrl, 'UPDATE cles SET expire_le = now() WHERE id = $1', [ending]);
    expect((await create(who)).status).toBe(201);
  });

  it('are counted for each account', async () => {
    const [account] = await newOwner();
    const [, other] = await newOwner();
    await Promise.all(Array.from({ length: 19 }, () => createKey(vitrine.databaseUrl, account.accountId)));
    expect((await create(other)).status).toBe(201);
  });
});

describe('GET /api/cles', () => {
  it('lists the keys of the account only, live ones first, times with microseconds', async () => {
    const [, who] = await newOwner();
    const revoked = (await create(who, { nom: 'ancienne' })).json();
    const live = (await create(who, { nom: 'nouvelle', portee: 'lecture', expire_le: '2095-01-31T12:00:00Z' })).json();
    await themesWith(live.cle);
    await revoke(who, revoked.id);
    const { cles } = (await keys(who)).json();
    expect(cles.map((key: { nom: string | null }) => key.nom)).toEqual(['nouvelle', null, 'ancienne']);
    expect(cles[0]).toEqual({
      id: live.id,
      nom: 'nouvelle',
      prefixe: live.prefixe,
      portee: 'lecture',
      cree_le: expect.stringMatching(MICROSECONDS),
      derniere_utilisation: expect.stringMatching(MICROSECONDS),
      expire_le: '2095-01-31T12:00:00.000000Z',
      revoquee_le: null,
    });
    expect(cles[2]).toMatchObject({ derniere_utilisation: null, revoquee_le: expect.stringMatching(MICROSECONDS) });
  });
});

describe('DELETE /api/cles', () => {
  it('revokes for good, and again changes nothing', async () => {
    const { id, cle } = (await create(owner)).json();
    const first = await revoke(owner, id.toUpperCase());
    expect([first.status, first.json()]).toEqual([200, { ok: true }]);
    expect(await themesWith(cle)).toBe(401);
    const revokedAt = async () =>
      (await query(vitrine.databaseUrl, 'SELECT revoquee_le::text AS v FROM cles WHERE id = $1', [id])).rows[0].v;
    const before = await revokedAt();
    expect((await revoke(owner, id)).status).toBe(200);
    expect(await revokedAt()).toBe(before);
  });

  it('a key of another account, or of none: 404 introuvable, untouched', async () => {
    const [, other] = await newOwner();
    const { id, cle } = (await create(other)).json();
    for (const foreign of [id, '00000000-0000-4000-8000-000000000000']) {
      const answer = await revoke(owner, foreign);
      expect([answer.status, answer.json().error]).toEqual([404, 'introuvable']);
    }
    expect(await themesWith(cle)).toBe(200);
  });

  it.each(['', '?id=', '?id=12345678', '?id=a&id=b', '?id=%00'])('%j: 400 invalid_input', async (search) => {
    const answer = await keys(owner, { method: 'DELETE', query: search });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });
});
