import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Media } from '../../src/contract/medias.ts';
import { ask } from '../../test/support/http.ts';
import { type Figure, verdictOf } from '../figure.ts';
import { applyLoad, pagesPerSecond } from '../load/load.ts';
import { describeFailures, ms } from '../load/summary.ts';
import type { Target } from '../load/target.ts';
import { median } from '../median.ts';
import { startRival } from '../rival.ts';
import { type Host, temporaryFolder } from '../vitrine/host.ts';
import { upload, variantOf } from './library.ts';
import { copyOf } from './photographs.ts';

/** Variants that no upload has made, none wider than 1280 px. */
const SIZES = ['480', '960', '1280-16x9-500x500', '1280-4x5-500x500'];
const FIRST_MS = 400;
const RATE_SHARE = 0.7;
const CONNECTIONS = 20;
const ROUNDS = 3;

/** What browsers of today say, and one that takes no AVIF, so that the same file is sent throughout. */
const WEBP = { accept: 'image/webp,image/*,*/*;q=0.8' };

/** A variant's first request, and its later ones beside a server that only sends the file. */
export async function variants(host: Host, photograph: Buffer, { quick }: { quick: boolean }): Promise<Figure[]> {
  const [tenant] = host.tenants;
  if (!tenant) throw new Error('there is no site');
  const seconds = quick ? 2 : 4;
  const count = quick ? 4 : 20;
  const medias: Media[] = [];
  for (let n = 0; n < count; n++) {
    const { media, status } = await upload(host.port, tenant, `premiere-${n}.jpg`, copyOf(photograph, n));
    if (!media) throw new Error(`an upload was answered with ${status}`);
    medias.push(media);
  }

  const look = (path: string) => ask({ port: host.port, host: tenant.host, path, headers: WEBP });
  const times: number[] = [];
  let failures = 0;
  for (const media of medias) {
    for (const size of SIZES) {
      const began = performance.now();
      const { status } = await look(variantOf(media, size));
      times.push(performance.now() - began);
      if (status !== 200) failures++;
    }
  }
  const p50 = median(times);
  const first: Figure = {
    what: `first request of a variant up to 1280 px of a photograph of 12 megapixels (${(photograph.length / 1e6).toFixed(1)} MB), idle, ${times.length} variants`,
    bar: `p50 ≤ ${FIRST_MS} ms`,
    measured: `p50 ${ms(p50)}, slowest ${ms(Math.max(...times))}; ${failures} failures`,
    verdict: verdictOf(p50 <= FIRST_MS && failures === 0),
    values: { p50, max: Math.max(...times), failures },
  };
  return [first, await laterOnes(host, { path: variantOf(medias[0] as Media, '1280'), seconds })];
}

async function laterOnes(
  { port, tenants }: Host,
  { path, seconds }: { readonly path: string; readonly seconds: number },
): Promise<Figure> {
  const target: Target = { host: tenants[0]?.host ?? '', path, weight: 1, headers: WEBP };
  const { bytes } = await ask({ port, host: target.host, path, headers: WEBP });
  const file = join(await temporaryFolder(), 'variante.webp');
  await writeFile(file, bytes);
  const rival = await startRival(new URL('rival-file.ts', import.meta.url), [file]);
  const turn = (to: number, duration: number) =>
    applyLoad({ port: to, targets: [target], rate: null, connections: CONNECTIONS, seconds: duration });
  for (const to of [port, rival.port]) await turn(to, seconds / 2);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: await turn(port, seconds), theirs: await turn(rival.port, seconds) });
  }
  await rival.end();
  const ratio = median(
    rounds.map(({ ours, theirs }) => pagesPerSecond(ours, seconds) / pagesPerSecond(theirs, seconds)),
  );
  const ours = median(rounds.map((round) => pagesPerSecond(round.ours, seconds)));
  const theirs = median(rounds.map((round) => pagesPerSecond(round.theirs, seconds)));
  const failures = describeFailures(...rounds.map((round) => round.ours));
  return {
    what: `later requests of a variant of 1280 px (${bytes.length} bytes): a second, beside a bare Fastify that sends the file from the disk`,
    bar: `≥ ${RATE_SHARE} times`,
    measured: `${ratio.toFixed(2)} times: vitrine ${ours.toFixed(0)}/s, the other ${theirs.toFixed(0)}/s; ${failures.text}`,
    verdict: verdictOf(ratio >= RATE_SHARE && failures.count === 0),
    values: { ratio, ours, theirs, failures: failures.count },
  };
}
