import { describe, expect, it } from 'vitest';
import { packProgram, unpackProgram } from '../../sandbox/parcels.ts';

describe('a packed program', () => {
  it.each([undefined, new Uint8Array([1, 2, 3])])('is the program that was packed (code cache %s)', (codeCache) => {
    const program = codeCache ? { source: 'f("été – œuvre 👍")', codeCache } : { source: 'f("été – œuvre 👍")' };
    expect(unpackProgram(packProgram(program))).toEqual(program);
  });

  it('takes one byte for most characters, whatever stands among them: so many of them are kept', () => {
    expect(packProgram({ source: `œ${'a'.repeat(10_000)}` }).length).toBeLessThan(10_100);
  });
});
