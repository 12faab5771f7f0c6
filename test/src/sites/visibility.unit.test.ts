import { expect, it } from 'vitest';
import { isOpenToAll } from '../../../src/sites/visibility.ts';

it.each([
  [false, null, true],
  [true, null, false],
  [false, 'clé', false],
  [true, 'clé', false],
])('a site that is hidden: %s, with a code: %s is open to all: %s', (masque, cle_acces, expected) => {
  expect(isOpenToAll({ masque, cle_acces })).toBe(expected);
});
