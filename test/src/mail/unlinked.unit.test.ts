import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html, type Letter, plainText } from '../../../src/mail/layout.ts';
import * as letters from '../../../src/mail/letters.ts';
import { type MessageKind, SECURITY_ACTS } from '../../../src/mail/message.ts';
import { unlinked } from '../../../src/text/names.ts';

/** The hosts have no dot, so that each dot in a letter is one of a sentence, or of somebody's. */
const PLATFORM = { address: 'https://plateforme', sitesDomain: 'sites' };
const LINK = 'https://plateforme/lien';
const AT = '2026-01-01T10:00:00.000000Z';

/** Every letter that the product sends, by kind, with a text in the place of each name that somebody else has typed. */
const LETTERS: Readonly<Record<MessageKind | 'essai', (name: string) => readonly Letter[]>> = {
  inscription: () => [letters.confirmationLetter(PLATFORM, LINK), letters.knownAddressLetter(PLATFORM)],
  oubli: () => [letters.passwordLetter(PLATFORM, LINK)],
  adresse: () => [letters.newAddressLetter(PLATFORM, LINK)],
  code: () => [letters.codeLetter(PLATFORM, '12345678')],
  adresse_changee: (next) => [letters.changedAddressLetter(PLATFORM, { link: LINK, next, at: AT })],
  mot_de_passe_change: () => [letters.changedPasswordLetter(PLATFORM, LINK)],
  securite: (name) => SECURITY_ACTS.map((act) => letters.securityLetter(PLATFORM, { act, name, at: AT, link: LINK })),
  navigateur: (browser) => [letters.browserLetter(PLATFORM, { browser, at: AT, link: LINK })],
  invitation: (name) => [
    letters.invitationLetter(PLATFORM, { link: LINK, site: name, from: name, role: 'comme éditeur' }),
  ],
  transmission: (name) => [letters.handOverLetter(PLATFORM, { site: name, slug: 'lea', from: name })],
  contact: (site) => [letters.contactLetter(PLATFORM, { link: LINK, site, slug: 'lea' })],
  compte_supprime: () => [letters.deletedAccountLetter(PLATFORM)],
  site_supprime: (name) => [letters.deletedSiteLetter(PLATFORM, { site: name, slug: 'lea', by: name, goneAt: AT })],
  domaine_perdu: (name) => [letters.lostDomainLetter(PLATFORM, { site: name, slug: 'lea', host: name, freeAt: AT })],
  demandes: (site) =>
    [1, 3].map((many) =>
      letters.requestsLetter(PLATFORM, {
        ...{ site, slug: 'lea', more: 0, replyTo: null },
        requests: Array.from({ length: many }, () => ({ at: AT, fields: [] })),
      }),
    ),
  essai: () => [letters.testLetter(PLATFORM)],
};

/** Wider than what any program for mail, or a browser, takes for an address: signs that join two parts of one, in each of their forms. */
const LINKED = /\S[.:/@․。︓﹒﹕﹫．／：＠｡]\S/u;

/** What is left of a text once the letter's own addresses and times are gone. */
const others = (text: string): string =>
  text.replaceAll(/https?:\/\/(?:plateforme|lea\.sites)[\w/-]*|\d\d:\d\d (?=\(heure)/g, '');
const shown = (page: string): string =>
  others(page)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"');

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'https://',
          'http:',
          '//',
          'www.',
          'mechant',
          '.exemple',
          '.fr',
          '/a',
          '@',
          'lea',
          '．',
          '。',
          '｡',
          '：',
          '／',
          '＠',
        ],
        ...[
          'mailto:',
          'tel:',
          'x',
          ' ',
          '\u00a0',
          '\n',
          '\u200b',
          '\u202e',
          '\u2068',
          '․',
          '…',
          '«',
          '»',
          '(',
          ')',
          '<a href="//x">',
        ],
      ),
      { maxLength: 14 },
    )
    .map((pieces) => pieces.join('')),
);

it.each(Object.entries(LETTERS))('nothing that somebody else has named is a link in a message %s', (_, written) => {
  const links = (letter: Letter) =>
    [letter.subject, others(plainText(letter)), shown(html(letter))].filter((text) => LINKED.test(text));
  const own = written('Léa').flatMap(links);
  expect(own).toEqual([]);
  fc.assert(
    fc.property(hostile, (name) => {
      expect(written(name).flatMap(links)).toEqual([]);
    }),
  );
});

it.each([
  ['https://mechant.fr/a?b', 'https: / / mechant. fr/ a?b'],
  ['Lea@Exemple.fr', 'Lea@ Exemple. fr'],
  ['www．mechant。fr', 'www． mechant。 fr'],
  ['St. Pierre', 'St. Pierre'],
  ['L’Atelier : bois, etc.', 'L’Atelier : bois, etc.'],
])('%s is told as %s', (typed, told) => {
  expect(unlinked(typed)).toBe(told);
});
