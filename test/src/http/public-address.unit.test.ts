import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/errors.ts';
import { PublicAddress, type Sender } from '../../../src/http/public-address.ts';

const HOST = 'vitrine.localhost:3000';

interface Options {
  readonly baseUrl?: string;
  readonly trustProxy?: boolean;
}
const addressWith = ({ baseUrl, trustProxy = false }: Options) => new PublicAddress({ baseUrl, trustProxy });

describe('whose page has sent a request', () => {
  it.each<[Sender, Options, Record<string, string>]>([
    ['same', {}, { host: HOST, origin: `http://${HOST}` }],
    ['same', {}, { host: HOST, origin: `https://${HOST}` }],
    ['same', {}, { host: 'A.fr', origin: 'http://a.fr' }],
    ['same', {}, { host: 'A.fr:443', origin: 'https://a.fr' }],
    ['same', {}, { host: 'a.fr', origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['same', {}, { host: 'a.fr', 'sec-fetch-site': 'none' }],
    ['unknown', {}, { host: 'a.fr' }],
    ['other', {}, { host: 'a.fr', origin: '' }],
    ['other', {}, { host: 'a.fr', origin: 'null' }],
    ['other', {}, { host: 'a.fr', origin: 'http://a.fr', 'sec-fetch-site': '' }],
    ['other', {}, { host: 'a.fr', 'sec-fetch-site': 'same-site' }],
    ['other', {}, { host: 'a.fr', origin: 'file://a.fr' }],
    ['other', {}, { host: 'a.fr:99999', origin: 'http://a.fr' }],
    ['other', {}, { origin: 'http://' }],
    ['other', {}, { host: 'a b', origin: 'http://a' }],
    ['other', {}, { host: HOST, 'x-forwarded-host': 'a.fr', origin: 'https://a.fr' }],
    ['same', { trustProxy: true }, { host: HOST, 'x-forwarded-host': 'a.fr', origin: 'https://a.fr' }],
    ['other', { trustProxy: true }, { host: HOST, 'x-forwarded-host': 'a.fr', origin: `https://${HOST}` }],
    ['other', { trustProxy: true }, { host: 'a.fr', 'x-forwarded-proto': 'https', origin: 'http://a.fr' }],
    ['same', { baseUrl: 'https://a.fr' }, { host: HOST, origin: 'https://a.fr' }],
    ['other', { baseUrl: 'https://a.fr' }, { host: HOST, origin: 'http://a.fr' }],
    ['other', { baseUrl: 'https://a.fr' }, { host: 'a.fr', origin: 'http://a.fr' }],
  ])('%s: %j %j', (expected, options, headers) => {
    const [address, request] = [addressWith(options), { headers }];
    expect(address.senderOf(request)).toBe(expected);
    for (const unknown of ['allowed', 'refused'] as const) {
      const isAllowed = expected === 'same' || (expected === 'unknown' && unknown === 'allowed');
      expect(address.isSameOrigin(request, unknown)).toBe(isAllowed);
      const check = () => address.assertSameOrigin(request, unknown);
      if (isAllowed) check();
      else expect(check).toThrow(new Refusal('origine_refusee'));
    }
  });
});

describe('the address of a client', () => {
  const addressOf = (remoteAddress: string, forwarded?: string, trustProxy = false) =>
    addressWith({ trustProxy }).clientAddress({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress } as never,
    });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, counted) => {
    expect(addressOf(address)).toBe(counted);
  });

  it('behind a proxy of ours: the last entry, which the client cannot write', () => {
    expect(addressOf('127.0.0.1', '1.1.1.1, 192.0.2.7', true)).toBe('192.0.2.7');
    expect(addressOf('127.0.0.1', '', true)).toBe('127.0.0.1');
    expect(addressOf('127.0.0.1', '1.1.1.1', false)).toBe('127.0.0.1');
  });
});
