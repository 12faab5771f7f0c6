import { describe, expect, it } from 'vitest';
import { FILTER_RUNS } from '../../engine/filters/index.ts';
import { accepts, FILTERS, type FilterFacts, resultOf } from '../../engine/language/filters.ts';
import { OBJECTS, OF_SETTING_TYPE } from '../../engine/language/objects.ts';
import { ANY, listOf, type Nature, naturesOf, propertyOf, type ValueType } from '../../engine/language/value-types.ts';
import { budget } from '../../engine/runtime/budget.ts';
import { text } from '../../engine/runtime/text.ts';
import { TextObject } from '../../engine/runtime/text-object.ts';
import { Float, ForLoop, isHash, Turn } from '../../engine/runtime/values.ts';
import { settingValue } from '../../engine/theme/setting-types.ts';

const TEXT: ValueType = { kind: 'text' };
const NUMBER: ValueType = { kind: 'number' };
const setting = (type: string, value: unknown) => settingValue({ type }, value, undefined, {});

/** Values of each type that nothing is special about. */
const SAMPLES: readonly (readonly [string, ValueType, unknown])[] = [
  ['a text', TEXT, 'été'],
  ['a number', NUMBER, 4],
  ['a truth', { kind: 'truth' }, true],
  ['a list', listOf(TEXT), ['a', 'b']],
  ['an object', { kind: 'object', fields: { titre: TEXT } }, { titre: 'a' }],
  ['a turn', OBJECTS.forloop ?? ANY, new ForLoop('a', 2, 0, null)],
  ['a colour', OF_SETTING_TYPE.color, setting('color', '#ff0000')],
  ['an image', OF_SETTING_TYPE.image_picker, setting('image_picker', 'a.jpg')],
  ['a video', OF_SETTING_TYPE.video_url, setting('video_url', 'https://youtu.be/dQw4w9WgXcQ')],
  ['a font', OF_SETTING_TYPE.font_picker, setting('font_picker', 'inter')],
  ['a menu', OF_SETTING_TYPE.menu_picker, setting('menu_picker', 'principal')],
];

const NUMBERS = new Set(['divided_by', 'modulo', 'slice', 'teinte', 'plus', 'minus', 'times', 'at_least', 'at_most']);

/** What a filter gives with arguments that fit; undefined also where it fails. */
function run(name: string, { least }: FilterFacts, input: unknown): unknown {
  const argument = name === 'concat' ? ['z'] : name === 'date' ? '%Y' : NUMBERS.has(name) ? 2 : 'titre';
  const filter = FILTER_RUNS.get(name) as (...values: unknown[]) => unknown;
  return budget.aside(1_000_000, () => filter(input, ...Array.from({ length: least }, () => argument), 't'));
}

/** Nothing, what was put in, or what the filter makes of the way in which programs write the input. */
function isNothing(result: unknown, input: unknown, name: string, facts: FilterFacts): boolean {
  if ([undefined, '', 0, 8, false, input].includes(result)) return true;
  if (
    JSON.stringify(result) === JSON.stringify([input]) ||
    (Array.isArray(result) && result.every((one) => one === undefined))
  )
    return true;
  const written = budget.aside(1_000_000, () => text(input)) ?? '';
  return JSON.stringify(result) === JSON.stringify(run(name, facts, written));
}

/** How programs tell the natures of values apart. */
const IS: Readonly<Record<Nature, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' || value instanceof Float,
  truth: (value) => typeof value === 'boolean',
  list: Array.isArray,
  hash: isHash,
  object: (value) => value instanceof TextObject,
  turn: (value) => value instanceof Turn,
};
const isOf = (type: ValueType, value: unknown): boolean => naturesOf(type).some((nature) => IS[nature](value));

it.each(SAMPLES)('%s is of its type', (_sample, type, value) => expect(isOf(type, value)).toBe(true));

describe.each([...FILTERS])('the filter %s', (name, facts) => {
  it.each(SAMPLES)('does with %s what its facts say', (_sample, type, value) => {
    const result = run(name, facts, value);
    if (!accepts(facts, type)) expect(isNothing(result, value, name, facts)).toBe(true);
    else if (result !== undefined) expect(isOf(resultOf(facts, type), result)).toBe(true);
  });
});

it.each([
  ['page', 'titre', 'text'],
  ['page', 'tittre', undefined],
  ['page', 'size', 'number'],
  ['menus', 'principal', 'list'],
  ['forloop', 'parentloop', 'turn'],
  ['forloop', 'size', undefined],
  ['settings', 'anything', 'any'],
  ['nonce', 'size', 'number'],
  ['nonce', 'titre', undefined],
])('the type of %s.%s is %s', (object, name, kind) => {
  expect(propertyOf(OBJECTS[object] ?? ANY, name)?.kind).toBe(kind);
});

it('knows the properties of the elements of lists', () => {
  const articles = propertyOf(OBJECTS.blog ?? ANY, 'articles') ?? ANY;
  expect(propertyOf(propertyOf(articles, 'first') ?? ANY, 'titre')).toEqual(TEXT);
  expect(propertyOf(articles, 'titre')).toBeUndefined();
  const [map, where] = ['map', 'where'].map((name) => FILTERS.get(name) as FilterFacts);
  expect(map && resultOf(map, articles, [{ type: TEXT, text: 'date' }]).of?.kind).toBe('date');
  expect(where && resultOf(where, articles).of).toBe(articles.of);
});
