import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Media } from '../../src/contract/medias.ts';
import { ask } from '../../test/support/http.ts';
import { faulty } from '../fault/fault.ts';
import { type Figure, judged } from '../figure.ts';
import { applyLoad, pagesPerSecond } from '../load/load.ts';
import { describeFailures, ms } from '../load/summary.ts';
import type { Target } from '../load/target.ts';
import { median } from '../median.ts';
import { startRival } from '../rival.ts';
import { byTurns } from '../rounds.ts';
import { type Host, temporaryFolder } from '../vitrine/host.ts';
import { treeProcessorTime } from '../vitrine/processor-time.ts';
import { signIn } from '../vitrine/sign-in.ts';
import { upload, variantOf } from './library.ts';
import { copyOf } from './photographs.ts';

/** Variants that no upload has made, none wider than 1280 px. */
const SIZES = ['480', '960', '1280-16x9-500x500', '1280-4x5-500x500'];
/** How many times the processor time of sharp, which makes the same picture, the first request may take. */
const FIRST_RATIO = 2;
/** Requests in a second of a processor, beside a bare Fastify. */
const LATER_SHARE = 0.5;
/** Turns the bars red, milliseconds of the web process. */
const FAULT_MS = { first: 2_000, later: 10 };
const CONNECTIONS = 20;
const ROUNDS = 5;

/** What browsers of today say, and one that takes no AVIF, so that the same file is sent throughout. */
const WEBP = { accept: 'image/webp,image/*,*/*;q=0.8' };

/** A variant's first request, and its later ones beside a server that only sends the file. */
export async function variants(host: Host, photograph: Buffer, { quick }: { quick: boolean }): Promise<Figure[]> {
  const [tenant] = host.tenants;
  if (!tenant) throw new Error('there is no site');
  const seconds = quick ? 1 : 2;
  const count = quick ? 3 : ROUNDS;
  const { cookie } = await signIn(host.databaseUrl, tenant.slug);
  const medias: Media[] = [];
  for (let n = 0; n < count; n++) {
    const { media, status } = await upload(host.port, cookie, `premiere-${n}.jpg`, copyOf(photograph, n));
    if (!media) throw new Error(`an upload was answered with ${status}`);
    medias.push(media);
  }

  const look = (path: string) =>
    ask({ port: host.port, host: tenant.host, path, headers: { ...WEBP, ...faulty({ busy: FAULT_MS.first }) } });
  const times: number[] = [];
  let failures = 0;
  const rounds = await byTurns(
    count,
    async (round) => {
      const before = await host.processorTime();
      for (const size of SIZES) {
        const began = performance.now();
        const { status } = await look(variantOf(medias[round] as Media, size));
        times.push(performance.now() - began);
        if (status !== 200) failures++;
      }
      return (await host.processorTime()) - before;
    },
    async () => {
      const before = process.cpuUsage();
      for (const size of SIZES) {
        const width = Number(/^\d+/.exec(size));
        await sharp(photograph).resize(width).webp({ quality: 80 }).toBuffer();
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    },
  );
  const p50 = median(times);
  const first = judged({
    what: `first requests of variants up to 1280 px of a photograph of 12 megapixels (${(photograph.length / 1e6).toFixed(1)} MB), idle: processor time, compared with sharp alone`,
    bar: { most: FIRST_RATIO },
    rounds: rounds.map(({ ours, theirs }) => ours / theirs),
    none: { failures },
    measured: `${times.length} variants, p50 ${ms(p50)}, slowest ${ms(Math.max(...times))}`,
    fault: `a first request takes ${FAULT_MS.first} ms more of the web process`,
    values: { p50, max: Math.max(...times) },
  });
  return [first, await laterOnes(host, { path: variantOf(medias[0] as Media, '1280'), seconds })];
}

async function laterOnes(
  { port, tenants, processorTime }: Host,
  { path, seconds }: { readonly path: string; readonly seconds: number },
): Promise<Figure> {
  const target: Target = { host: tenants[0]?.host ?? '', path, weight: 1, headers: WEBP };
  const { bytes } = await ask({ port, host: target.host, path, headers: WEBP });
  const file = join(await temporaryFolder(), 'variante.webp');
  await writeFile(file, bytes);
  const rival = await startRival(new URL('rival-file.ts', import.meta.url), [file]);
  const turn = async (to: number, used: () => Promise<number>, headers: Readonly<Record<string, string>> = {}) => {
    const targets = [{ ...target, headers: { ...target.headers, ...headers } }];
    const before = await used();
    const result = await applyLoad({ port: to, targets, rate: null, connections: CONNECTIONS, seconds });
    return { result, each: ((await used()) - before) / result.due };
  };
  const ours = () => turn(port, processorTime, faulty({ busy: FAULT_MS.later }));
  const theirs = () => turn(rival.port, () => treeProcessorTime(rival.pid));
  for (const warmUp of [ours, theirs]) await warmUp();
  const rounds = await byTurns(ROUNDS, ours, theirs);
  await rival.end();
  const perSecond = (side: 'ours' | 'theirs') =>
    median(rounds.map((round) => pagesPerSecond(round[side].result, seconds)));
  const each = (side: 'ours' | 'theirs') => (1e6 * median(rounds.map((round) => round[side].each))).toFixed(0);
  return judged({
    what: `later requests of a variant of 1280 px (${bytes.length} bytes): answers in a second of a processor, compared with a bare Fastify that sends the file from the disk`,
    bar: { least: LATER_SHARE },
    rounds: rounds.map((round) => round.theirs.each / round.ours.each),
    none: { failures: describeFailures(...rounds.map((round) => round.ours.result)).count },
    measured: `an answer takes ${each('ours')} µs beside ${each('theirs')} µs; vitrine ${perSecond('ours').toFixed(0)}/s, the other ${perSecond('theirs').toFixed(0)}/s`,
    fault: `an answer takes ${FAULT_MS.later} ms more of the web process`,
    values: { ours: perSecond('ours'), theirs: perSecond('theirs') },
  });
}
