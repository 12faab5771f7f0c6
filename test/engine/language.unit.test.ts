import { expect, it } from 'vitest';
import { checkFile } from '../../engine/index.ts';
import { TAGS } from '../../engine/language/tags.ts';

const MARKUP: Readonly<Record<string, string>> = {
  ...{ assign: 'x = 1', capture: 'x', case: 'x', cycle: '1, 2', decrement: 'x', echo: 'x', for: 'a in b', if: 'x' },
  ...{ elsif: 'x', when: '1', include: '"a"', increment: 'x', render: '"a"', section: '"a"', tablerow: 'a in b' },
  unless: 'x',
};

const written = (tag: string) => `{% ${tag} ${MARKUP[tag] ?? ''} %}`;
const isRefused = (liquid: string) => checkFile(liquid, 'sections/a.liquid') !== null;
const tags = [...TAGS];

it.each(tags.filter(([, { parts }]) => !parts))('the tag %s is read, and has its end or none', (tag, { holds }) => {
  expect(isRefused(`${written(tag)}{}{% end${tag} %}`)).toBe(holds === undefined);
  expect(isRefused(written(tag))).toBe(holds !== undefined);
});

it.each(
  tags.flatMap(([tag, { parts = [] }]) => (parts.length > 0 ? [[tag, parts] as const] : [])),
)('the branch %s stands in its tags only', (branch, parts) => {
  const takes = tags.flatMap(([tag, { holds }]) =>
    holds === 'liquid' && !isRefused(`${written(tag)}${written(branch)}{% end${tag} %}`) ? [tag] : [],
  );
  expect(takes).toEqual([...parts].sort());
  expect(isRefused(written(branch))).toBe(true);
});

it.each(tags.filter(([, { holds }]) => holds === 'text'))('in what %s holds no tag is read', (tag) => {
  expect(isRefused(`${written(tag)}{"a": "{% inconnue %}"}{% end${tag} %}`)).toBe(false);
});
