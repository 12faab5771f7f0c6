import { argon2id, hash } from 'argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdated, isPasswordOf, NOBODY_HASH } from '../../../src/accounts/password.ts';

describe('a password', () => {
  it('belongs to its own hash and to no other', async () => {
    const digest = await hashPassword('juste');
    expect([await isPasswordOf(digest, 'juste'), await isPasswordOf(digest, 'Juste')]).toEqual([true, false]);
  });

  it.each([undefined, '-', ''])('belongs to no account with the hash %j', async (digest) => {
    expect(await isPasswordOf(digest, '-')).toBe(false);
  });

  it('for an account that does not exist, is compared with a hash of the usual cost', () => {
    expect(NOBODY_HASH).toMatch(/^\$argon2id\$/);
    expect(isOutdated(NOBODY_HASH)).toBe(false);
  });

  it('is hashed anew when its hash was made with other parameters', async () => {
    const weak = await hash('juste', { type: argon2id, memoryCost: 8192, timeCost: 2, parallelism: 1 });
    expect([isOutdated(weak), isOutdated(await hashPassword('juste'))]).toEqual([true, false]);
    expect(await isPasswordOf(weak, 'juste')).toBe(true);
  });
});
