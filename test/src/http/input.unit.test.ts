import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mapOf } from '../../../src/contract/shared.ts';

describe('an object of a client’s own names', () => {
  const names = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', '', '.', '1'), fc.string());

  it('becomes a map of all of them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.string()), { maxLength: 20 }), (entries) => {
        const wanted = new Map(entries.filter(([name]) => name.isWellFormed() && !name.includes('\0')));
        const json = `{${[...wanted].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`;
        const read = mapOf(z.string(), 20).parse(JSON.parse(json));
        expect([...read].sort()).toEqual([...wanted].sort());
      }),
    );
  });

  it('is read up to one name more than is wanted', () => {
    expect(mapOf(z.string(), 2).parse({ a: '', b: '', c: '', d: 3 }).size).toBe(3);
  });

  it.each([null, [], 'a', 3, { a: 3 }, { '\ud800': 'a' }])('%j is none', (input) => {
    expect(mapOf(z.string(), 2).safeParse(input).success).toBe(false);
  });
});
