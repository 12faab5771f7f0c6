import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawnBytes, SEED } from './seed.ts';

const TOO_LONG = fc.property(fc.array(fc.integer()), (numbers) => {
  expect(numbers.length).toBeLessThan(3);
});

function failureOf(property: () => void): Error {
  try {
    property();
  } catch (error) {
    return error as Error;
  }
  throw new Error('the property holds');
}

it("a property that fails says what it drew, and the command that shows it again (even with a name's signs)", () => {
  const { message, cause } = failureOf(() => fc.assert(TOO_LONG));
  expect(message).toContain('Counterexample: [[0,0,0]]');
  const name =
    "a property that fails says what it drew, and the command that shows it again \\(even with a name'\\''s signs\\)";
  expect(message).toMatch(
    /\n\nTo see it again: (?:SOAK=1 )?SEED=\d+ npx vitest run test\/support\/properties\.\S+ -t /,
  );
  expect(message.endsWith(` -t '${name}'`)).toBe(true);
  expect(message).toContain(`SEED=${SEED} `);
  expect(cause).toMatchObject({ message: 'expected 3 to be less than 3' });
});

it('a property that fails with another seed says that one', () => {
  expect(failureOf(() => fc.assert(TOO_LONG, { seed: 5 })).message).toContain(' SEED=5 npx ');
});

it('everything that is drawn is the same in every run of a seed', () => {
  expect(fc.sample(fc.integer(), 3)).toEqual(fc.sample(fc.integer(), { seed: SEED, numRuns: 3 }));
  expect(drawnBytes('one', 8)).toEqual(drawnBytes('one', 8));
  expect(drawnBytes('one', 8)).not.toEqual(drawnBytes('other', 8));
});
