import { expect, it } from 'vitest';
import { FreshnessProbe } from '../../../src/sites/freshness.ts';

interface Host {
  readonly host: string;
  readonly port?: number;
}

/** A database whose probes end when the test says so. */
function manualProbe(atMost?: number) {
  const asked: { hosts: readonly Host[]; end: (names: (string | null)[] | Error) => void }[] = [];
  const probe = new FreshnessProbe<Host, string>(
    (hosts) =>
      new Promise((resolve, reject) => {
        asked.push({ hosts, end: (names) => (names instanceof Error ? reject(names) : resolve(names)) });
      }),
    ({ host, port }) => `${host}:${port}`,
    atMost,
  );
  return { probe, asked };
}

const at = (host: string, port?: number): Host => ({ host, ...(port && { port }) });
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('requests of one turn share one probe, in which an address stands once', async () => {
  const { probe, asked } = manualProbe();
  const answers = Promise.all([at('a'), at('b'), at('a'), at('a', 1)].map((host) => probe.lookUp(host)));
  await turn();
  expect(asked.map(({ hosts }) => hosts)).toEqual([[at('a'), at('b'), at('a', 1)]]);
  asked[0]?.end(['A', null, 'A1']);
  expect(await answers).toEqual(['A', null, 'A', 'A1']);
});

it('a request never joins a probe under way: it waits for the next', async () => {
  const { probe, asked } = manualProbe();
  const early = probe.lookUp(at('a'));
  await turn();
  const late = [probe.lookUp(at('a')), probe.lookUp(at('b'))];
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.end(['old']);
  expect(await early).toBe('old');
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end(['new', 'b']);
  expect(await Promise.all(late)).toEqual(['new', 'b']);
});

it('a probe that fails fails its own requests only', async () => {
  const { probe, asked } = manualProbe();
  const failed = [probe.lookUp(at('a')), probe.lookUp(at('a'))];
  await turn();
  const next = probe.lookUp(at('a'));
  asked[0]?.end(new Error('down'));
  for (const request of failed) await expect(request).rejects.toThrow('down');
  await turn();
  asked[1]?.end(['a']);
  expect(await next).toBe('a');
});

it('no more addresses than wanted stand in one probe; the others follow in their order', async () => {
  const { probe, asked } = manualProbe(2);
  const answers = Promise.all(['a', 'b', 'c', 'a', 'd', 'e'].map((host) => probe.lookUp(at(host))));
  for (const [n, hosts] of [['a', 'b'], ['c', 'd'], ['e']].entries()) {
    await turn();
    expect(asked.map((probed) => probed.hosts.map(({ host }) => host))[n]).toEqual(hosts);
    asked[n]?.end(hosts.map((host) => host.toUpperCase()));
  }
  expect(await answers).toEqual(['A', 'B', 'C', 'A', 'D', 'E']);
});
