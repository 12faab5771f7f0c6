import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OpenDocuments } from '../../../../src/cli/language-server/open-documents.ts';
import { runs } from '../../../support/soak.ts';

/** Line ends, signs of one and two units, and marks. */
const TEXT = fc
  .array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\r', '{{', '}}', ' ', '\u2028', 'e\u0301'), { maxLength: 30 })
  .map((parts) => parts.join(''));

const SHARE = fc.double({ min: 0, max: 1, noNaN: true });

/** One change: where it begins and ends, as shares of the text, and what it puts there; a whole text where there is no place. */
const CHANGE = fc.record({ ends: fc.option(fc.tuple(SHARE, SHARE)), text: TEXT });

/** The place of an offset as an editor counts: a line ends at `\n`, `\r\n` and `\r`. */
function positionOf(text: string, offset: number) {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** The nearest place that an editor has: not within a pair of surrogates, nor within a `\r\n`. */
function placeIn(text: string, share: number): number {
  const at = Math.round(share * text.length);
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;
}

it('after any changes, several in a message or one, the text is that of the editor', () => {
  fc.assert(
    fc.property(
      TEXT,
      fc.array(fc.array(CHANGE, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      (first, messages) => {
        const documents = new OpenDocuments();
        let text = first;
        documents.open('file:///t/sections/a.liquid', 'liquid', 1, text);
        messages.forEach((changes, turn) => {
          const sent = changes.map(({ ends, text: put }) => {
            if (!ends) {
              text = put;
              return { text: put };
            }
            const [from = 0, to = 0] = ends.map((share) => placeIn(text, share)).sort((a, b) => a - b);
            const range = { start: positionOf(text, from), end: positionOf(text, to) };
            text = text.slice(0, from) + put + text.slice(to);
            return { range, text: put };
          });
          const document = documents.change('file:///t/sections/a.liquid', turn + 2, sent);
          expect(document?.text.getText()).toBe(text);
          expect(document?.text.version).toBe(turn + 2);
        });
        // Every spelling of an address means the same document.
        expect(documents.at('file:///t/sections/%61.liquid')?.text.getText()).toBe(text);
      },
    ),
    { numRuns: runs(200, 20_000) },
  );
});
