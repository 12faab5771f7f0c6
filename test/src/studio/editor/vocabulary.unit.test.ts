import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TAGS } from '../../../../engine/compiler/tags/index.ts';
import { FILTERS as ENGINE_FILTERS } from '../../../../engine/filters/index.ts';
import { checkFile } from '../../../../engine/index.ts';
import {
  BLOCK_TAGS,
  FILTERS,
  INNER_FIELDS,
  OBJECTS,
  SINGLE_TAGS,
} from '../../../../src/studio/editor/code/vocabulary.ts';

it('names every filter of the engine, and no other', () => {
  expect([...FILTERS].sort()).toEqual([...ENGINE_FILTERS.keys()].sort());
});

it('names every tag of the engine, and no other', () => {
  // `#` is no name, and the parser reads `liquid` itself.
  const engine = [...TAGS.keys(), 'liquid'].filter((tag) => tag !== '#');
  expect([...BLOCK_TAGS, ...SINGLE_TAGS].sort()).toEqual(engine.sort());
});

const MARKUP: Readonly<Record<string, string>> = {
  ...{ assign: 'x = 1', capture: 'x', case: 'x', cycle: '1, 2', decrement: 'x', echo: 'x', for: 'a in b', if: 'x' },
  ...{ include: '"a"', increment: 'x', render: '"a"', section: '"a"', tablerow: 'a in b', unless: 'x' },
};

it('knows which tags have an end', () => {
  const isRefused = (liquid: string) => checkFile(liquid, 'sections/a.liquid') !== null;
  for (const tag of BLOCK_TAGS) {
    const open = `{% ${tag} ${MARKUP[tag] ?? ''} %}`;
    expect([tag, isRefused(open), isRefused(`${open}{}{% end${tag} %}`)]).toEqual([tag, true, false]);
  }
  for (const tag of SINGLE_TAGS) expect([tag, isRefused(`{% ${tag} ${MARKUP[tag] ?? ''} %}`)]).toEqual([tag, false]);
});

it('names the objects and fields that docs/objects.md tells', () => {
  const guide = readFileSync(new URL('../../../../docs/objects.md', import.meta.url), 'utf8');
  const told = [...guide.matchAll(/^\| `([a-z_]+(?:\.[a-z_]+)*)(?:\.<id>)?` \|/gm)].map(([, path = '']) => path);
  const missing = told.filter((path) => {
    const parts = path.split('.');
    const field = parts.at(-1) ?? '';
    const owner = parts.slice(0, -1).join('.');
    if (owner === '') return !(field in OBJECTS);
    return !(OBJECTS[owner] ?? INNER_FIELDS[owner] ?? []).includes(field);
  });
  expect(told.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
