import fc from 'fast-check';
import { expect, it } from 'vitest';
import { issuePass, isValidPass, PASS_LIFE_SECONDS } from '../../../src/sites/access-pass.ts';
import { anyText } from '../../support/any-text.ts';

const SITE = { site_id: '11111111-1111-4111-8111-111111111111', cle_acces: 'a'.repeat(64) };
const NOW = Date.UTC(2026, 10, 21);
const END = NOW + PASS_LIFE_SECONDS * 1_000;

it('a pass opens its site for seven days', () => {
  const pass = issuePass(SITE, NOW);
  expect(PASS_LIFE_SECONDS).toBe(7 * 24 * 3600);
  expect(isValidPass(pass, SITE, NOW)).toBe(true);
  expect(isValidPass(pass, SITE, END - 1)).toBe(true);
  expect(isValidPass(pass, SITE, END)).toBe(false);
});

it('it opens no other site, and none under another code', () => {
  const pass = issuePass(SITE, NOW);
  expect(isValidPass(pass, { ...SITE, site_id: '22222222-2222-4222-8222-222222222222' }, NOW)).toBe(false);
  expect(isValidPass(pass, { ...SITE, cle_acces: 'b'.repeat(64) }, NOW)).toBe(false);
});

it('a pass with another end time or any other change is invalid', () => {
  const pass = issuePass(SITE, NOW);
  const [end, signature] = pass.split('.');
  expect(isValidPass(`${Number(end) + 1}.${signature}`, SITE, NOW)).toBe(false);
  fc.assert(
    fc.property(fc.nat(pass.length - 1), anyText({ maxLength: 2 }), (at, other) => {
      const changed = pass.slice(0, at) + other + pass.slice(at + 1);
      fc.pre(changed !== pass);
      expect(isValidPass(changed, SITE, NOW)).toBe(false);
    }),
  );
});

it('any other text is an invalid pass, and throws nothing', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), fc.base64String()), fc.nat(), (signature, end) => {
      for (const pass of [signature, `${end}.${signature}`, `9999999999.${signature}`, '', '.', '9999999999.']) {
        expect(isValidPass(pass, SITE, NOW)).toBe(false);
      }
    }),
  );
});
