import { ask } from '../../test/support/http.ts';

/** The time that pages spent in each hop (step of their processing), as vitrine has counted it since its start. */
export interface HopCounters {
  readonly pages: number;
  /** Seconds by the name of the hop, in the order in which a page passes them. */
  readonly seconds: ReadonlyMap<string, number>;
}

/** Mean time of a page in one hop. */
export interface HopShare {
  readonly hop: string;
  readonly microseconds: number;
  /** Share of the time in all hops. */
  readonly share: number;
}

/** @returns null when vitrine does not count hops */
export async function readHops(port: number): Promise<HopCounters | null> {
  const { status, text } = await ask({ port, host: 'localhost', path: '/metrics' });
  const pages = /^vitrine_hop_pages_total(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1];
  if (status !== 200 || pages === undefined) return null;
  const hops = text.matchAll(/^vitrine_hop_seconds_total\{hop="([^"]+)"\} (\S+)$/gm);
  return { pages: Number(pages), seconds: new Map([...hops].map(([, hop = '', seconds]) => [hop, Number(seconds)])) };
}

/** The mean times between two readings of the counters. */
export function hopShares(before: HopCounters, after: HopCounters): HopShare[] {
  const pages = after.pages - before.pages;
  const means = [...after.seconds].map(([hop, seconds]) => ({
    hop,
    microseconds: ((seconds - (before.seconds.get(hop) ?? 0)) / pages) * 1e6,
  }));
  const sum = means.reduce((total, { microseconds }) => total + microseconds, 0);
  return means.map((mean) => ({ ...mean, share: mean.microseconds / sum }));
}
