import { expect, it } from 'vitest';
import { archiveFileName } from '../../../src/themes/archive-name.ts';

it.each([
  ['Origo', '1.0.0', 'origo-1.0.0.json'],
  ['Été à la Forêt', '1.0.0', 'ete-a-la-foret-1.0.0.json'],
  ['Origo (copie)', '1.0.0', 'origo-copie--1.0.0.json'],
  ['Origo — brouillon', '2', 'origo-brouillon-2.json'],
  ['"; rm\r\nX: y', '1"\r\n2', '-rm-x-y-1---2.json'],
  ['İstanbul', '1.0 bêta', 'istanbul-1.0-b-ta.json'],
  ['日本', '😀', '---.json'],
  ['\u0301', '', 'theme-.json'],
])('the archive of %j, version %j, is called %s', (name, version, fileName) => {
  expect(archiveFileName(name, version)).toBe(fileName);
});
