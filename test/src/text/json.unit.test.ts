import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeJson } from '../../../src/text/json.ts';

it('JSON without maps is written as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeJson(value)).toBe(JSON.stringify(value));
    }),
  );
  expect(writeJson({ a: undefined, b: null })).toBe('{"b":null}');
});

it('a map is an object whose names come in its order, numbers and __proto__ too', () => {
  const map = new Map<string, unknown>([
    ['b', 1],
    ['2', [new Map([['1', 'x']])]],
    ['__proto__', 'é"'],
    ['1', { 2: 0, a: new Map() }],
  ]);
  expect(writeJson({ map })).toBe('{"map":{"b":1,"2":[{"1":"x"}],"__proto__":"é\\"","1":{"2":0,"a":{}}}}');
});
