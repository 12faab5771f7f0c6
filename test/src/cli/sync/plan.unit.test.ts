import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plan } from '../../../../src/cli/sync/plan.ts';

const PATHS = ['assets/a.css', 'config/b.json', 'layout/c.liquid', 'sections/__proto__.liquid'];
const side = fc
  .dictionary(fc.constantFrom(...PATHS), fc.constantFrom('1', '2', '3'))
  .map((files) => new Map(Object.entries(files)));

describe('the plan of an exchange', () => {
  it('moves only what changed on one side, and leaves alone what both have changed', () => {
    fc.assert(
      fc.property(side, side, side, (base, local, remote) => {
        const files = plan(base, local, remote);
        expect(files.map(({ path }) => path)).toEqual(
          [...new Set([...base.keys(), ...local.keys(), ...remote.keys()])].sort(),
        );
        for (const { path, fate } of files) {
          const [was, here, there] = [base, local, remote].map((files) => files.get(path));
          const expected =
            here === there
              ? [was === here ? 'unchanged' : 'same']
              : was === here
                ? [there === undefined ? 'remove-here' : 'take']
                : was === there
                  ? [here === undefined ? 'remove-there' : 'send']
                  : ['conflict'];
          expect([path, fate]).toEqual([path, ...expected]);
        }
      }),
    );
  });

  it('has nothing to do any more once it is carried out, whichever way the rest goes', () => {
    fc.assert(
      fc.property(side, side, side, fc.boolean(), (base, local, remote, localWins) => {
        const done = { base: new Map(base), local: new Map(local), remote: new Map(remote) };
        const put = (files: Map<string, string>, path: string, to: string | null) =>
          to === null ? files.delete(path) : files.set(path, to);
        for (const { path, fate, ...versions } of plan(base, local, remote)) {
          const fromHere = ['send', 'remove-there', 'same'].includes(fate) || (fate === 'conflict' && localWins);
          const result = fate === 'unchanged' ? versions.base : fromHere ? versions.local : versions.remote;
          for (const files of [done.base, done.local, done.remote]) put(files, path, result);
        }
        expect(plan(done.base, done.local, done.remote).every(({ fate }) => fate === 'unchanged')).toBe(true);
      }),
    );
  });
});
