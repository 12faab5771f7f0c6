import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isApiPath, writeSiteHeader } from '../../../src/http/edge.ts';
import { entranceOfHost, isPlatformWithoutSite, settleTarget } from '../../../src/http/entrance.ts';

it('X-Service-Site is removed from every request and set again from the real host', () => {
  const platform = { headers: { 'x-service-site': 'faux' } };
  writeSiteHeader(platform, { kind: 'platform' });
  expect(platform.headers).toEqual({});
  const site = { headers: { 'x-service-site': 'faux' } };
  writeSiteHeader(site, { kind: 'site', slug: 'atelier', host: 'atelier.localhost' });
  expect(site.headers).toEqual({ 'x-service-site': 'atelier.localhost' });
});

it.each([
  ['/api', true],
  ['/api?x', true],
  ['/api#x', true],
  ['/%61p%69/%zz', true],
  ['/api/themes', true],
  ['/apis', false],
  ['/API', false],
  ['/api%2fthemes', false],
  ['/connexion', false],
])('%s belongs to the API: %s', (url, expected) => {
  expect(isApiPath(url)).toBe(expected);
});

describe('the target and the host of a request', () => {
  const settled = (url: string, ...hosts: string[]) => {
    const rawHeaders = ['Accept', '*/*', ...hosts.flatMap((host) => ['Host', host])];
    const request = { url, headers: { host: hosts[0] }, rawHeaders } as unknown as IncomingMessage;
    return settleTarget(request) ? [request.url, request.headers.host] : null;
  };

  it.each<[string, string, string]>([
    ['/a?b#c', '/a?b#c', 'a.fr'],
    ['//b.fr/a', '//b.fr/a', 'a.fr'],
    ['*', '*', 'a.fr'],
    ['ftp://b.fr/', 'ftp://b.fr/', 'a.fr'],
    ['http://b.fr', '/', 'b.fr'],
    ['http://b.fr/', '/', 'b.fr'],
    ['HTTPS://B.fr:8443/%61?x=http://c.fr/', '/%61?x=http://c.fr/', 'B.fr:8443'],
    ['http://b.fr?x', '/?x', 'b.fr'],
    ['http://[::1]:3000/a//b', '/a//b', '[::1]:3000'],
  ])('%s', (url, target, host) => {
    expect(settled(url, 'a.fr')).toEqual([target, host]);
  });

  it.each([
    'http://',
    'http:///a',
    'http:/a',
    'http:a.fr/',
    'https://?a',
    'http://u@b.fr/',
    'http://b.fr/#a',
  ])('%s names none', (url) => {
    expect(settled(url, 'a.fr')).toBe(null);
  });

  it('without a Host there is none to be wrong, and of two none counts', () => {
    expect(settled('/')).toEqual(['/', undefined]);
    expect(settled('http://b.fr/', 'a.fr', 'a.fr')).toBe(null);
  });
});

describe('whose host it is', () => {
  const kindOf = (host: string, ownHost: string, platformHost?: string) =>
    entranceOfHost(host, { sitesDomain: 'sites.fr', platformHost, ownHost }).kind;

  it('with an address of the platform, what the program listens on is the platform too', () => {
    for (const own of ['0.0.0.0', '192.0.2.1']) expect(kindOf(`${own}:3000`, own, 'vitrine.fr')).toBe('platform');
    expect(kindOf('[::]:3000', '::', 'vitrine.fr')).toBe('platform');
    expect(kindOf('192.0.2.1', '192.0.2.2', 'vitrine.fr')).toBe('nowhere');
    const named = entranceOfHost('Machine.interne', { sitesDomain: 'sites.fr', platformHost: 'vitrine.fr' });
    const isPlatform = (ownHost: string) => isPlatformWithoutSite(named, { platformHost: 'vitrine.fr', ownHost });
    expect([isPlatform('machine.interne'), isPlatform('127.0.0.1')]).toEqual([true, false]);
  });

  it.each(['192.0.2.1', '[::1]', 'a b', '', 'sites.fr', 'localhost'])('without one, %s is the platform', (host) => {
    expect(kindOf(host, '127.0.0.1')).toBe('platform');
  });
});
