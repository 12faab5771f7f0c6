import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { AssetEncodings } from '../../../src/sites/asset-encodings.ts';
import { drawnBytes } from '../../support/seed.ts';

const text = (start: string) => Buffer.from(start + 'a { color: red }\n'.repeat(20_000));

it('an asset is encoded once, for all who ask meanwhile and afterwards', async () => {
  const encodings = new AssetEncodings();
  const body = text('');
  const [first, second] = await Promise.all([
    encodings.find('"a"', body, 'br'),
    encodings.find('"a"', Buffer.from(body), 'br'),
  ]);
  expect(first && brotliDecompressSync(first).equals(body)).toBe(true);
  expect(second).toBe(first);
  expect(await encodings.find('"a"', body, 'br')).toBe(first);
});

it('of many assets a few are encoded at a time: the others are sent as they are, and encoded later', async () => {
  const encodings = new AssetEncodings();
  const bodies = Array.from({ length: 10 }, (_, n) => text(String(n)));
  const all = () => Promise.all(bodies.map((body, n) => encodings.find(`"${n}"`, body, 'gzip')));
  expect((await all()).filter((encoded) => encoded !== null)).toHaveLength(2);
  for (let round = 0; round < 4; round++) await all();
  expect((await all()).filter((encoded) => encoded !== null)).toHaveLength(10);
});

it('what gains nothing is sent as it is', async () => {
  const encodings = new AssetEncodings();
  expect(await encodings.find('"r"', drawnBytes('an asset', 5_000), 'br')).toBe(null);
  expect(await encodings.find('"s"', Buffer.from('a'.repeat(1_000)), 'br')).toBe(null);
});
