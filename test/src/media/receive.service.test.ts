import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { receive } from '../../../src/media/receive.ts';
import { until } from '../../support/until.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-envoi-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.useRealTimers();
});

it('a client that sends nothing for twenty seconds is cut off; one that sends a little now and then is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const path = join(folder, 'lent');
  const body = new PassThrough();
  const end = receive(body, path).catch((error) => error.code);
  for (const size of [1, 2, 3]) {
    body.write('x');
    await until('the piece is written', async () => (await stat(path)).size === size);
    vi.advanceTimersByTime(19_999);
    expect(body.destroyed).toBe(false);
  }
  vi.advanceTimersByTime(1);
  expect(await end).toBe('invalid_input');
});
