/** How long it takes, `npm run bench:engine` tells. */
import { it } from 'vitest';
import { SHAPES } from '../../bench/engine/shapes.ts';
import { compileUnit } from '../../engine/theme/compile-unit.ts';
import { expectGrowth } from '../support/growth.ts';

it.each(Object.entries(SHAPES))('a file of %s is compiled in time by its length', (_name, source) => {
  expectGrowth((length) => compileUnit('snippets/a.liquid', source(length)), 200_000);
});
