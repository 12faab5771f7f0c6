import { expect, it } from 'vitest';
import { nameOncePublished } from '../../../src/themes/published-name.ts';

const published = { nom: 'Origo', lignee: 'l' };
const draft = (lignee: string | undefined, issu_de: string | null) => ({ nom: 'Origo — brouillon', lignee, issu_de });

it.each([
  ['a working draft of the line', draft('l', 'p'), published, 'Origo'],
  ['a working draft of another line', draft('m', 'p'), published, 'Origo — brouillon'],
  ['a draft that was published before', draft('l', null), published, 'Origo — brouillon'],
  ['a draft of which nobody knows the line', draft(undefined, 'p'), { nom: 'Origo' }, 'Origo — brouillon'],
  ['a draft where nothing is published', draft('l', 'p'), null, 'Origo — brouillon'],
])('%s', (_what, theme, instead, name) => expect(nameOncePublished(theme, instead)).toBe(name));
