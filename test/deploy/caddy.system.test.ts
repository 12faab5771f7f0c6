import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caddy, startCaddy } from '../support/caddy.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { freshDatabase } from '../support/database.ts';
import { ask } from '../support/http.ts';
import { type LegacyServer, startLegacyServer } from '../support/legacy-engine.ts';
import { needs } from '../support/needs.ts';
import { adminJson } from '../support/operator.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../support/program.ts';

const SITES_DOMAIN = 'sites.exemple.fr';
const OWN = 'www.chez-lea.fr';

/** Two instances; each has an older engine of its own, which shows which instance was asked for what. */
describe('two instances behind Caddy', needs('Caddy'), () => {
  let folder: string;
  let engines: LegacyServer[];
  let instances: TestProgram[];
  let caddy: Caddy;
  let tenants: Tenant[];

  beforeAll(async () => {
    const databaseUrl = await freshDatabase();
    [folder, ...engines] = await Promise.all([freshDataDir(), startLegacyServer(), startLegacyServer()]);
    instances = await Promise.all(
      engines.map(({ url }, place) => {
        engines[place]?.respond((_request, response) => response.end(String(place)));
        const environment = { BASE_URL: 'https://vitrine.exemple.fr', SITES_DOMAIN, TRUST_PROXY: 'true' };
        return startTestProgram({ ...environment, LEGACY_ENGINE_URL: url }, { databaseUrl });
      }),
    );
    tenants = await Promise.all(Array.from({ length: 16 }, () => createTenant(databaseUrl)));
    await adminJson(databaseUrl, 'site', 'domaine', String(tenants[0]?.slug), '--ajouter', OWN);
    caddy = await startCaddy(
      instances.map(({ port }) => port),
      folder,
    );
  });
  afterAll(async () => {
    await caddy?.end();
    for (const started of [...instances, ...engines]) await started.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('a browser gets a certificate for each name that is ours, when it first asks for it', async () => {
    for (const host of [OWN, `${tenants[1]?.slug}.${SITES_DOMAIN}`, 'vitrine.exemple.fr']) {
      const { status, certificate } = await caddy.ask(host, '/connexion');
      expect([status, certificate.subjectaltname]).toEqual([200, `DNS:${host}`]);
    }
  });

  it('and no handshake for any other', async () => {
    for (const host of ['www.autre.fr', `rien.${SITES_DOMAIN}`, `a.${OWN}`, 'localhost']) {
      await expect(caddy.ask(host)).rejects.toThrow(/alert internal error|ECONNRESET|socket hang up/);
    }
  });

  it('what a client sends in the forwarding headers is not passed on', async () => {
    const { text } = await caddy.ask(OWN, '/ancienne', {
      ...{
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': `site-2.${SITES_DOMAIN}`,
        'x-forwarded-proto': 'http',
      },
      ...{ forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9', 'x-request-id': 'du-visiteur' },
    });
    const { headers } = engines[Number(text)]?.asked.at(-1) ?? {};
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'x-forwarded-for': '127.0.0.1, 127.0.0.1',
      ...{ 'x-forwarded-host': OWN, 'x-forwarded-proto': 'https', 'x-service-site': OWN },
    });
    expect([headers?.forwarded, headers?.['x-real-ip']]).toEqual([undefined, undefined]);
  });

  it('http leads to https', async () => {
    const { status, headers } = await ask({ port: caddy.redirectPort, host: OWN, path: '/a?b=1' });
    expect([status, headers.location]).toEqual([308, `https://${OWN}/a?b=1`]);
  });

  it('each site keeps its instance; when that stops, the other serves it, and gets the certificates of new names', async () => {
    const visit = async ({ slug }: Tenant, method?: string) =>
      (await caddy.ask(`${slug}.${SITES_DOMAIN}`, '/', {}, method)).text;
    const known = tenants.slice(0, -1);
    // One after the other: of two new names at the same moment Caddy 2.6 may refuse one (deploy/README.md).
    const before: string[] = [];
    for (const tenant of known) before.push(await visit(tenant));
    expect(new Set(before)).toEqual(new Set(['0', '1']));
    for (const method of ['GET', 'POST']) {
      expect(await Promise.all(known.map((tenant) => visit(tenant, method)))).toEqual(before);
    }
    await instances[0]?.close();
    for (const method of ['GET', 'POST']) {
      const after = await Promise.all(tenants.map((tenant) => visit(tenant, method)));
      expect(after).toEqual(tenants.map(() => '1'));
    }
  });
});
