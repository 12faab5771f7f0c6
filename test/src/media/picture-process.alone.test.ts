import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RATIOS } from '../../../engine/pictures/variants.ts';
import { PictureProcessor } from '../../../src/media/processing/picture-processor.ts';
import type { Wanted } from '../../../src/media/processing/protocol.ts';
import { until } from '../../support/until.ts';

const MODULE = new URL('../../../src/media/processing/picture-processor.ts', import.meta.url).href;
const LOOSE = { cpuMs: 60_000, wallMs: 60_000, inputMs: 60_000, residentBytes: 2_000_000_000 };
const WANTED: readonly Wanted[] = [{ width: 1280, ratio: null, focal: { x: 500, y: 500 }, format: 'webp' }];
/** Seconds of a processor on any machine, and memory all the while. */
const MUCH = RATIOS.map((ratio): Wanted => ({ width: 2560, ratio, focal: { x: 500, y: 500 }, format: 'avif' }));
const MADE = { examined: { type: 'image/png' } };

let small: Buffer;
/** Nine megapixels. */
let large: Buffer;
beforeAll(async () => {
  const picture = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#369' } });
  small = await picture(40).png().toBuffer();
  large = await picture(3_000).png({ compressionLevel: 1 }).toBuffer();
});

let pictures: PictureProcessor;
const told: string[] = [];
afterEach(() => pictures.close());
function start(options: Partial<ConstructorParameters<typeof PictureProcessor>[0]> = {}): void {
  told.length = 0;
  pictures = new PictureProcessor({
    log: { warn: (_details, sentence) => told.push(sentence) },
    bounds: LOOSE,
    ...options,
  });
}
const take = (bytes: Buffer | Readable, wanted = WANTED) =>
  pictures.take({ siteId: 'a', urgency: 'upload', declaredType: null, wanted }, bytes);
const pid = (): number => pictures.report().process?.pid ?? 0;
const ofProcess = (file: string): string => readFileSync(`/proc/${pid()}/${file}`, 'utf8');

describe('a picture that takes too much', () => {
  // Each bound is one that the picture cannot keep, however quick the machine is, and is loose again for the next.
  it.each([
    ['cpu', () => ({ cpuMs: 10 })],
    ['memory', (residentBytes: number) => ({ residentBytes: residentBytes + 10_000_000 })],
  ] as const)('%s: its process ends, it is counted, and the next picture is made', async (reason, tight) => {
    const bounds = { ...LOOSE };
    start({ bounds });
    await take(small);
    Object.assign(bounds, tight(pictures.report().process?.residentBytes ?? 0));
    expect(await take(large, MUCH)).toEqual({ failed: reason });
    expect(pictures.report()).toMatchObject({ ended: { [reason]: 1 }, process: null });
    Object.assign(bounds, LOOSE);
    expect(await take(small)).toMatchObject(MADE);
  });

  it('wall: a process that gets no processor ends, it is counted, and the next picture is made', async () => {
    const bounds = { ...LOOSE };
    start({ bounds });
    await take(small);
    process.kill(pid(), 'SIGSTOP');
    bounds.wallMs = 1;
    expect(await take(large)).toEqual({ failed: 'wall' });
    expect(pictures.report()).toMatchObject({ ended: { wall: 1 }, process: null });
    bounds.wallMs = LOOSE.wallMs;
    expect(await take(small)).toMatchObject(MADE);
  });

  it('no memory beyond its bound is given to the process', async () => {
    start();
    await take(small);
    const limits = ofProcess('limits');
    expect(limits).toMatch(/Max data size\s+2147483648\s/);
    expect(limits).toMatch(/Max file size\s+0\s/);
    expect(limits).toMatch(/Max core file size\s+0\s/);
  });
});

describe('the process', () => {
  it('has an environment of its own, the least priority for memory, and no network where the system can do without', async () => {
    start();
    expect(await take(small)).toMatchObject(MADE);
    const names = ofProcess('environ')
      .split('\0')
      .map((variable) => variable.split('=')[0]);
    expect(names.filter(Boolean).sort()).toEqual(['MALLOC_ARENA_MAX', 'VIPS_DISC_THRESHOLD']);
    expect(ofProcess('oom_score_adj').trim()).toBe('1000');
    expect(getPriority(pid())).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
    const hasOwn = readlinkSync(`/proc/${pid()}/ns/net`) !== readlinkSync('/proc/self/ns/net');
    expect(told).toEqual(hasOwn ? [] : [expect.stringContaining('network')]);
  });

  it('that is killed from outside is replaced', async () => {
    start();
    await take(small);
    const killed = pid();
    // It stands still, so that its end comes while it has the picture.
    process.kill(killed, 'SIGSTOP');
    const outcome = take(large);
    await until('the picture has its turn', () => pictures.report().waiting.upload === 0);
    process.kill(killed, 'SIGKILL');
    expect(await outcome).toEqual({ failed: 'lost' });
    expect(await take(small)).toMatchObject(MADE);
    expect(pid()).not.toBe(killed);
    expect(pictures.report().ended.lost).toBe(1);
  });

  it('that is killed while it waits is replaced without a word', async () => {
    start();
    await take(small);
    process.kill(pid(), 'SIGKILL');
    await until('the end is known', () => pictures.report().process === null);
    expect(await take(small)).toMatchObject(MADE);
    expect(pictures.report().ended.lost).toBe(0);
  });

  it('ends when it has had nothing to do for a while', async () => {
    start({ keptMs: 50 });
    await take(small);
    await until('the process has ended', () => pictures.report().process === null);
  });

  it('ends with the program, even one that is killed at a picture', async () => {
    start();
    const script = `
      const { PictureProcessor } = await import(${JSON.stringify(MODULE)});
      const pictures = new PictureProcessor({ log: { warn() {} } });
      const chunks = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      const taken = () => pictures.take({ siteId: 'a', urgency: 'upload', declaredType: null, wanted: ${JSON.stringify(WANTED)} }, Buffer.concat(chunks));
      taken();
      console.log(pictures.report().process.pid);`;
    const program = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    program.stdin.end(large);
    const [line] = await once(program.stdout, 'data');
    program.kill('SIGKILL');
    const child = Number(String(line));
    expect(child).toBeGreaterThan(0);
    await until('the process has ended', () => !existsSync(`/proc/${child}`));
  });

  it('stays where there are no bytes at all of a file', async () => {
    start();
    await take(small);
    const before = pid();
    const missing = new Readable({ read: () => missing.destroy(new Error('no such file')) });
    await expect(take(missing)).rejects.toThrow('no such file');
    expect(pid()).toBe(before);
    expect(await take(small)).toMatchObject(MADE);
  });

  it('does not wait for bytes that do not come', async () => {
    start({ bounds: { ...LOOSE, inputMs: 100 } });
    const stalled = new Readable({ read() {} });
    stalled.push(large.subarray(0, 100_000));
    await expect(take(stalled)).rejects.toThrow('too slowly');
    expect(await take(small)).toMatchObject(MADE);
  });

  it('is another one after an upload that broke, whose rest nobody takes for a picture', async () => {
    start();
    await take(small);
    const broken = Readable.from(
      (function* () {
        yield large.subarray(0, 100_000);
        throw new Error('the client has gone');
      })(),
    );
    await expect(take(broken)).rejects.toThrow('the client has gone');
    expect(await take(small)).toMatchObject(MADE);
  });
});
