import { expect, it } from 'vitest';
import { SHAPES } from '../../bench/engine/shapes.ts';
import { compileUnit } from '../../engine/theme/compile-unit.ts';

it.each(Object.entries(SHAPES))('a long file of %s is compiled in short time', (_name, source) => {
  const began = performance.now();
  compileUnit('snippets/a.liquid', source(400_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});
