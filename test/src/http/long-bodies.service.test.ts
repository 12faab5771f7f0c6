import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BODY_BYTES, SHORT_BODY_BYTES } from '../../../src/http/api/bodies/limits.ts';
import { BodyValidator } from '../../../src/http/api/bodies/validator.ts';
import { answerTo } from '../../support/imports.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';

let vitrine: TestProgram;
let tenant: Tenant;
let path: string;

beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  const body = { action: 'installer', origine: 'origo' };
  const { themeId } = (await vitrine.ask({ method: 'POST', path: '/api/themes', key: tenant.key, body })).json();
  path = `/api/themes/${themeId}/fichiers`;
});
afterAll(() => vitrine.close());

const put = (body: unknown, more: Partial<Parameters<TestProgram['ask']>[0]> = {}) =>
  vitrine.ask({ method: 'PUT', path, key: tenant.key, body, ...more });
const outcome = async (body: unknown) => {
  const answer = await put(body);
  return [answer.status, answer.json().error];
};
/** A body that is read in a thread, whatever it holds. */
const long = (json: string) => json + ' '.repeat(SHORT_BODY_BYTES + 1);

describe('a long body is judged as a short one is', () => {
  it.each([
    ['a right one', '{"chemin":"assets/a.css","contenu":"a"}', 200, undefined],
    ['no JSON', '{"chemin":', 400, 'invalid_input'],
    ['no path', '{"contenu":""}', 400, 'invalid_input'],
    ['U+0000', '{"chemin":"assets/a.css","contenu":"\\u0000"}', 400, 'invalid_input'],
    ['a lone surrogate', '{"chemin":"assets/a.css","contenu":"\\ud800"}', 400, 'invalid_input'],
    ['no object', '[]', 400, 'invalid_input'],
    ['a wrong body before a wrong path', '{"chemin":"/../a","contenu":3}', 400, 'invalid_input'],
    ['a wrong path', '{"chemin":"/../a","contenu":""}', 400, 'traversee'],
    ['a wrong syntax', '{"chemin":"config/a.json","contenu":"{"}', 400, 'syntaxe'],
  ])('%s', async (_what, json, status, error) => {
    expect(await outcome(json)).toEqual([status, error]);
    expect(await outcome(long(json))).toEqual([status, error]);
  });

  it('bytes that are no UTF-8: 400 invalid_input', async () => {
    const json = Buffer.from(long('{"chemin":"assets/a.css","contenu":"\u00ff"}'), 'latin1');
    expect(await outcome(json)).toEqual([400, 'invalid_input']);
  });

  it('what is stored is what was sent', async () => {
    const contenu = 'é€😀"\\\u2028'.repeat(20_000);
    expect(await outcome({ chemin: 'assets/long.css', contenu, autre: { __proto__: 1 } })).toEqual([200, undefined]);
    const read = await vitrine.ask({ path: `${path}?chemin=assets/long.css`, key: tenant.key });
    expect(read.json().fichier.contenu).toBe(contenu);
  });

  it('what comes before the body is told first', async () => {
    const body = long('{"chemin":');
    expect((await put(body, { key: `svc_${'a'.repeat(43)}` })).status).toBe(401);
    expect((await put(body, { path: '/api/themes/12345678/fichiers' })).status).toBe(404);
    const answer = await put(body, { headers: { 'content-type': 'text/plain' } });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });

  it('a million small objects: 400 invalid_input', async () => {
    expect(await outcome(`{"chemin":"assets/a.css","contenu":[${'{},'.repeat(1_000_000)}0]}`)).toEqual([
      400,
      'invalid_input',
    ]);
  });

  it('the process that holds the connections never parses it', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const body = (spaces: number) => `{"chemin":"assets/a.css","contenu":"a"}${' '.repeat(spaces)}`;
    expect((await put(body(0))).status).toBe(200);
    expect((await put(body(SHORT_BODY_BYTES))).status).toBe(200);
    const lengths = parse.mock.calls.map(([text]) => String(text).length);
    parse.mockRestore();
    expect(lengths).toContain(body(0).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(SHORT_BODY_BYTES);
  });

  it('many at once are all judged, each as itself', async () => {
    const bodies = Array.from({ length: 12 }, (_, n) =>
      long(JSON.stringify({ chemin: `assets/n${n}.css`, contenu: `${n}` })),
    );
    const answers = await Promise.all(bodies.map((body, n) => outcome(n % 3 === 0 ? long('{') : body)));
    expect(answers).toEqual(bodies.map((_, n) => (n % 3 === 0 ? [400, 'invalid_input'] : [200, undefined])));
  });
});

describe('bodies over the limit: 400 invalid_input', () => {
  it('4 MiB are read', async () => {
    const json = '{"chemin":"assets/a.css","contenu":"b"}';
    expect(await outcome(json + ' '.repeat(BODY_BYTES - json.length))).toEqual([200, undefined]);
  });

  it('4 MiB + 1 byte', async () => {
    const outgoing = request({
      ...{ host: '127.0.0.1', port: vitrine.port, method: 'PUT', path },
      headers: {
        ...{ authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
        'content-length': BODY_BYTES + 1,
      },
    });
    outgoing.on('error', () => undefined);
    outgoing.flushHeaders();
    expect(await answerTo(outgoing)).toMatchObject({ status: 400, error: 'invalid_input' });
    outgoing.destroy();
  });

  it('a body that does not say how long it is', async () => {
    const outgoing = request({
      ...{ host: '127.0.0.1', port: vitrine.port, method: 'PUT', path },
      headers: {
        ...{ authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' },
        'transfer-encoding': 'chunked',
      },
    });
    outgoing.on('error', () => undefined);
    const answer = answerTo(outgoing);
    for (let sent = 0; sent <= BODY_BYTES; sent += 1024 * 1024) {
      if (!outgoing.write(Buffer.alloc(1024 * 1024, 0x20))) await Promise.race([once(outgoing, 'drain'), answer]);
    }
    expect(await answer).toMatchObject({ status: 400, error: 'invalid_input' });
    outgoing.destroy();
  });
});

describe('the thread', () => {
  const judgeAlone = async (bodies: readonly string[]) => {
    const validator = new BodyValidator();
    try {
      return await Promise.allSettled(bodies.map((body) => validator.validate('files.Writing', Buffer.from(body))));
    } finally {
      await validator.close();
    }
  };
  const right = (contenu: string) => JSON.stringify({ chemin: 'assets/a.css', contenu });

  it('gives what the schema makes of a body, and nothing of what it refuses', async () => {
    const [first, refused, last] = await judgeAlone([right('a'), '{"chemin":', right('b')]);
    expect(first).toEqual({ status: 'fulfilled', value: { chemin: 'assets/a.css', contenu: 'a' } });
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'invalid_input' } });
    expect(last).toEqual({ status: 'fulfilled', value: { chemin: 'assets/a.css', contenu: 'b' } });
  });

  it('is not given more than 64 MiB to wait for: 503 indisponible', async () => {
    const long = `${right('a')}${' '.repeat(BODY_BYTES)}`;
    const verdicts = await judgeAlone(Array.from({ length: 17 }, () => long));
    const refused = verdicts.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: { code: 'indisponible' } });
  });
});
