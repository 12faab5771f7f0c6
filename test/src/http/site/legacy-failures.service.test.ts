import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FaultProxy } from '../../../support/fault-proxy.ts';
import type { Answer } from '../../../support/http.ts';
import { type LegacyServer, startLegacyServer } from '../../../support/legacy-engine.ts';
import { FORM } from '../../../support/login.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../../support/program.ts';
import { until } from '../../../support/until.ts';

let legacy: LegacyServer;
let vitrine: TestProgram;
let host: string;
beforeAll(async () => {
  legacy = await startLegacyServer();
  vitrine = await startTestProgram({ LEGACY_ENGINE_URL: legacy.url });
  host = `${(await createTenant(vitrine.databaseUrl)).slug}.localhost`;
});
afterAll(async () => {
  await vitrine.close();
  await legacy.close();
});
beforeEach(() => {
  legacy.asked.length = 0;
  legacy.respond((_request, response) => response.end('ancien'));
});

function expectUnavailable({ status, headers, text }: Answer): void {
  expect([status, headers['retry-after']]).toEqual([503, '2']);
  expect(text).toContain('Page momentanément indisponible');
}

const BODY = { method: 'POST', body: 'x'.repeat(500_000), headers: FORM };

describe('an older engine that is down', () => {
  it('is a 503 page with Retry-After, and answers again when it is back', async () => {
    const port = Number(new URL(legacy.url).port);
    await legacy.close();
    expectUnavailable(await vitrine.ask({ host }));
    expectUnavailable(await vitrine.ask({ host, ...BODY }));
    legacy = await startLegacyServer(port);
    expect((await vitrine.ask({ host })).text).toBe('ancien');
  });

  it('so is one that ends the connection, before its answer or with one that is no HTTP', async () => {
    legacy.respond((incoming) => incoming.socket.destroy());
    expectUnavailable(await vitrine.ask({ host }));
    expectUnavailable(await vitrine.ask({ host, ...BODY }));
    legacy.respond((incoming) => incoming.socket.end('SSH-2.0-essai\r\n\r\n'));
    expectUnavailable(await vitrine.ask({ host }));
    legacy.respond((incoming) => incoming.socket.end('HTTP/1.1 200 OK\r\nX-A: \u0000\r\n\r\n'));
    expectUnavailable(await vitrine.ask({ host }));
  });

  it('while its body is sent: the visitor’s connection ends, and is never taken for a whole page', async () => {
    legacy.respond((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('début', () => response.destroy());
    });
    await expect(vitrine.ask({ host })).rejects.toThrow();
  });

  it('headers that are no text are left out', async () => {
    legacy.respond((incoming) =>
      incoming.socket.end(
        Buffer.from('HTTP/1.1 200 OK\r\nX-A: é€\r\nX-B: b\r\nContent-Length: 6\r\n\r\nancien', 'utf8'),
      ),
    );
    const answer = await vitrine.ask({ host });
    expect([answer.status, answer.text, answer.headers['x-b']]).toEqual([200, 'ancien', 'b']);
  });
});

it('while the database is away, sites that were handed over before still are', async () => {
  const database = await FaultProxy.start(vitrine.databaseUrl);
  const fragile = await startTestProgram(
    { LEGACY_ENGINE_URL: legacy.url },
    { databaseUrl: database.url(vitrine.databaseUrl) },
  );
  expect((await fragile.ask({ host })).text).toBe('ancien');
  await database.stop();
  const page = await fragile.ask({ host });
  expect([page.status, page.text]).toEqual([200, 'ancien']);
  expectUnavailable(await fragile.ask({ host: 'jamais-vu.localhost' }));
  await fragile.close();
});

describe('requests under way', () => {
  it('of one site are bounded: what is more gets a 503 page, other sites go on', async () => {
    const held: (() => void)[] = [];
    legacy.respond((_request, response) => held.push(() => response.end('ancien')));
    const answers = Array.from({ length: 70 }, () => vitrine.ask({ host }));
    let answered = 0;
    for (const answer of answers) answer.finally(() => answered++).catch(() => undefined);
    await until('those above the bound have their answers', () => expect(answered).toBe(6));
    expectUnavailable(await Promise.race(answers));
    const other = `${(await createTenant(vitrine.databaseUrl)).slug}.localhost`;
    legacy.respond((_request, response) => response.end('autre'));
    expect((await vitrine.ask({ host: other })).text).toBe('autre');
    await until('all have their answers', () => {
      for (const release of held.splice(0)) release();
      expect(answered).toBe(answers.length);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(64);
    expect(statuses.filter((status) => status === 503).length).toBe(6);
    legacy.respond((_request, response) => response.end('ancien'));
    expect((await vitrine.ask({ host })).text).toBe('ancien');
  });

  it('end with their visitors', async () => {
    const gone = new Promise<void>((resolve) => {
      legacy.respond((_request, response) => response.once('close', () => resolve()));
    });
    const outgoing = request({ host: '127.0.0.1', port: vitrine.port, headers: { host } }).on('error', () => undefined);
    outgoing.end();
    await until('the old server is asked', () => expect(legacy.asked).not.toEqual([]));
    outgoing.destroy();
    await gone;
  });
});

describe('an address that leads back here', () => {
  it.each(['true', 'false'])('is no loop: 503 (TRUST_PROXY=%s)', async (trust) => {
    // The port is known once the program listens: a relay of bytes stands before it.
    const relay = createServer();
    relay.listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const { port } = relay.address() as AddressInfo;
    const looped = await startTestProgram(
      { LEGACY_ENGINE_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: trust },
      { databaseUrl: vitrine.databaseUrl },
    );
    let connections = 0;
    relay.on('connection', (incoming) => {
      connections++;
      const outgoing = connect(looped.port, '127.0.0.1');
      incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy());
      outgoing.on('error', () => incoming.destroy());
      incoming.pipe(outgoing).pipe(incoming);
    });
    const headers = trust === 'true' ? { 'x-forwarded-host': host } : {};
    expectUnavailable(await looped.ask({ host, headers }));
    expect(connections).toBe(1);
    await looped.close();
    relay.close();
  });
});
