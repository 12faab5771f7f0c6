/**
 * `node bench/serve/encodings.ts [seconds]`: what it costs to compress the demo home page, in rounds of this many seconds, and
 * how much sooner it arrives on a slow line.
 */
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { ask } from '../../test/support/http.ts';
import type { Figure } from '../figure.ts';
import { lineOf } from '../figure.ts';
import { applyClosedLoop } from '../load/autocannon.ts';
import { median } from '../median.ts';
import { runBench, say } from '../run.ts';
import { startServer, temporaryFolder } from '../vitrine/host.ts';

const HOST = `${demo.slug}.localhost`;
const ENCODINGS = ['identity', 'gzip'] as const;
const ROUNDS = 3;
/** At the first number no page waits for another one; at the second, many do. */
const CONNECTIONS = [4, 50];
/** A slow mobile line: bits a millisecond, and round-trip time in milliseconds. */
const LINE = { bits: 1_600, roundTrip: 150 };
/** Bytes that a server may send before the first acknowledgement (RFC 6928). */
const FIRST_WINDOW = 10 * 1_460;
const HEAD_BYTES = 800;

await runBench(async ({ words, quick }) => {
  const seconds = Number(words[0] ?? (quick ? 1 : 5));
  const folder = await temporaryFolder();
  const { port } = await startServer({ DATA_DIR: `${folder}/data` }, folder);
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    const loop = (encoding: string) =>
      applyClosedLoop({ port, host: HOST, connections, seconds, headers: { 'accept-encoding': encoding } });
    for (const encoding of ENCODINGS) await loop(encoding);
    const rates = new Map<string, number[]>(ENCODINGS.map((encoding) => [encoding, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const encoding of ENCODINGS) rates.get(encoding)?.push((await loop(encoding)).pagesPerSecond);
    for (const [encoding, rounds] of rates) {
      const [bytes, rate] = [await bytesOf(port, encoding), median(rounds)];
      figures.push({
        what: `demo home page with encoding ${encoding}, ${connections} connections`,
        bar: null,
        measured: `${rate.toFixed(0)} pages/s; ${bytes} bytes, which arrive in ${arrivalMs(bytes).toFixed(0)} ms on a line of 1.6 Mbit/s with a round trip of 150 ms`,
        verdict: 'stated',
        values: { pagesPerSecond: rate, bytes },
      });
    }
  }
  for (const figure of figures) say(lineOf(figure));
  return { figures, charts: [] };
});

async function bytesOf(port: number, encoding: string): Promise<number> {
  const { headers } = await ask({ port, host: HOST, headers: { 'accept-encoding': encoding } });
  return Number(headers['content-length']);
}

/** From the request on an open connection to the last byte; the window doubles with every round trip. */
function arrivalMs(bytes: number): number {
  let [waited, left] = [LINE.roundTrip, bytes + HEAD_BYTES];
  for (let window = FIRST_WINDOW; left > window; window *= 2) {
    left -= window;
    waited += Math.max(LINE.roundTrip, (8 * window) / LINE.bits);
  }
  return waited + (8 * left) / LINE.bits;
}
