/** Each row of the vocabulary has words, and no words stand for what does not exist. */
import { describe, expect, it } from 'vitest';
import { wordedPaths } from '../../engine/assist/vocabulary-words.ts';
import { FILTERS } from '../../engine/language/filters.ts';
import { CONSTANTS, OF_SETTING_TYPE } from '../../engine/language/objects.ts';
import { SETTING_TYPES } from '../../engine/language/setting-types.ts';
import { TAGS } from '../../engine/language/tags.ts';
import { COMPUTED, type ValueType } from '../../engine/language/value-types.ts';
import { FILTER_WORDS } from '../../engine/language/words/filters.ts';
import {
  COMPUTED_WORDS,
  CONSTANT_WORDS,
  OBJECT_WORDS,
  VALUE_WORDS,
  WORD_WORDS,
} from '../../engine/language/words/objects.ts';
import { KEY_WORDS, SETTING_TYPE_WORDS } from '../../engine/language/words/settings.ts';
import { TAG_WORDS } from '../../engine/language/words/tags.ts';

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

describe('words', () => {
  const types: readonly ValueType[] = Object.values(OF_SETTING_TYPE);
  const own = types.flatMap(({ kind, fields }) => (fields ? [[kind, fields] as const] : []));
  it.each([
    ['tags', TAGS.keys(), TAG_WORDS],
    ['filters', FILTERS.keys(), FILTER_WORDS],
    ['objects and properties', wordedPaths(), OBJECT_WORDS],
    ['constants', CONSTANTS, CONSTANT_WORDS],
    ['computed properties', COMPUTED, COMPUTED_WORDS],
    ['words of tags', [...TAGS.values()].flatMap(({ words = [] }) => words), WORD_WORDS],
    ['types of settings', [...SETTING_TYPES.keys(), 'header', 'paragraph'], SETTING_TYPE_WORDS],
    ['values of settings', own.map(([kind]) => kind), VALUE_WORDS],
  ])('stand for each of the %s', (_what, names, words) => {
    expect(sorted(Object.keys(words))).toEqual(sorted(names));
  });

  it('stand for each property of the values that settings give', () => {
    for (const [kind, fields] of own) {
      expect(sorted(Object.keys(VALUE_WORDS[kind as keyof typeof VALUE_WORDS]))).toEqual(sorted(Object.keys(fields)));
    }
  });

  it('say what each argument of a filter is', () => {
    const counts = (of: (name: string) => number) =>
      Object.fromEntries([...FILTERS.keys()].map((name) => [name, of(name)]));
    expect(counts((name) => FILTER_WORDS[name]?.takes.length ?? -1)).toEqual(
      counts((name) => FILTERS.get(name)?.most ?? -1),
    );
  });

  it('are sentences, in one line and in French type', () => {
    const sentences = [
      ...Object.values(TAG_WORDS).map(({ says }) => says),
      ...Object.values(FILTER_WORDS).map(({ says }) => says),
      ...[OBJECT_WORDS, COMPUTED_WORDS, CONSTANT_WORDS, WORD_WORDS, SETTING_TYPE_WORDS].flatMap(Object.values),
      ...[VALUE_WORDS, KEY_WORDS].flatMap((table) => Object.values(table).flatMap(Object.values)),
    ];
    for (const sentence of sentences) expect(sentence).toMatch(/^[«A-ZÀÉÊ][^\n']*\.$/);
  });
});
