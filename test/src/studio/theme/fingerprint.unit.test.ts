import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprintOf } from '../../../../src/studio/theme/fingerprint.ts';
import { fingerprintOf as ofPlatform } from '../../../../src/text/fingerprint.ts';

it('a text has the fingerprint in the browser that it has on the platform', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'é'.repeat(length);
    expect(fingerprintOf(text)).toBe(ofPlatform(text));
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => fingerprintOf(text) === ofPlatform(text)),
  );
});
