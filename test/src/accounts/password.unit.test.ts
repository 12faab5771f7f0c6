import { describe, expect, it } from 'vitest';
import { hash } from '../../../src/accounts/argon2.ts';
import { hashPassword, isOutdated, isPasswordOf, NOBODY_HASH } from '../../../src/accounts/password.ts';

/** What npm's `argon2` 0.45 made, which hashed for this program once, of `juste`. */
const EARLIER = {
  usual: '$argon2id$v=19$m=65536,p=4,t=3$6isLOTtweL3UdMbsr/CyLg$yDL2s2HLYhyqWzwYWCfphP2Q7d3/mSXYiwWnahW2LXI',
  weak: '$argon2id$v=19$m=8192,p=1,t=2$x8b7VyJI7MVtbxxvdW+gqg$Ax/Ib7zyo7Eu/C4AxEs8wv28GKe/pdXemlgsKdWSHZE',
  argon2i: '$argon2i$v=19$m=1024,p=1,t=2$1MsFS7YV8IGBYg5EM3GJCg$pNlJIq/j2SxeFMpUpj9Vcoog0P8+/7H4CZfiLrkR5XA',
  argon2d: '$argon2d$v=19$m=1024,p=1,t=2$DZlU+86VwIDxUnWtwrO6eA$y4M6bh0vTY31RPvKOiUiMf2B1K4SxUapVsGCFO7dfGg',
  otherLengths: '$argon2id$v=19$m=1024,p=2,t=2$BwcHBwcHBwcHBwcHBwcHBwcHBwc$vm91IQomO3S26e9QhFyVgbKMYvxGnuiX',
};
const CHEAPLY = { memory: 1024, passes: 2, parallelism: 1 };

describe('a password', () => {
  it('belongs to its own hash and to no other', async () => {
    const digest = await hashPassword('juste');
    expect(digest).toMatch(/^\$argon2id\$v=19\$m=65536,p=4,t=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hash('juste', CHEAPLY)).not.toBe(await hash('juste', CHEAPLY));
    expect([await isPasswordOf(digest, 'juste'), await isPasswordOf(digest, 'Juste')]).toEqual([true, false]);
  });

  it.each(Object.entries(EARLIER))('belongs to a hash of the package of before: %s', async (_which, digest) => {
    expect([await isPasswordOf(digest, 'juste'), await isPasswordOf(digest, 'Juste')]).toEqual([true, false]);
  });

  it.each([
    undefined,
    '-',
    '',
    '$argon2id$',
    EARLIER.weak.replace('v=19', 'v=16'),
    EARLIER.weak.replace('p=1', 't=1'),
    EARLIER.weak.replace('$x8b7', '$%8b7'),
  ])('belongs to no account with the hash %j', async (digest) => {
    expect(await isPasswordOf(digest, digest === '-' ? '-' : 'juste')).toBe(false);
  });

  it('for an account that does not exist, is compared with a hash of the usual cost', () => {
    expect(NOBODY_HASH).toMatch(/^\$argon2id\$/);
    expect(isOutdated(NOBODY_HASH)).toBe(false);
  });

  it('is hashed anew when its hash was made with other parameters', () => {
    expect([isOutdated(EARLIER.weak), isOutdated(EARLIER.usual)]).toEqual([true, false]);
  });
});
