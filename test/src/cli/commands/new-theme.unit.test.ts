import { expect, it } from 'vitest';
import { themeName, usableName } from '../../../../src/cli/commands/new-theme.ts';

it.each([
  'publie',
  'publié',
  ' publie ',
  'publie\u0301',
  'Orme\nrouge',
  'Orme\u001b[2J',
])('no theme is called %j', (name) => {
  expect(() => themeName(name)).toThrow(/^(Un nom tient|« publi)/);
  expect(usableName(name)).toBeNull();
});

it('a theme may be called as a sentence has it', () => {
  expect([themeName(' Le thème publié '), usableName('Orme')]).toEqual(['Le thème publié', 'Orme']);
});
