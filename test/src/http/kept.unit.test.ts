import { expect, it } from 'vitest';
import { kept } from '../../../src/http/kept.ts';

it('what is made at its first request is made once for requests at a time, and again after a failure', async () => {
  const asked: string[] = [];
  let isBroken = true;
  const made = kept(async (name: string) => {
    asked.push(name);
    if (isBroken) throw new Error('broken');
    return { name };
  });
  const failed = await Promise.allSettled([made('a'), made('a')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked).toEqual(['a']);
  isBroken = false;
  const [one, other, next] = await Promise.all([made('a'), made('a'), made('b')]);
  expect(other).toBe(one);
  expect([one, next, await made('b'), asked]).toEqual([{ name: 'a' }, { name: 'b' }, next, ['a', 'a', 'b']]);
});
