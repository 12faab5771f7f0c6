import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeSource, judgeTarget, placeAsked, sendable } from '../../../src/content/redirect-addresses.ts';
import { HOSTILE_SOURCES, HOSTILE_TARGETS } from '../../support/hostile-targets.ts';

const OWN = new Set(['site.exemple.fr', 'www.client.fr', 'site.exemple.fr:8080']);
const source = (text: string) => judgeSource(text, OWN);
const target = (text: string) => judgeTarget(text, OWN);

describe('an address that a redirect starts from', () => {
  it.each([
    ['/ancienne', '/ancienne'],
    ['/Ancienne/', '/ancienne'],
    ['  /ancienne  ', '/ancienne'],
    ['/page.html', '/page.html'],
    ['/a/b.PHP/', '/a/b.php'],
    ['/caf%C3%A9', '/café'],
    ['/cafe\u0301', '/café'],
    ['/CAF%c3%89', '/café'],
    ['/a%20b', '/a%20b'],
    ['/a b', '/a%20b'],
    ['/100%25', '/100%25'],
    ['/a%3Fb', '/a%3Fb'],
    ['/a%23b', '/a%23b'],
    ['/a+b', '/a+b'],
    ['/index.php?Id=7', '/index.php?id=7'],
    ['/x?', '/x'],
    ['/x?&a=1&&b', '/x?a=1&b'],
    ['/x?q=a+b%20c', '/x?q=a%20b%20c'],
    ['/x?q=%26%3d%2B', '/x?q=%26%3D%2B'],
    ['/x/?u=https://a.fr/', '/x?u=https://a.fr/'],
    ['/blog/x', '/blog/x'],
    ['/blog.atom', '/blog.atom'],
    ['/medias', '/medias'],
    ['/contact/equipe', '/contact/equipe'],
    ['https://site.exemple.fr/Page', '/page'],
    ['http://WWW.client.fr./Page?a=1', '/page?a=1'],
    ['http://site.exemple.fr:8080/x', '/x'],
  ])('%s is stored as %s', (text, address) => {
    expect(source(text)).toEqual({ address });
  });

  it.each(HOSTILE_SOURCES.map((text) => [text]))('%j is refused', (text) => {
    expect(source(text)).toEqual({ fault: expect.any(String) });
  });

  it('stays as it is when it is judged again, and is that of the request that asks for it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ maxLength: 20 }), (path, query) => {
        const judged = source(`/${path}?${query}`);
        if ('fault' in judged) return;
        expect(source(judged.address)).toEqual(judged);
        const asked = placeAsked(sendable(judged.address));
        expect(asked && asked.path + (asked.query && `?${asked.query}`)).toBe(judged.address);
      }),
    );
  });
});

describe('an address that a redirect leads to', () => {
  it.each([
    ['/', '/'],
    ['/Nouvelle/', '/nouvelle'],
    ['/nouvelle?Couleur=Rouge#Bas', '/nouvelle?Couleur=Rouge#Bas'],
    ['/medias/0198/Plan.PDF', '/medias/0198/Plan.PDF'],
    ['/café?q=é#è', '/café?q=%C3%A9#%C3%A8'],
    ['https://www.client.fr', '/'],
    ['http://www.client.fr/Page?a=B', '/page?a=B'],
    ['https://www.client.fr?a=1', '/?a=1'],
    ['https://www.client.fr:8443/app', 'https://www.client.fr:8443/app'],
    ['https://autre.fr', 'https://autre.fr/'],
    ['HTTPS://Autre.fr/A?b#c', 'https://autre.fr/A?b#c'],
    ['https://été.fr/', 'https://xn--t-9fab.fr/'],
  ])('%s is stored as %s', (text, address) => {
    expect(target(text)).toEqual({ address });
  });

  it.each(HOSTILE_TARGETS.map((text) => [text]))('%j is refused', (text) => {
    expect(target(text)).toEqual({ fault: expect.any(String) });
  });

  it.each([
    'https://www.client.fr//evil.example',
    'https://www.client.fr/..//evil.example',
    'https://www.client.fr/%2fa',
  ])('%s of the site itself is refused as a path is', (text) => {
    expect(target(text)).toEqual({ fault: 'segment' });
  });

  it('is on the host of the site, or on the https host that is written', () => {
    const pieces = [
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      '\t',
      '\r\n',
      'evil.example',
      'https:',
      'a',
      '%00',
      ' ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const judged = target(parts.join(''));
        if ('fault' in judged) return;
        const led = new URL(sendable(judged.address), 'https://site.invalid');
        expect(sendable(judged.address)).toMatch(/^[\x21-\x7e]+$/);
        if (judged.address.startsWith('/')) expect(led.host).toBe('site.invalid');
        else expect(parts.join('').trim()).toMatch(new RegExp(`^https://${led.host.replaceAll('.', '\\.')}`, 'i'));
      }),
      { numRuns: 2_000 },
    );
  });
});
