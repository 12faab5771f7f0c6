import { expect, it } from 'vitest';
import { BROWSER_PASS_LIFE_SECONDS, passesWith, passOf } from '../../../src/accounts/browser-pass.ts';
import { NOBODY_HASH } from '../../../src/accounts/password.ts';

const ACCOUNT = { id: '11111111-1111-4111-8111-111111111111', digest: NOBODY_HASH };
const OTHER = { ...ACCOUNT, id: '22222222-2222-4222-8222-222222222222' };
const RENEWED = { ...ACCOUNT, digest: NOBODY_HASH.replace('A', 'B') };
const NOW = Date.UTC(2026, 10, 21);
const END = NOW + BROWSER_PASS_LIFE_SECONDS * 1_000;
const passes = passesWith([], ACCOUNT, { now: NOW });

it('a browser is known to the account that it signed in to, until the pass ends', () => {
  expect(passes.map((pass) => passOf([pass], ACCOUNT, NOW))).toEqual(passes);
  expect([passOf(passes, ACCOUNT, END - 1), passOf(passes, ACCOUNT, END)]).toEqual([passes[0], undefined]);
});

it('to no other account, and not under another password', () => {
  expect([passOf(passes, OTHER, NOW), passOf(passes, RENEWED, NOW)]).toEqual([undefined, undefined]);
});

it('to no account that has no password', () => {
  const open = { ...ACCOUNT, digest: '-' };
  expect(passOf(passesWith([], open, { now: NOW }), open, NOW)).toBeUndefined();
});

it('keeps one pass of each account, of the five that it signed in to last', () => {
  const later = passesWith(passes, ACCOUNT, { now: NOW + 1_000 });
  expect([later.length, later[0] === passes[0]]).toEqual([1, false]);
  expect(passesWith(later, RENEWED, { former: ACCOUNT, now: NOW })).toHaveLength(1);
  const both = passesWith(later, OTHER, { now: NOW });
  expect([passOf(both, ACCOUNT, NOW), passOf(both, OTHER, NOW)]).toEqual([later[0], both[0]]);
  const many = Array.from({ length: 6 }, (_, n) => ({ ...ACCOUNT, id: `${n}` })).reduce<string[]>(
    (kept, account) => passesWith(kept, account, { now: NOW }),
    [],
  );
  expect(many).toHaveLength(5);
});
