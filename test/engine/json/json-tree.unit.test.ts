import fc from 'fast-check';
import { type Node, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { type JsonValue, jsonTree } from '../../../engine/json/json-tree.ts';

/** Kind, place and content of each value, as the library of editors finds them; of a key that stands twice the last counts. */
function shapeOf({ type, offset, length, value, children = [] }: Node): unknown {
  const place = [offset, offset + length];
  if (type === 'array') return ['list', ...place, children.map(shapeOf)];
  if (type !== 'object') return ['scalar', ...place, value];
  const members = children.map(({ children: [key, member] = [] }) => [
    key?.value,
    key?.offset,
    member && shapeOf(member),
  ]);
  return ['object', ...place, Object.fromEntries(members.map((member) => [`k${member[0]}`, member]))];
}

function ownShapeOf(value: JsonValue): unknown {
  const place = [value.offset, value.end];
  if (value.kind === 'list') return ['list', ...place, value.items.map(ownShapeOf)];
  if (value.kind === 'scalar') return ['scalar', ...place, value.value];
  const members = [...value.entries.values()].map((entry) => [entry.key, entry.offset, ownShapeOf(entry.value)]);
  return ['object', ...place, Object.fromEntries(members.map((member) => [`k${member[0]}`, member]))];
}

describe('the values of a JSON text with their places', () => {
  it('are those that another reader finds, however the text is laid out', () => {
    const spaces = fc.constantFrom(undefined, ' ', '\t', '  ');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), spaces, fc.boolean(), (value, indent, hasReturns) => {
        const written = ` ${JSON.stringify(value, null, indent)}\n`.replaceAll('":', '" :');
        const text = hasReturns ? written.replaceAll('\n', '\r\n') : written;
        expect(ownShapeOf(jsonTree(text) as JsonValue)).toEqual(shapeOf(parseTree(text) as Node));
      }),
    );
  });

  it('are many, long and deep, up to a depth; a key that stands twice is kept', () => {
    const text = `[${'["\\n\\"",{"a":'.repeat(400)}"${'\\\\x'.repeat(200_000)}"${'}]'.repeat(400)}]`;
    expect(jsonTree(text)?.end).toBe(text.length);
    expect(jsonTree('['.repeat(2_000) + ']'.repeat(2_000))).toBeUndefined();
    expect(jsonTree('{"a":1,"a":2}', 10)).toMatchObject({ repeated: [{ key: 'a', offset: 11 }] });
  });
});
