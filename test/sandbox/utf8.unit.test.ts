import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Utf8Encoder } from '../../sandbox/render-process/utf8.ts';
import { anyText } from '../support/any-text.ts';

const utf8 = new Utf8Encoder();
const encoder = new TextEncoder();

it('encodes any text as the standard encoder does, lone surrogates included', () => {
  const unit = fc.oneof(fc.constantFrom('a', 'é', '—', '😀', '\ud83d', '\ude00'), anyText());
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const text = parts.join('');
      expect([...utf8.encode(text)]).toEqual([...encoder.encode(text)]);
    }),
  );
});

it.each([524_287, 524_288, 524_289, 3_000_000])('encodes a text of %i units', (length) => {
  const text = 'é—'.repeat(length).slice(0, length);
  expect(Buffer.compare(utf8.encode(text), encoder.encode(text))).toBe(0);
});

it.each(['déjà — vu', 'déjà — vu '.repeat(100)])('keeps none of the bytes that it has given', (text) => {
  const bytes = utf8.encode(text);
  utf8.encode('x'.repeat(text.length));
  expect(Buffer.from(bytes).toString()).toBe(text);
});
