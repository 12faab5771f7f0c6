import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeSubmission } from '../../../src/content/submission.ts';
import { anyText } from '../../support/any-text.ts';

const NOW = 1_763_762_754_000;

const name = fc.oneof(
  fc.constantFrom('nom', '__proto__', 'constructor', '_site_web', '_instant', '_page', ''),
  anyText({ maxLength: 4 }),
);
const value = fc.oneof(
  fc.constantFrom('', ' ', '\r\n', '\0', '\ud800', String(NOW), String(NOW - 5_000)),
  anyText({ maxLength: 4 }),
);

it('what is accepted can be stored, holds every value that was sent, in order, a line break as one character, and nothing reserved', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (entries) => {
      const submission = judgeSubmission(entries, NOW);
      if (submission.kind !== 'request') return;
      accepted++;
      const own = entries.filter(([field]) => !['_site_web', '_instant', '_page'].includes(field));
      for (const [field, held] of submission.fields) {
        const sent = own.filter(([other]) => other === field).map(([, text]) => text.replaceAll('\r\n', '\n'));
        expect(sent.length > 1 ? held : [held]).toEqual(sent);
        expect(sent.every((text) => text.isWellFormed() && !text.includes('\0'))).toBe(true);
      }
      expect(new Set(own.map(([field]) => field))).toEqual(new Set(submission.fields.keys()));
      const plain = JSON.parse(JSON.stringify(Object.fromEntries(submission.fields)));
      expect(new Map(Object.entries(plain))).toEqual(new Map(submission.fields));
    }),
    { numRuns: 3_000 },
  );
  expect(accepted).toBeGreaterThan(300);
});

it.each<[string, string, string]>([
  ['refused', 'sent at the moment it was made', String(NOW)],
  ['refused', 'a moment later', String(NOW - 1_999)],
  ['request', 'two seconds later', String(NOW - 2_000)],
  ['request', 'before it was made, by this clock', String(NOW + 1)],
])('%s: a form %s', (kind, _when, instant) => {
  expect(
    judgeSubmission(
      [
        ['nom', 'x'],
        ['_instant', instant],
      ],
      NOW,
    ).kind,
  ).toBe(kind);
});

it('the trap is checked first: a robot learns nothing about the other limits', () => {
  expect(
    judgeSubmission(
      [
        ['_site_web', 'x'],
        ['_instant', String(NOW)],
        ['', '\0'],
      ],
      NOW,
    ),
  ).toEqual({ kind: 'spam' });
});
