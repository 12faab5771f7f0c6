import { expect, it } from 'vitest';
import { nameOf } from '../../../../src/cli/remote/theme-names.ts';

const id = '12345678-0000-4000-8000-000000000000';

it.each([
  ['Origo', '« Origo » (12345678)'],
  ['\u200b\u2066', '« Sans nom visible » (12345678)'],
  ['\u202eogirO', '« ␛ogirO » (12345678)'],
])('the theme %j is called %s', (nom, words) => expect(nameOf({ id, nom })).toBe(words));
