/** What stands at names is read alike of Debian's dnsmasq and of the server that stands for it in the other tests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DnsQuestions, NoDnsAnswer } from '../../../src/domains/dns-questions.ts';
import { type DnsServer, type Records, startDnsServer } from '../../support/dns-server.ts';
import { startDnsmasq } from '../../support/dnsmasq.ts';
import { needs } from '../../support/needs.ts';

const MANY = Array.from({ length: 100 }, (_, n) => `texte ${n}`);

describe.each([
  ['dnsmasq', startDnsmasq],
  ['the server of other tests', startDnsServer],
])('%s', needs('dnsmasq'), (_what, start) => {
  let server: DnsServer;
  let questions: DnsQuestions;
  beforeAll(async () => {
    server = await start();
    questions = new DnsQuestions([server.address]);
  });
  afterAll(() => server.end());

  const RECORDS: Records = {
    txt: [
      ['_vitrine.lea.fr', 'vitrine=', '0123'],
      ['_vitrine.lea.fr', 'v=spf1 -all'],
      ['_VITRINE.Grand.fr', ' VITRINE=0123 '],
      ['_vitrine.long.fr', 'x'.repeat(255), 'y'.repeat(255)],
      ...MANY.map((text) => ['_vitrine.plein.fr', text] as const),
    ],
    addresses: [
      ['lea.fr', '192.0.2.10', '2001:db8::10'],
      ['quatre.fr', '192.0.2.11'],
    ],
    cname: [['www.lea.fr', 'lea.fr']],
  };

  it('says what stands at names', async () => {
    await server.tell(RECORDS);
    for (const [name, ...texts] of [
      ['_vitrine.lea.fr', 'v=spf1 -all', 'vitrine=0123'],
      ['_vitrine.grand.fr', ' VITRINE=0123 '],
      ['_vitrine.long.fr', 'x'.repeat(255) + 'y'.repeat(255)],
      // More than a packet takes.
      ['_vitrine.plein.fr', ...MANY],
      ['lea.fr'],
      ['www.lea.fr'],
      ['absent.fr'],
    ] as [string, ...string[]][]) {
      expect([name, ...(await questions.texts(name)).toSorted()]).toEqual([name, ...texts.toSorted()]);
    }
    for (const [name, ...addresses] of [
      ['lea.fr', '192.0.2.10', '2001:db8::10'],
      ['WWW.lea.fr', '192.0.2.10', '2001:db8::10'],
      ['quatre.fr', '192.0.2.11'],
      ['_vitrine.lea.fr'],
      ['absent.fr'],
    ] as [string, ...string[]][]) {
      expect([name, ...(await questions.addresses(name))]).toEqual([name, ...addresses]);
    }
  });

  it('says what it was told last, and nothing once it is gone', async () => {
    await server.tell({ txt: [['_vitrine.max.fr', 'vitrine=4567']] });
    expect(await questions.texts('_vitrine.max.fr')).toEqual(['vitrine=4567']);
    expect(await questions.texts('_vitrine.lea.fr')).toEqual([]);
    await server.end();
    await expect(questions.texts('_vitrine.max.fr')).rejects.toThrow(NoDnsAnswer);
  });
});
