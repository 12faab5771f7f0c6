import { ask } from '../../test/support/http.ts';

/** What vitrine has counted since its start: where its pages spent their time. */
export interface HopCounters {
  readonly pages: number;
  /** Seconds by the name of the hop, in the order of the way. */
  readonly seconds: ReadonlyMap<string, number>;
}

/** One hop of a page's way, as a mean. */
export interface HopShare {
  readonly hop: string;
  readonly microseconds: number;
  /** Of all hops together. */
  readonly share: number;
}

/** @returns null where vitrine does not count them */
export async function readHops(port: number): Promise<HopCounters | null> {
  const { status, text } = await ask({ port, host: 'localhost', path: '/metrics' });
  const pages = /^vitrine_hop_pages_total(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
  if (status !== 200 || pages === undefined) return null;
  const hops = text.matchAll(/^vitrine_hop_seconds_total\{hop="([^"]+)"\} (\S+)$/gm);
  return { pages: Number(pages), seconds: new Map([...hops].map(([, hop = '', seconds]) => [hop, Number(seconds)])) };
}

/** Where a page's time went between two readings. */
export function hopShares(before: HopCounters, after: HopCounters): HopShare[] {
  const pages = after.pages - before.pages;
  const means = [...after.seconds].map(([hop, seconds]) => ({
    hop,
    microseconds: ((seconds - (before.seconds.get(hop) ?? 0)) / pages) * 1e6,
  }));
  const sum = means.reduce((total, { microseconds }) => total + microseconds, 0);
  return means.map((mean) => ({ ...mean, share: mean.microseconds / sum }));
}
