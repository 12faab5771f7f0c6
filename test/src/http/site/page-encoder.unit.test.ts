import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PageEncoder } from '../../../../src/http/site/page-encoder.ts';

const PAGE = Buffer.from('<p>bonjour</p>'.repeat(1_000));

it('a page is encoded while few renders wait, and sent as it is while many do', async () => {
  let pending = 0;
  const encoder = new PageEncoder(() => pending);
  const encoded = await encoder.encode(PAGE, 'br');
  expect(encoded && brotliDecompressSync(encoded).equals(PAGE)).toBe(true);
  pending = 100;
  expect(await encoder.encode(PAGE, 'br')).toBe(null);
  pending = 0;
  expect(await encoder.encode(PAGE, 'gzip')).not.toBe(null);
});

it('of many pages a few are encoded at a time, the others are sent as they are', async () => {
  const encoder = new PageEncoder(() => 0);
  const all = () => Promise.all(Array.from({ length: 10 }, () => encoder.encode(PAGE, 'br')));
  for (let round = 0; round < 2; round++) expect((await all()).filter((page) => page !== null)).toHaveLength(2);
});

it('a short page is sent as it is', async () => {
  expect(await new PageEncoder(() => 0).encode(Buffer.from('a'.repeat(1_000)), 'br')).toBe(null);
});
