import { expect, it } from 'vitest';
import { nameOncePublished } from '../../../src/themes/published-name.ts';

const published = { nom: 'Origo', lignee: 'l' };
const draft = (lignee: string | undefined, issu_de: string | null) => ({ nom: 'Origo — brouillon', lignee, issu_de });

it.each([
  ['a working draft of the line', draft('l', 'p'), published, 'Origo'],
  ['a working draft of another line', draft('m', 'p'), { nom: 'Lune', lignee: 'l' }, 'Origo'],
  ['a draft that was published before', draft('l', null), published, 'Origo — brouillon'],
  ['a draft of which nobody knows the line', draft(undefined, 'p'), { nom: 'Lune' }, 'Origo'],
  ['a draft where nothing is published', draft('l', 'p'), null, 'Origo'],
  ['the working draft of one', { ...draft('m', 'p'), nom: 'Origo — brouillon — brouillon' }, published, 'Origo'],
  ['a working draft with a name of its own', { ...draft('m', 'p'), nom: 'Été' }, published, 'Été'],
  ['a name that is the suffix only', { ...draft('m', 'p'), nom: ' — brouillon' }, published, ' — brouillon'],
  [
    'a working draft of one that has a name nothing may get',
    draft('l', 'p'),
    { nom: 'a\tb', lignee: 'l' },
    'Origo — brouillon',
  ],
])('%s', (_what, theme, instead, name) => expect(nameOncePublished(theme, instead)).toBe(name));
