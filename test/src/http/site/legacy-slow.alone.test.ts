import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PublicAddress } from '../../../../src/http/public-address.ts';
import { type LegacyDeadlines, LegacyEngine } from '../../../../src/http/site/legacy/engine.ts';
import { FaultProxy } from '../../../support/fault-proxy.ts';
import { type Answer, ask } from '../../../support/http.ts';
import { type LegacyServer, startLegacyServer } from '../../../support/legacy-engine.ts';
import { siteState } from '../../../support/site-state.ts';

let legacy: LegacyServer;
beforeAll(async () => {
  legacy = await startLegacyServer();
});
afterAll(() => legacy.close());

function expectUnavailable({ status, headers, text }: Answer): void {
  expect([status, headers['retry-after']]).toEqual([503, '2']);
  expect(text).toContain('Page momentanément indisponible');
}

describe('an older engine that is slow', () => {
  const PATIENT: LegacyDeadlines = { connect: 60_000, headers: 60_000, body: 60_000, whole: 60_000 };
  const state = siteState({ theme_id: null, theme_maj_le: null });

  /** Asks an engine alone, with deadlines that a test can wait for. */
  async function askEngine(deadlines: Partial<LegacyDeadlines>, url = legacy.url): Promise<Answer> {
    const publicAddress = new PublicAddress({ baseUrl: undefined, trustProxy: false });
    const engine = new LegacyEngine({ url, publicAddress, deadlines: { ...PATIENT, ...deadlines } });
    const app = Fastify();
    app.addHook('onRequest', (asked, reply) => engine.answer(asked, reply, state));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    try {
      return await ask({ port, headers: { connection: 'close' } });
    } finally {
      await engine.close();
      await app.close();
    }
  }

  it('to answer: 503', async () => {
    legacy.respond(() => undefined);
    for (const answer of await Promise.all([askEngine({ headers: 1_000 }), askEngine({ whole: 1_000 })])) {
      expectUnavailable(answer);
    }
  });

  it('to be reached: 503', async () => {
    // TLS begins only once the other side speaks, which it never does.
    const hanging = await FaultProxy.start(legacy.url);
    hanging.hang();
    expectUnavailable(
      await askEngine({ connect: 1_000 }, hanging.url(legacy.url).replace('http:', 'https:').replace(/\/$/, '')),
    );
    await hanging.stop();
  });

  it('to send its body: the visitor’s connection ends', async () => {
    legacy.respond((_request, response) => response.write('début'));
    const visits = await Promise.allSettled([askEngine({ body: 1_000 }), askEngine({ whole: 2_000 })]);
    expect(visits.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
