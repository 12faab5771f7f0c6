/** An owner makes a name the main address only where the DNS does not say that the name leads elsewhere. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DnsServer, type Records, startDnsServer } from '../../support/dns-server.ts';
import { adminJson } from '../../support/operator.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

const SITES_DOMAIN = 'sites.vitrine-essai.fr';
const HERE = ['192.0.2.10', '2001:db8::10'];
const NAME = 'www.chez-lea.fr';

describe('the main address that an owner chooses', () => {
  let dns: DnsServer;
  let vitrine: TestProgram;
  let site: Tenant;
  let owner: SignedIn;
  beforeAll(async () => {
    dns = await startDnsServer();
    vitrine = await startTestProgram({ DNS_SERVERS: dns.address, SITES_DOMAIN });
    site = await createTenant(vitrine.databaseUrl);
    owner = await signIn(vitrine, site);
    await domain('--ajouter', NAME);
  });
  afterAll(async () => {
    await vitrine.close();
    await dns.end();
  });

  const domain = (...words: string[]) => adminJson(vitrine.databaseUrl, 'site', 'domaine', site.slug, ...words);
  const tell = (records: Records = {}) =>
    dns.tell({ addresses: [[`${site.slug}.${SITES_DOMAIN}`, ...HERE], ...(records.addresses ?? [])] });
  const choose = async (hote: string | null) => {
    const { status, json } = await vitrine.ask({
      ...{ method: 'PUT', path: '/api/site/adresse-principale', body: { hote } },
      headers: { ...owner.headers, 'x-service-site-cible': site.siteId },
    });
    return [status, json().error];
  };
  const main = async () => {
    const headers = { ...owner.headers, 'x-service-site-cible': site.siteId };
    return (await vitrine.ask({ path: '/api/site', headers })).json().domaine_principal;
  };

  it('leads here whole, else the choice is refused and changes nothing', async () => {
    for (const addresses of [
      [],
      ['198.51.100.7'],
      [HERE[0], '198.51.100.7'],
      [...HERE, '2001:db8::66'],
    ] as string[][]) {
      await tell({ addresses: addresses.length === 0 ? [] : [[NAME, ...addresses]] });
      expect([addresses, ...(await choose(NAME)), await main()]).toEqual([addresses, 409, 'domaine_ailleurs', null]);
    }
    for (const addresses of [[HERE[0] ?? ''], HERE]) {
      await tell({ addresses: [[NAME, ...addresses]] });
      expect([...(await choose(NAME)), await main()]).toEqual([200, undefined, NAME]);
      expect([...(await choose(null)), await main()]).toEqual([200, undefined, null]);
    }
  });

  it('is the operator’s choice in any case', async () => {
    await tell();
    await domain('--principal', NAME);
    expect([...(await choose(NAME)), await main()]).toEqual([409, 'domaine_ailleurs', NAME]);
    expect([...(await choose(null)), await main()]).toEqual([200, undefined, null]);
  });

  it('is none of another site, whose name nobody asks about', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await adminJson(vitrine.databaseUrl, 'site', 'domaine', other.slug, '--ajouter', 'autre.fr');
    await tell({ addresses: [['autre.fr', ...HERE]] });
    for (const host of ['autre.fr', 'rien.fr']) expect(await choose(host)).toEqual([404, 'introuvable']);
  });

  it('is the owner’s choice where nobody can tell', async () => {
    await dns.end();
    expect([...(await choose(NAME)), await main()]).toEqual([200, undefined, NAME]);
  });
});
