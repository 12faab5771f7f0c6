import { describe, expect, it } from 'vitest';
import { packUnit, unpackUnit } from '../../sandbox/messages/encoding.ts';

describe('a packed unit', () => {
  it.each([undefined, new Uint8Array([1, 2, 3])])('is the unit that was packed (code cache %s)', (codeCache) => {
    const unit = codeCache ? { source: 'f("été – œuvre 👍")', codeCache } : { source: 'f("été – œuvre 👍")' };
    expect(unpackUnit(packUnit(unit))).toEqual(unit);
  });

  it('takes one byte for most characters, whatever stands among them: so many of them are kept', () => {
    expect(packUnit({ source: `œ${'a'.repeat(10_000)}` }).length).toBeLessThan(10_100);
  });
});
