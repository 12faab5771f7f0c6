import fc from 'fast-check';
import { type Node, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { type PlacedJson, placedJson } from '../../../engine/json/placed-json.ts';

/** Kind, place and children of each value, as the library of editors finds them. */
function shapeOf({ type, offset, length, value, children }: Node): unknown {
  const kind = { property: 'member', object: type, array: type, string: type }[type as string] ?? 'other';
  return [kind, offset, length, type === 'string' ? value : '', (children ?? []).map(shapeOf)];
}

const ownShapeOf = ({ type, offset, length, value, children }: PlacedJson): unknown => [
  ...[type, offset, length, value, children.map(ownShapeOf)],
];

describe('the values of a JSON text with their places', () => {
  it('are those that another reader finds, however the text is laid out', () => {
    const spaces = fc.constantFrom(undefined, ' ', '\t', '  ');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), spaces, fc.boolean(), (value, indent, hasReturns) => {
        const written = ` ${JSON.stringify(value, null, indent)}\n`;
        const text = hasReturns ? written.replaceAll('\n', '\r\n') : written;
        expect(ownShapeOf(placedJson(text))).toEqual(shapeOf(parseTree(text) as Node));
      }),
    );
  });

  it('are many, long and deep', () => {
    const text = `[${'["\\n\\"",{"a":'.repeat(400)}"${'\\\\x'.repeat(200_000)}"${'}]'.repeat(400)}]`;
    expect(placedJson(text).length).toBe(text.length);
    expect(() => placedJson('[1,]')).toThrow(SyntaxError);
    expect(() => placedJson('['.repeat(2_000) + ']'.repeat(2_000))).toThrow(RangeError);
  });
});
