import { expect, it } from 'vitest';
import { nearest } from '../../../engine/text/nearest.ts';

const NAMES = ['settings', 'section', 'sections', 'site', 'page', 'article', 'url', 'i'];

it.each([
  ['setings', 'settings', true],
  ['Settings', 'settings', true],
  ['stetings', 'settings', true],
  ['sectoin', 'section', true],
  ['sectionn', 'section', false],
  ['pgae', 'page', true],
  ['ulr', 'url', true],
  ['artilces', 'article', false],
])('%s is likely %s', (given, name, isSure) => {
  expect(nearest(given, NAMES)).toEqual({ name, isSure });
});

it.each(['settings', 'cart', 'image', 'x', 'j', '', 'customer', 'a'.repeat(100_000)])('%.20s is like none', (given) => {
  expect(nearest(given, NAMES)).toBeUndefined();
});

it('among very many names none is looked for', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `nom-${index}`);
  expect(nearest('setings', [...many, 'settings'])).toBeUndefined();
  expect(nearest('setings', new Set([...many, 'settings']))).toBeUndefined();
});

it('a name that stands twice among the candidates is one name', () => {
  expect(nearest('sectoin', ['section', 'page', 'section'])).toEqual({ name: 'section', isSure: true });
});
