import { afterEach, expect, it, vi } from 'vitest';
import { Api, ApiRefusal, Unreachable } from '../../../../src/studio/api/client.ts';
import { linesOf } from '../../../../src/studio/api/lines.ts';

afterEach(() => vi.unstubAllGlobals());

/** Reads the lines of an answer that comes in these parts. */
async function toldBy(parts: readonly string[], status = 200): Promise<unknown[]> {
  const body = ReadableStream.from(parts.map((part) => new TextEncoder().encode(part)));
  const fetched = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  const told: unknown[] = [];
  try {
    for await (const line of linesOf(new Api('s'), '/api/themes', { method: 'POST', body: {} })) told.push(line);
  } catch (error) {
    told.push(error);
  }
  const headers = { Accept: 'application/x-ndjson', 'Content-Type': 'application/json', 'X-Service-Site-Cible': 's' };
  expect(fetched).toHaveBeenCalledWith('/api/themes', expect.objectContaining({ method: 'POST', headers, body: '{}' }));
  return told;
}

it('gives the lines of an answer as they come, wherever it is cut', async () => {
  expect(await toldBy(['{"fait":', '1}\n{"fait":2}\n{"pa', 'ges":[]}\n'])).toEqual([
    { fait: 1 },
    { fait: 2 },
    { pages: [] },
  ]);
});

it('throws what went wrong, before and after the answer had begun', async () => {
  const refusal = { error: 'load_failed', message: 'La lecture a échoué.' };
  expect(await toldBy([JSON.stringify(refusal)], 503)).toEqual([expect.any(ApiRefusal)]);
  expect(await toldBy(['<p>'], 502)).toEqual([expect.any(ApiRefusal)]);
  expect(await toldBy([`{"fait":1}\n${JSON.stringify(refusal)}\n`])).toEqual([{ fait: 1 }, expect.any(ApiRefusal)]);
  expect(await toldBy(['null\n'])).toEqual([expect.any(Unreachable)]);
  expect(await toldBy(['<p>\n'])).toEqual([expect.any(Unreachable)]);
});
