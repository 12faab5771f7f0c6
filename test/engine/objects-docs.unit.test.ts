import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Fields, OBJECTS, OF_LOOP } from '../../engine/language/objects.ts';
import { ForLoop, TableRowLoop } from '../../engine/runtime/values.ts';

const toldIn = (guide: string): string[] => {
  const text = readFileSync(new URL(`../../docs/${guide}`, import.meta.url), 'utf8');
  const [pages = ''] = text.split('## Outputs and blanks');
  const rows = [...pages.matchAll(/^\| ((?:`[a-z_.<>]+`(?:, )?)+) \| /gm)].map(([, names = '']) => names);
  return rows.flatMap((names) => [...names.matchAll(/`([a-z_.]+?)(?:\.<id>)?`/g)].map(([, path = '']) => path));
};

/** Paths of all fields, those of an article's blog told in one line. */
const pathsOf = (fields: Fields, before = ''): string[] =>
  Object.entries(fields).flatMap(([name, own]) => [
    ...(Object.keys(own).length === 0 || before !== '' ? [before + name] : []),
    ...(before + name === 'article.blog' ? [] : pathsOf(own, `${before + name}.`)),
  ]);

const ofPages = Object.fromEntries(Object.entries(OBJECTS).filter(([name]) => !Object.hasOwn(OF_LOOP, name)));

it('docs/objects.md tells every object and field of the list, and no other', () => {
  expect(toldIn('objects.md').sort()).toEqual(pathsOf(ofPages).sort());
});

it('docs/liquid.md tells objects and fields of the list only', () => {
  const paths = new Set(pathsOf(ofPages));
  const told = toldIn('liquid.md');
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((path) => !paths.has(path))).toEqual([]);
});

it('the turn of a loop has the fields of the list, and no other', () => {
  expect(Object.keys(new ForLoop('a', 2, 0, null)).sort()).toEqual(Object.keys(OF_LOOP.forloop).sort());
  expect(Object.keys(new TableRowLoop(2, 1, 0)).sort()).toEqual(Object.keys(OF_LOOP.tablerowloop).sort());
});
