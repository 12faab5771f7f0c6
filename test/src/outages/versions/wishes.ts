import fc from 'fast-check';
import { runs } from '../../../support/soak.ts';
import type { Files, Wish } from './deeds.ts';
import { CLIENTS, type Victim } from './world.ts';

/** The section that the home page shows: it is never removed. */
export const SHOWN = 'sections/texte.liquid';
const TEXTS = [SHOWN, 'snippets/a.liquid', 'assets/a.css', 'assets/b.svg'] as const;
const DATA = ['config/autre.json', 'templates/autre.json'] as const;
const REMOVABLE = [...TEXTS, ...DATA].filter((path) => path !== SHOWN);

/** The same few texts come and go, so that one is removed as unused just when another client writes it again. */
const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      'a',
      'é',
      '€',
      '😀',
      '\u2028',
      '\r\n',
      'a\r\nb\n',
      '{"a":1}',
      '</main>',
      '\uFEFFa',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }).map((any) => any.replaceAll(/[\0{]/g, '')) },
  { weight: 1, arbitrary: fc.constantFrom('€'.repeat(100_000), '😀\r\n'.repeat(20_000)) },
);
const file = fc.oneof(
  fc.tuple(fc.constantFrom(...TEXTS), text),
  fc.tuple(
    fc.constantFrom(...DATA),
    text.map((any) => JSON.stringify(any)),
  ),
);
const files = fc.array(file, { minLength: 1, maxLength: 4 }).map((pairs): Files => Object.fromEntries(pairs));
/** Mostly the first ones, on which all clients meet. */
const theme = fc.oneof({ weight: 4, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(9) });

const wish: fc.Arbitrary<Wish> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(theme, file)
      .map(([at, [path, content]]) => ({ kind: 'write' as const, theme: at, path, content })),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), theme, path: fc.constantFrom(...REMOVABLE) }) },
  {
    weight: 4,
    arbitrary: fc.tuple(theme, files, fc.subarray(REMOVABLE, { maxLength: 2 })).map(([at, write, remove]) => {
      const others = remove.filter((path) => !Object.hasOwn(write, path));
      return { kind: 'lot' as const, theme: at, write, remove: others };
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore'), theme, back: fc.nat(12) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import'), files }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('duplicate'), theme }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('publish'), theme }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revert') }) },
);

/** What all clients do at the same time, and what is killed meanwhile. */
export interface Phase {
  readonly wishes: readonly (readonly Wish[])[];
  /** After so many requests have begun, and so many milliseconds more. */
  readonly blow: { readonly victim: Victim; readonly after: number; readonly later: number };
}

/** @param each requests of one client in a phase */
const phase = (victim: Victim, each: number): fc.Arbitrary<Phase> =>
  fc.record({
    wishes: fc.tuple(...CLIENTS.map(() => fc.array(wish, { minLength: each, maxLength: each }))),
    blow: fc.record({
      victim: fc.constant(victim),
      after: fc.nat(CLIENTS.length * each - CLIENTS.length),
      later: fc.nat(8),
    }),
  });

/** Phases that end with a kill: of two victims in each run of the suite, of all with `npm run test:soak`. */
export const phases = (each: number): fc.Arbitrary<readonly Phase[]> =>
  fc
    .shuffledSubarray<Victim>(['server', 'database', 'both'], { minLength: runs(2, 3), maxLength: runs(2, 3) })
    .chain((victims) => fc.tuple(...victims.map((victim) => phase(victim, each))));
