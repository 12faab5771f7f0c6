import { expect, it } from 'vitest';
import { addressKey } from '../../../src/sites/address-memory.ts';
import { FreshnessProbe } from '../../../src/sites/freshness.ts';
import type { Address, AddressState } from '../../../src/storage/public-pages.ts';

/** A database whose probes end when the test says so. */
function manualProbe() {
  const asked: { addresses: readonly Address[]; end: (states: (AddressState | null)[] | Error) => void }[] = [];
  const probe = new FreshnessProbe<Address, AddressState>(
    (addresses) =>
      new Promise((resolve, reject) => {
        asked.push({ addresses, end: (states) => (states instanceof Error ? reject(states) : resolve(states)) });
      }),
    addressKey,
  );
  return { probe, asked };
}

const at = (host: string, page: string | null = ''): Address => ({ slug: '', host, page });
const state = (site_id: string): AddressState => ({
  site_id,
  contenu_maj_le: '',
  theme_id: null,
  theme_maj_le: null,
  page: null,
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('requests of one turn share one probe, in which an address stands once', async () => {
  const { probe, asked } = manualProbe();
  const answers = Promise.all([at('a'), at('b'), at('a'), at('a', 'x'), at('a', null)].map((a) => probe.lookUp(a)));
  await turn();
  expect(asked).toHaveLength(1);
  expect(asked[0]?.addresses.map(({ host, page }) => [host, page])).toEqual([
    ['a', ''],
    ['b', ''],
    ['a', 'x'],
    ['a', null],
  ]);
  asked[0]?.end([state('a'), null, state('ax'), state('a0')]);
  expect((await answers).map((answer) => answer?.site_id)).toEqual(['a', undefined, 'a', 'ax', 'a0']);
});

it('a request never joins a probe under way: it waits for the next', async () => {
  const { probe, asked } = manualProbe();
  const early = probe.lookUp(at('a'));
  await turn();
  const late = [probe.lookUp(at('a')), probe.lookUp(at('b'))];
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.end([state('old')]);
  expect((await early)?.site_id).toBe('old');
  await turn();
  expect(asked).toHaveLength(2);
  asked[1]?.end([state('new'), state('b')]);
  expect((await Promise.all(late)).map((answer) => answer?.site_id)).toEqual(['new', 'b']);
});

it('a probe that fails fails its own requests only', async () => {
  const { probe, asked } = manualProbe();
  const failed = [probe.lookUp(at('a')), probe.lookUp(at('a'))];
  await turn();
  const next = probe.lookUp(at('a'));
  asked[0]?.end(new Error('down'));
  for (const request of failed) await expect(request).rejects.toThrow('down');
  await turn();
  asked[1]?.end([state('a')]);
  expect((await next)?.site_id).toBe('a');
});
