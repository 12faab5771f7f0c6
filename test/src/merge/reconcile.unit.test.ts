import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reconcile } from '../../../src/merge/reconcile.ts';

const lines = fc.uniqueArray(fc.nat(30), { maxLength: 12 }).map((numbers) =>
  numbers
    .sort((a, b) => a - b)
    .map((number) => `${number}\n`)
    .join(''),
);
const leaf = fc.constantFrom(1, 2, 'x');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.dictionary(fc.constantFrom('a', 'b', 'order', 'sections'), tie('value'), { maxKeys: 4 }),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
    fc.uniqueArray(fc.record({ id: fc.constantFrom('p', 'q', 'r'), v: leaf }), { selector: ({ id }) => id }),
  ),
}));
const json = fc.dictionary(fc.constantFrom('a', 'b', 'c'), value).map((data) => JSON.stringify(data, null, 2));

it.each([
  ['assets/a.css', lines, 3],
  ['config/a.json', json, 5],
])('two changes of %s give the same when they are brought together again after an interruption', (path, file, atLeast) => {
  let merges = 0;
  fc.assert(
    fc.property(file, file, file, (base, mine, theirs) => {
      const outcome = reconcile({ path, base, mine, theirs });
      if (outcome.kind !== 'merged') return;
      merges++;
      const again = reconcile({ path, base, mine, theirs: outcome.text });
      expect(again).toEqual(outcome.text === mine ? { kind: 'same' } : outcome);
    }),
    { numRuns: 500 },
  );
  expect(merges).toBeGreaterThan(atLeast);
});

it('a section is merged as an upgrade merges it: its settings by id, on whichever lines they stand', () => {
  const section = (settings: string) => `<p>\n{% schema %}\n{"settings": [${settings}]}\n{% endschema %}\n`;
  const [a, b] = ['{"id": "a", "type": "text"}', '{"id": "b", "type": "text"}'];
  const outcome = reconcile({
    path: 'sections/a.liquid',
    base: section(`${a}, ${b}`),
    mine: section(`${a.replace('text', 'url')}, ${b}`),
    theirs: section(`${a}, ${b.replace('text', 'color')}`),
  });
  expect(outcome).toEqual({
    kind: 'merged',
    text: section('{"id": "a", "type": "url"}, {"id": "b", "type": "color"}'),
  });
});

it('keys of which nobody knows whether one side has removed them are for people', () => {
  const outcome = reconcile({ path: 'config/a.json', base: null, mine: '{"a":1}', theirs: '{"b":1}' });
  expect(outcome.kind).toBe('conflict');
});
