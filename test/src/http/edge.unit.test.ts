import { expect, it } from 'vitest';
import { isApiPath, writeSiteHeader } from '../../../src/http/edge.ts';
import { hasSessionCookie } from '../../../src/http/session-cookie.ts';

it('X-Service-Site is removed from every request and set again from the real host', () => {
  const platform = { headers: { 'x-service-site': 'faux' } };
  writeSiteHeader(platform, { kind: 'platform' });
  expect(platform.headers).toEqual({});
  const site = { headers: { 'x-service-site': 'faux' } };
  writeSiteHeader(site, { kind: 'site', slug: 'atelier', host: 'atelier.localhost' });
  expect(site.headers).toEqual({ 'x-service-site': 'atelier.localhost' });
});

it.each([
  ['vitrine_session=x', true],
  ['a=b; vitrine_session=x', true],
  ['a=b;__Host-vitrine_session=x', true],
  ['vitrine_session', false],
  ['xvitrine_session=x', false],
  ['a=vitrine_session=x', false],
  [undefined, false],
])('the cookies %j have a session cookie: %s', (cookie, expected) => {
  expect(hasSessionCookie(cookie)).toBe(expected);
});

it.each([
  ['/api', true],
  ['/api?x', true],
  ['/api/themes', true],
  ['/apis', false],
  ['/connexion', false],
])('%s belongs to the API: %s', (url, expected) => {
  expect(isApiPath(url)).toBe(expected);
});
