import { expect, it } from 'vitest';
import { fieldText, summaryOf } from '../../../src/text/request-words.ts';
import { HOSTILE_REQUESTS } from '../../support/hostile-requests.ts';

it.each([
  [
    [
      ['Prénom', 'Léa'],
      ['Nom', 'Martin'],
      ['Message', 'Une table ?'],
    ],
    null,
    'Léa Martin',
    'Une table ?',
  ],
  [
    [
      ['nom_complet', 'Zoé'],
      ['email', 'zoe@exemple.fr'],
      ['m', 'a\n b'],
    ],
    'zoe@exemple.fr',
    'Zoé',
    'a b',
  ],
  [
    [
      ['Nombre de couverts', '4'],
      ['Courriel', 'Zoe@Exemple.fr'],
    ],
    'zoe@exemple.fr',
    'zoe@exemple.fr',
    '4',
  ],
  [[['message', 'Bonjour']], null, 'Bonjour', ''],
  [
    [
      ['nom', '  '],
      ['message', ' '],
    ],
    null,
    '',
    '',
  ],
  [
    [
      ['nom', 'x'.repeat(81)],
      ['a', 'court'],
    ],
    null,
    `${'x'.repeat(79)}…`,
    'court',
  ],
] as const)('%j is told as a sender and an excerpt', (fields, address, sender, excerpt) => {
  expect(summaryOf(fields, address)).toEqual({ sender, excerpt });
});

it('what is told is one short line, whatever was sent', () => {
  for (const fields of HOSTILE_REQUESTS) {
    const { sender, excerpt } = summaryOf(fields, null);
    expect([...sender].length).toBeLessThanOrEqual(80);
    expect([...excerpt].length).toBeLessThanOrEqual(180);
    expect(sender + excerpt).not.toMatch(/\p{Cc}|\p{Zl}|\p{Cs}/u);
  }
});

it('a field that came several times is told with all its values', () => {
  expect(fieldText(['a', 'b'])).toBe('a, b');
  expect(fieldText({ a: 1 })).toBe('{"a":1}');
});
