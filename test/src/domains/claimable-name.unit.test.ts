/** Which names owners may claim, as they type them. */
import { describe, expect, it } from 'vitest';
import { claimableName } from '../../../src/domains/claimable-name.ts';
import { shownHost } from '../../../src/domains/letters.ts';
import { Refusal } from '../../../src/errors.ts';

const HOSTS = { sitesDomain: 'sites-essai.fr', platformHost: 'studio.service-essai.fr' };
const claim = (typed: string, hosts = HOSTS) => claimableName(typed, hosts);

function refusal(typed: string, hosts = HOSTS): string {
  try {
    return `accepted: ${claim(typed, hosts)}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect([error.code, error.status]).toEqual(['domaine_refuse', 400]);
    return String(error.body.message);
  }
}

describe('a name is taken', () => {
  it.each([
    ['chez-lea.fr', 'chez-lea.fr'],
    [' Chez-Lea.FR. ', 'chez-lea.fr'],
    ['https://www.chez-lea.fr/', 'www.chez-lea.fr'],
    ['café-de-léa.fr', 'xn--caf-de-la-d4af.fr'],
    ['xn--caf-de-la-d4af.fr', 'xn--caf-de-la-d4af.fr'],
    ['straße.de', 'xn--strae-oqa.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['tokyo駅.jp', 'xn--tokyo-rg6q.jp'],
    ['ｃｈｅｚ－ｌｅａ。ｆｒ', 'chez-lea.fr'],
    ['lea.github.io', 'lea.github.io'],
    ['lea.co.uk', 'lea.co.uk'],
    ['1001-nuits.fr', '1001-nuits.fr'],
    [`${'a'.repeat(63)}.fr`, `${'a'.repeat(63)}.fr`],
  ])('%s', (typed, host) => expect(claim(typed)).toBe(host));

  it('the longest one leaves room for its proof', () => {
    const longest = `${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(58)}.fr`;
    expect([longest.length, claim(longest)]).toEqual([244, longest]);
    expect(refusal(`a${longest}`)).toContain('trop long');
  });
});

describe('a name is refused with its sentence', () => {
  it.each([
    ['nothing', ['', '  ', 'https://'], 'Écrivez un nom de domaine'],
    [
      'a page',
      ['chez-lea.fr/menu', 'chez-lea.fr:8080', 'lea@chez-lea.fr', 'chez lea.fr', 'a.fr?b', 'a.fr#b', '%41.fr'],
      'seul',
    ],
    [
      'an address',
      ['192.0.2.7', '[2001:db8::1]', '2001:db8::1', '0x7f.1', '127.1.2', '3232235521.'],
      'l’adresse d’une machine',
    ],
    ['one label', ['lea', 'localhost', 'fr', 'fr.', 'рф'], 'au moins un point'],
    [
      'a long one',
      [`${'a'.repeat(64)}.fr`, `${'a.'.repeat(130)}fr`, `${`${'é'.repeat(55)}.`.repeat(5)}fr`],
      'trop long',
    ],
    [
      'other signs',
      [
        'chez_lea.fr',
        '_vitrine.lea.fr',
        'a..fr',
        '.fr',
        '-a.fr',
        'a-.fr',
        '*.lea.fr',
        '☕.fr',
        'xn--a.fr',
        'l’étoile.fr',
        'a.1',
      ],
      'lettres, de chiffres et de tirets',
    ],
    [
      'mixed scripts',
      ['chеz-lea.fr', 'xn--pple-43d.com', 'αpple.com', 'googlе.com', 'раypal.com'],
      'mélange des écritures',
    ],
    ['a local name', ['lea.localhost', 'lea.local', 'lea.test', 'lea.example', 'a.home.arpa', 'srv.lan'], 'réseau'],
    [
      'a public suffix',
      ['co.uk', 'github.io', 'asso.fr', 'gouv.fr', 'xn--55qx5d.cn', 'tm.fr'],
      'ajoutez votre nom devant',
    ],
    [
      'the platform',
      [
        'sites-essai.fr',
        'lea.sites-essai.fr',
        'a.b.sites-essai.fr',
        'studio.service-essai.fr',
        'x.studio.service-essai.fr',
        'service-essai.fr',
        'www.service-essai.fr',
      ],
      'celui du service',
    ],
  ])('%s', (_what, names, words) => {
    for (const name of names) expect([name, refusal(name)]).toEqual([name, expect.stringContaining(words)]);
  });

  it('the platform on a suffix of its own, at an address, or without a public name has no neighbours', () => {
    expect(claim('lea.fr', { sitesDomain: 'github.io', platformHost: '192.0.2.7' })).toBe('lea.fr');
    expect(refusal('lea.github.io', { sitesDomain: 'github.io', platformHost: '192.0.2.7' })).toContain(
      'celui du service',
    );
    expect(claimableName('lea.fr', { sitesDomain: 'localhost', platformHost: undefined })).toBe('lea.fr');
  });
});

it('a name is shown in letters where nobody takes it for another one', () => {
  expect(shownHost('xn--caf-de-la-d4af.fr')).toBe('café-de-léa.fr');
  expect(shownHost('xn--pple-43d.com')).toBe('xn--pple-43d.com');
  expect(shownHost('xn--a.fr')).toBe('xn--a.fr');
  expect(shownHost('a_b.fr')).toBe('a_b.fr');
});
