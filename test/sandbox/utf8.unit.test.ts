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

it('gives bytes that may leave their thread, and keeps none of them', () => {
  const bytes = utf8.encode('déjà — vu');
  const moved = structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] });
  expect(Buffer.from(moved).toString()).toBe('déjà — vu');
  expect(moved.buffer.byteLength).toBe(moved.length);
  expect(Buffer.from(utf8.encode('encore')).toString()).toBe('encore');
});
