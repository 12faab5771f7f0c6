import { expect, it } from 'vitest';
import { bundle } from '../../sandbox/web-process/bundle.ts';

it('bundles that are made at the same time are all made, and alike', async () => {
  const [one, two] = await Promise.all([bundle(), bundle()]);
  expect(one).toEqual(two);
  expect(await bundle()).toEqual(one);
});
