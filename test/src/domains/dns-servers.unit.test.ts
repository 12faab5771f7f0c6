import { expect, it } from 'vitest';
import { readDnsServers } from '../../../src/domains/dns-servers.ts';

it.each([
  ['192.0.2.53', ['192.0.2.53:53']],
  ['192.0.2.53:5353', ['192.0.2.53:5353']],
  ['192.0.2.53, ::1 ,[2001:db8::53]:5353', ['192.0.2.53:53', '[::1]:53', '[2001:db8::53]:5353']],
])('reads %s', (text, servers) => expect(readDnsServers(text)).toEqual(servers));

it.each([
  '',
  ',',
  '192.0.2.53,',
  'dns.exemple.fr',
  '192.0.2.53:0',
  '192.0.2.53:65536',
  '[192.0.2.53]:53',
  '::1:53x',
  '192.0.2.53;192.0.2.54',
  '192.0.2.53 192.0.2.54',
  Array(9).fill('192.0.2.53').join(','),
])('refuses « %s »', (text) => expect(readDnsServers(text)).toBeNull());
