import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OBJECTS, OF_LOOP, OF_SETTING_TYPE } from '../../engine/language/objects.ts';
import { isSettingType } from '../../engine/language/setting-types.ts';
import type { Fields } from '../../engine/language/value-types.ts';
import { ForLoop, TableRowLoop } from '../../engine/runtime/values.ts';
import { settingValue } from '../../engine/theme/setting-types.ts';

const toldIn = (guide: string): string[] => {
  const text = readFileSync(new URL(`../../docs/${guide}`, import.meta.url), 'utf8');
  const [pages = ''] = text.split('## Outputs and blanks');
  const rows = [...pages.matchAll(/^\| ((?:`[a-z_.<>]+`(?:, )?)+) \| /gm)].map(([, names = '']) => names);
  return rows.flatMap((names) => [...names.matchAll(/`([a-z_.]+?)(?:\.<id>)?`/g)].map(([, path = '']) => path));
};

/** Paths of all fields; those of an article's blog and of an image are told elsewhere. */
const pathsOf = (fields: Fields, before = ''): string[] =>
  Object.entries(fields).flatMap(([name, { kind, fields: own = {} }]) => [
    ...(Object.keys(own).length === 0 || before !== '' ? [before + name] : []),
    ...(before + name === 'article.blog' || kind === 'image' ? [] : pathsOf(own, `${before + name}.`)),
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
  expect(Object.keys(new ForLoop('a', 2, 0, null)).sort()).toEqual(Object.keys(OF_LOOP.forloop.fields).sort());
  expect(Object.keys(new TableRowLoop(2, 1, 0)).sort()).toEqual(Object.keys(OF_LOOP.tablerowloop.fields).sort());
});

it.each([
  ['color', '#fff'],
  ['image_picker', { src: 'a.jpg', alt: '', width: 2, height: 1 }],
  ['image_picker', '/medias/01890a5d-ac96-774b-bcce-b302099a8057/a.jpg'],
  ['video_url', 'https://youtu.be/dQw4w9WgXcQ'],
  ['font_picker', 'inter'],
])('a setting of the type %s gives an object with the properties of the list, and no other', (type, value) => {
  const given = settingValue({ type }, value, undefined, {});
  const { fields = {} } = isSettingType(type) ? OF_SETTING_TYPE[type] : {};
  expect(Object.getOwnPropertyNames(given).sort()).toEqual(Object.keys(fields).sort());
});
