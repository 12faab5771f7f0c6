import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIVITIES } from '../../../../src/text/activities.ts';
import { mailAddress } from '../../../../src/text/mail-address.ts';
import { publicMailProblem, readPostalAddress, telephoneProblem } from '../../../../src/text/site-facts/contact.ts';
import { daysWords, exceptionProblem } from '../../../../src/text/site-facts/exceptions.ts';
import { NETWORKS, networkProblem } from '../../../../src/text/site-facts/networks.ts';
import { sharedImage, siteFacts } from '../../../../src/text/site-facts/site-facts.ts';

const WRITTEN = '2026-12-26T23:30:00.000000Z';
const ADDRESS = { rue: ' 12 rue\ndes Lilas ', code_postal: '75011', ville: 'Paris' };
const plain = (words: string) => words.replaceAll('\u00a0', ' ');

describe('what themes are told of a house', () => {
  it('is all that its owner has said', () => {
    const facts = siteFacts(
      {
        general: { activite: 'Restaurant', fuseau: 'Europe/Paris' },
        contact: {
          telephone: ' 01 23 45 67 89 ',
          courriel_public: 'Bonjour@exemple.fr',
          adresse_postale: ADDRESS,
          horaires: {
            dimanche: [],
            lundi: [
              { de: '14:00', a: '18:00' },
              { de: '09:00', a: '12:30' },
            ],
          },
          exceptions: [{ du: '2026-12-31', au: '2027-01-01', libelle: 'Nouvel An', plages: [] }],
        },
        reseaux: {
          instagram: 'https://www.instagram.com/chez-lea',
          facebook: 'http://facebook.com/lea',
          autre: 'https://x.y',
        },
      },
      WRITTEN,
    );
    const { horaires = [], exceptions = [], ...rest } = facts;
    expect(rest).toEqual({
      activite: 'Restaurant',
      telephone: '01 23 45 67 89',
      courriel: 'Bonjour@exemple.fr',
      adresse_postale: {
        ...{ rue: '12 rue des Lilas', complement: '', code_postal: '75011', ville: 'Paris', pays: '' },
        texte: '12 rue des Lilas\n75011 Paris',
      },
      reseaux: [{ id: 'instagram', nom: 'Instagram', adresse: 'https://www.instagram.com/chez-lea' }],
    });
    expect(horaires.map(({ jour, schema, ferme, texte }) => [jour, schema, ferme, plain(texte)])).toEqual([
      ['Lundi', 'Monday', false, '9 h – 12 h 30, 14 h – 18 h'],
      ['Dimanche', 'Sunday', true, 'Fermé'],
    ]);
    expect(exceptions).toEqual([
      {
        ...{
          du: '2026-12-31',
          au: '2027-01-01',
          libelle: 'Nouvel An',
          dates: 'du 31 décembre 2026 au 1er janvier 2027',
        },
        ...{ ferme: true, plages: [], texte: 'Fermé' },
      },
    ]);
  });

  it('leaves out what is ill-formed, and what nothing is said of', () => {
    const contact = {
      telephone: 'appelez-nous',
      courriel_public: 'a@b',
      adresse_postale: '12 rue des Lilas',
      horaires: 'du lundi au vendredi',
      exceptions: [
        { du: '2027-02-30' },
        { du: '2027-02-03', au: '2027-02-01' },
        { du: '2027-02-03', plages: [{ de: 'x' }] },
        3,
      ],
    };
    expect(siteFacts({ general: 'x', contact, reseaux: [] }, WRITTEN)).toEqual({ activite: 'Organization' });
    expect(siteFacts({}, WRITTEN)).toEqual({ activite: 'Organization' });
  });

  it('are exceptions that were not over, on a clock of the site, when its content was written', () => {
    const contact = { exceptions: [{ du: '2026-12-27' }, { du: '2026-12-24', au: '2026-12-26' }] };
    const coming = (fuseau: string) =>
      siteFacts({ general: { fuseau }, contact }, WRITTEN).exceptions?.map(({ du }) => du);
    // half past midnight in Paris, half past five in the afternoon in New York
    expect(coming('Europe/Paris')).toEqual(['2026-12-27']);
    expect(coming('America/New_York')).toEqual(['2026-12-24', '2026-12-27']);
  });

  it('is a local business only where it has an address', () => {
    const type = (activite: unknown, adresse_postale?: unknown) =>
      siteFacts({ general: { activite }, contact: { adresse_postale } }, WRITTEN).activite;
    expect(type('Restaurant', ADDRESS)).toBe('Restaurant');
    expect(type('Restaurant')).toBe('Organization');
    expect(type('Person')).toBe('Person');
    expect(type('<script>', ADDRESS)).toBe('Organization');
  });

  it('is read from any stored value without a fault, and holds no text that a line cannot', () => {
    const names = [
      'activite',
      'fuseau',
      'telephone',
      'courriel_public',
      'adresse_postale',
      'horaires',
      'exceptions',
      'image',
    ];
    const tab = fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...names, ...NETWORKS.map(({ id }) => id), '__proto__'), fc.anything()),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('general', 'contact', 'reseaux', 'seo'), tab), (stored) => {
        const facts = JSON.parse(JSON.stringify({ ...siteFacts(stored, WRITTEN), image: sharedImage(stored) }));
        expect(JSON.stringify(facts)).not.toMatch(/\\u00[01]|\\r|\\t/);
        expect(ACTIVITIES.map(({ type }) => type)).toContain(facts.activite);
      }),
    );
  });
});

it.each(['https://instagram.com/a', ' https://mastodon.social/@lea ', ''])('%j may stand for a network', (address) => {
  expect(networkProblem(address)).toBeNull();
});

it.each([
  ...[
    'http://instagram.com/a',
    'instagram.com/a',
    'javascript:alert(1)',
    'https://a:b@instagram.com/',
    'https://localhost/',
  ],
  ...[
    '//instagram.com',
    'https:\\\\instagram.com',
    'https://insta gram.com',
    'data:text/html,x',
    `https://a.fr/${'a'.repeat(500)}`,
  ],
])('%j may not', (address) => {
  expect(networkProblem(address)).not.toBeNull();
});

it.each(['01 23 45 67 89', '+33 (0)1.23.45.67.89', '3615', ''])('%j is a telephone number', (typed) => {
  expect(telephoneProblem(typed)).toBeNull();
});

it.each(['12', 'tel:0123', '01 23 <b>', '01,23', '+'.repeat(20), '1234567890123456'])('%j is none', (typed) => {
  expect(telephoneProblem(typed)).not.toBeNull();
});

it.each([
  ['a@b.fr', true],
  [' Prenom.Nom+site@Exemple.co.uk ', true],
  ['léa@exemple.fr', false],
  ['.a@b.fr', false],
  ['a..b@c.fr', false],
  ['a@b', false],
  ['a@b.fr?cc=c@d.fr', false],
  ['a b@c.fr', false],
  ['<a@b.fr>', false],
  [`${'a'.repeat(300)}@b.fr`, false],
])('%j may be shown as a mail address: %j', (typed, isOne) => {
  expect(publicMailProblem(typed) === null).toBe(isOne);
  // Letters of visitors go to the same addresses.
  expect(mailAddress.safeParse(typed).success).toBe(isOne);
});

it('a postal address needs a street or a town', () => {
  expect(readPostalAddress({ pays: 'France', code_postal: '75011' })).toBeNull();
  expect(readPostalAddress({ ville: 'Lyon' })).toMatchObject({ ville: 'Lyon', rue: '' });
});

it.each([
  ['2026-12-25', '2026-12-25', 'le 25 décembre 2026'],
  ['2026-12-24', '2026-12-26', 'du 24 au 26 décembre 2026'],
  ['2026-07-20', '2026-08-01', 'du 20 juillet au 1er août 2026'],
  ['2026-12-24', '2027-12-26', 'du 24 décembre 2026 au 26 décembre 2027'],
])('from %s to %s is « %3$s »', (du, au, words) => {
  expect(exceptionProblem({ du, au, libelle: '' })).toBeNull();
  expect(daysWords(du, au)).toBe(words);
});
