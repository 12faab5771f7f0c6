import { describe, expect, it } from 'vitest';
import { hash, isHash } from '../../../src/accounts/argon2.ts';
import { hashPassword, isOutdated, isPasswordOf, matchOf, NOBODY_HASH } from '../../../src/accounts/password.ts';

/** What npm's `argon2` 0.45 made, which hashed for this program once: of `juste`, and of a text in one of the two forms of its accents. */
const EARLIER = {
  usual: '$argon2id$v=19$m=65536,p=4,t=3$6isLOTtweL3UdMbsr/CyLg$yDL2s2HLYhyqWzwYWCfphP2Q7d3/mSXYiwWnahW2LXI',
  weak: '$argon2id$v=19$m=8192,p=1,t=2$x8b7VyJI7MVtbxxvdW+gqg$Ax/Ib7zyo7Eu/C4AxEs8wv28GKe/pdXemlgsKdWSHZE',
  argon2i: '$argon2i$v=19$m=1024,p=1,t=2$1MsFS7YV8IGBYg5EM3GJCg$pNlJIq/j2SxeFMpUpj9Vcoog0P8+/7H4CZfiLrkR5XA',
  argon2d: '$argon2d$v=19$m=1024,p=1,t=2$DZlU+86VwIDxUnWtwrO6eA$y4M6bh0vTY31RPvKOiUiMf2B1K4SxUapVsGCFO7dfGg',
  otherLengths: '$argon2id$v=19$m=1024,p=2,t=2$BwcHBwcHBwcHBwcHBwcHBwcHBwc$vm91IQomO3S26e9QhFyVgbKMYvxGnuiX',
};
const COMPOSED = 'été éternel'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');
const EARLIER_COMPOSED =
  '$argon2id$v=19$m=1024,p=1,t=2$lq/7vqE4DstaDHWM7EMbjQ$4G9oDu6iXKpOr+6lgS94vplOn3lz6F8MYqcfdqlqqCw';
const EARLIER_DECOMPOSED =
  '$argon2id$v=19$m=1024,p=1,t=2$tvCkkiU9o35JJqQ22h8VbA$v5aNDTZ+i2mhr6hmxfRc7RE8P/ARMmHR+Km+eyKm+sc';
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

  it.each([undefined, '-'])('belongs to no account with the hash %j', async (digest) => {
    expect(await isPasswordOf(digest, '-')).toBe(false);
  });

  it.each([
    '',
    '$argon2id$',
    EARLIER.weak.replace('v=19', 'v=16'),
    EARLIER.weak.replace('p=1', 't=1'),
    EARLIER.weak.replace('$x8b7', '$%8b7'),
    ` ${EARLIER.weak}`,
  ])('%j is no hash', (digest) => expect(isHash(digest)).toBe(false));

  it('for an account that does not exist, is compared with a hash of the usual cost', () => {
    expect(NOBODY_HASH).toMatch(/^\$argon2id\$/);
    expect(isOutdated(NOBODY_HASH)).toBe(false);
  });

  it('is hashed anew when its hash was made with other parameters', () => {
    expect([isOutdated(EARLIER.weak), isOutdated(EARLIER.usual)]).toEqual([true, false]);
  });
});

describe('a password whose letters have two forms in Unicode', () => {
  it('is the same in both', async () => {
    expect(await matchOf(await hashPassword(DECOMPOSED), COMPOSED)).toBe('normalised');
    expect(await matchOf(EARLIER_COMPOSED, DECOMPOSED)).toBe('normalised');
  });

  it('belongs to an earlier hash of the form that was typed', async () => {
    expect(await matchOf(EARLIER_DECOMPOSED, DECOMPOSED)).toBe('as-typed');
    expect(await matchOf(EARLIER_DECOMPOSED, COMPOSED)).toBeNull();
  });

  it('stays as it is where it is so long that to normalise it takes long', async () => {
    const long = DECOMPOSED.repeat(100);
    expect(await isPasswordOf(await hash(long, CHEAPLY), long)).toBe(true);
    expect(await isPasswordOf(await hash(long, CHEAPLY), long.normalize('NFC'))).toBe(false);
  });
});
