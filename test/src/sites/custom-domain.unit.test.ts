import { expect, it } from 'vitest';
import { hostNameOf, isPlatformHost } from '../../../src/sites/custom-domain.ts';

it.each([
  ['exemple.fr', 'exemple.fr'],
  ['EXEMPLE.Fr.', 'exemple.fr'],
  ['a-b.c-d.exemple.fr', 'a-b.c-d.exemple.fr'],
  ['café.fr', 'xn--caf-dma.fr'],
  ['例え.jp', 'xn--r8jz45g.jp'],
  [`${'a'.repeat(63)}.fr`, `${'a'.repeat(63)}.fr`],
])('%s is the host name %s', (domain, host) => {
  expect(hostNameOf(domain)).toBe(host);
});

it.each([
  '',
  '.',
  'fr',
  'localhost',
  '127.0.0.1',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '[::1]',
  '::1',
  'exemple.fr:8080',
  'https://exemple.fr',
  'exemple.fr/chemin',
  'exemple.fr?a',
  'exemple.fr#a',
  'moi@exemple.fr',
  'exemple .fr',
  'exemple.fr\n',
  'ex%61mple.fr',
  'exemple..fr',
  '.exemple.fr',
  '-a.fr',
  'a-.fr',
  'a_b.fr',
  '*.exemple.fr',
  'xn--iñvalid.fr',
  `${'a'.repeat(64)}.fr`,
  `${'a.'.repeat(126)}fr`,
])('%j is no domain', (domain) => {
  expect(hostNameOf(domain)).toBeNull();
});

it('the platform keeps its own hosts, and all under the sites’ domain', () => {
  const hosts = { sitesDomain: 'sites.example', platformHost: 'api.example' };
  for (const host of [
    'sites.example',
    'a.sites.example',
    'a.b.sites.example',
    'api.example',
    'localhost',
    'a.localhost',
  ]) {
    expect(isPlatformHost(host, hosts), host).toBe(true);
  }
  for (const host of ['example', 'xsites.example', 'www.api.example', 'exemple.fr']) {
    expect(isPlatformHost(host, hosts), host).toBe(false);
  }
  expect(isPlatformHost('a.fr', { sitesDomain: 'localhost', platformHost: undefined })).toBe(false);
});
